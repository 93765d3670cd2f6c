/** Uploads with progress. */

import { toText } from '../../../contract/endpoint.ts';
import type { Fetch } from '../../api.ts';

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
