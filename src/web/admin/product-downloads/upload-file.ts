/** Uploads a file piece by piece, so that what breaks off goes on where it was. */
import { createDownload, DOWNLOAD_PIECE_BYTES, type DownloadFile, uploadDownloadPiece } from '../../../contract/downloads.ts';
import { api, isApiError } from '../../api.ts';
import { type UploadRequest, withBytes } from '../parts/upload.tsx';

/** A piece that got lost on a bad line is sent again so often. */
const TRIES = 4;
const PAUSE_MS = 1500;

const isLost = (error: unknown) => isApiError(error) && (error.status === 0 || error.status >= 500);

/** Only what may work the next time is tried again. */
async function retry<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (attempt === TRIES || signal.aborted || !isLost(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, attempt * PAUSE_MS));
    }
  }
}

/** `begun`: an upload that isn't complete, of the same file. */
export async function uploadFile(
  product: string,
  file: File,
  begun: DownloadFile | null,
  { signal, fetchPart }: UploadRequest,
): Promise<void> {
  const created = begun ?? (await api(createDownload, { params: { product }, body: { name: file.name, bytes: file.size }, signal })).file;
  const { _id: id, missing = [] } = created;
  const count = Math.ceil(file.size / DOWNLOAD_PIECE_BYTES);
  const before = count - missing.length;
  for (const [index, piece] of missing.entries()) {
    const start = piece * DOWNLOAD_PIECE_BYTES;
    const bytes = file.slice(start, start + DOWNLOAD_PIECE_BYTES);
    const fetcher = withBytes(fetchPart((before + index) / count, (before + index + 1) / count), bytes);
    await retry(() => api(uploadDownloadPiece, { params: { id, piece }, fetcher, signal }), signal);
  }
}
