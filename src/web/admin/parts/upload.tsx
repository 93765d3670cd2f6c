/** Uploads with their progress, and a button to cancel. */
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { toText } from '../../../contract/endpoint.ts';
import type { Fetch } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Progress } from '../../kit/status.tsx';
import { common } from '../../shared/messages/common.ts';
import { productForm as words } from '../product-form/messages.ts';

/** The part that was sent, 0 to 1. */
type OnProgress = (progress: number) => void;

/** Like fetch, but by XMLHttpRequest, because fetch doesn't report upload progress. */
function createProgressFetch(onProgress: OnProgress): Fetch {
  return (path, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      request.open(method ?? 'POST', path);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.upload.onload = () => onProgress(1);
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
      request.onerror = () => reject(new TypeError('The upload failed'));
      request.onabort = () => reject(signal?.reason ?? new DOMException('The upload was cancelled', 'AbortError'));
      request.onloadend = () => signal?.removeEventListener('abort', abort);
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) return reject(signal.reason);
      request.send(body instanceof FormData || body instanceof Blob ? body : null);
    });
}

/** The call as multipart/form-data, with this image. It is made here, since only admins upload: api.ts is a part of everybody's first visit. */
export function withImage(fetcher: Fetch, fields: Record<string, unknown>, image: File): Fetch {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, toText(value));
  // Last, so that the server has read every field when the file begins.
  form.set('image', image);
  return (path, init) => {
    const headers = new Headers(init.headers);
    headers.delete('content-type');
    return fetcher(path, { ...init, headers, body: form });
  };
}

/** The call with these bytes as its body. */
export const withBytes =
  (fetcher: Fetch, bytes: Blob): Fetch =>
  (path, init) => {
    const headers = new Headers(init.headers);
    headers.set('content-type', 'application/octet-stream');
    return fetcher(path, { ...init, headers, body: bytes });
  };

/** Runs an upload with its progress and a way to cancel it. */
export type Upload = ReturnType<typeof useUpload>;

export interface UploadRequest {
  signal: AbortSignal;
  fetcher: Fetch;
  /** For one of several uploads: its progress counts as the part between the two fractions. */
  fetchPart: (from: number, to: number) => Fetch;
}

export function useUpload() {
  /** 0 to 1 during an upload, null otherwise. */
  const [progress, setProgress] = useState<number | null>(null);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  /** Returns what the call returns, or null if it was cancelled. */
  const run = async <T,>(call: (request: UploadRequest) => Promise<T>): Promise<T | null> => {
    const abortController = new AbortController();
    controller.current = abortController;
    setProgress(0);
    try {
      const fetchPart = (from: number, to: number) => createProgressFetch((part) => setProgress(from + part * (to - from)));
      return await call({ signal: abortController.signal, fetcher: fetchPart(0, 1), fetchPart });
    } catch (error) {
      if (abortController.signal.aborted) return null;
      throw error;
    } finally {
      setProgress(null);
    }
  };

  return { progress, run, cancel: () => controller.current?.abort() };
}

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
