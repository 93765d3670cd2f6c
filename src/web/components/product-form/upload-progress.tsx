import type { MouseEvent } from 'react';
import toast from 'react-hot-toast';
import { products as words } from '../../messages.admin.ts';
import { common } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import type { Upload } from './use-upload.ts';

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

interface UploadProgressProps {
  upload: Upload;
  /** What is said once it was cancelled. */
  stopped: string;
}

/** Once everything has left, cancelling would be no longer true: the server may have kept it already. */
export function UploadProgress({ upload: { sent, cancel }, stopped }: UploadProgressProps) {
  if (sent === null) return null;
  const isGone = sent >= 1;
  const stop = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    if (isGone) return;
    // The button goes; the focus doesn't go with it.
    currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')?.focus();
    toast(stopped);
    cancel();
  };
  return (
    <div className="flex min-w-0 grow items-center gap-4">
      <div className="min-w-0 grow">
        <p className="mb-1.5 flex justify-between gap-3 text-small">
          <span role="status">{isGone ? words.checkingImage : words.sendingImage}</span>
          {!isGone && <span className="figures text-soft">{percent.format(sent)}</span>}
        </p>
        <Progress label={words.sendingImage} value={isGone ? null : sent} />
      </div>
      <Button variant="secondary" aria-disabled={isGone || undefined} onClick={stop}>
        {common.cancel}
      </Button>
    </div>
  );
}
