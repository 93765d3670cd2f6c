import type { MouseEvent } from 'react';
import toast from 'react-hot-toast/headless';
import { Button } from '../../kit/button.tsx';
import { Progress } from '../../kit/status.tsx';
import { common } from '../../shared/messages/common.ts';
import { products as words } from '../messages.ts';
import type { Upload } from './use-upload.ts';

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

interface UploadProgressProps {
  upload: Upload;
  /** Toast shown after cancelling. */
  cancelledMessage: string;
}

/** Cancel is disabled once the upload is complete: the server may have saved the image already. */
export function UploadProgress({ upload: { progress, cancel }, cancelledMessage }: UploadProgressProps) {
  if (progress === null) return null;
  const isUploaded = progress >= 1;
  const handleCancel = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (isUploaded) return;
    // The Cancel button is about to disappear: move the focus to Submit.
    currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
    toast(cancelledMessage);
    cancel();
  };
  return (
    <div className="flex min-w-0 grow items-center gap-4">
      <div className="min-w-0 grow">
        <p className="mb-1.5 flex justify-between gap-3 text-small">
          <span role="status">{isUploaded ? words.processingImage : words.uploadingImage}</span>
          {!isUploaded && <span className="tabular-nums text-soft">{percent.format(progress)}</span>}
        </p>
        <Progress label={words.uploadingImage} value={isUploaded ? null : progress} />
      </div>
      <Button variant="secondary" aria-disabled={isUploaded || undefined} onClick={handleCancel}>
        {common.cancel}
      </Button>
    </div>
  );
}
