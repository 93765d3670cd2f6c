/** Uploads with progress. */
import type { Fetch } from './api.ts';

/** The part that was sent, 0 to 1. */
export type OnProgress = (progress: number) => void;

/** Like fetch, but by XMLHttpRequest, because fetch doesn't report upload progress. */
export function createProgressFetch(onProgress: OnProgress): Fetch {
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
