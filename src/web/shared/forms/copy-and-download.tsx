/** Copies text, and saves a file. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { MINUTE } from '../../../contract/values.ts';
import { isApiError } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { common } from '../messages/common.ts';
import { CUT_OFF, form } from '../messages/form.ts';

export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch {
    // The browser refuses, for example without https.
    toast.error(form.copyFailed);
  }
}

interface DownloadButtonProps {
  fileName: string;
  /** A call of an endpoint with `isDownload`. */
  load: () => Promise<unknown>;
  size?: 'medium' | 'small';
  children: string;
}

/** The browser keeps a large file on disk until it is saved. */
function saveFile(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser starts to read it a moment later: if the URL were revoked at once, a busy browser would save nothing.
  setTimeout(() => URL.revokeObjectURL(url), MINUTE);
}

/** Saves the file of a download endpoint. It makes a call, because a link can't send the token. */
export function DownloadButton({ fileName, load, size = 'medium', children }: DownloadButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  const handleClick = async () => {
    setIsBusy(true);
    try {
      const file = await load();
      if (file instanceof Blob) saveFile(file, fileName);
    } catch (error) {
      const isCutOff = isApiError(error) && error.status === 200;
      toast.error(isCutOff ? CUT_OFF : error instanceof Error ? error.message : common.serverError);
    }
    setIsBusy(false);
  };
  return (
    <Button variant="secondary" size={size} busy={isBusy} onClick={() => void handleClick()}>
      {children}
    </Button>
  );
}
