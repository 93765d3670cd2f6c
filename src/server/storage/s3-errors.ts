/** What goes wrong with an object store, told apart by who has to do something about it. */
import { AppError } from '../errors.ts';

/** Its message says where and what, for the log and the operator; it never holds a key, a signature or the answer's text. */
export class StorageError extends Error {
  /** Null: there was no answer. */
  readonly status: number | null;
  /** The store's own name for it, such as AccessDenied. */
  readonly reason: string;

  constructor(message: string, { status, reason, cause }: { status: number | null; reason: string; cause?: unknown }) {
    super(message, { cause });
    this.name = 'StorageError';
    this.status = status;
    this.reason = reason;
  }
}

/** As AWS, MinIO, Ceph and others call it where a bucket or its disks are full. */
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'StorageFull', 'InsufficientStorage', 'XMinioBucketQuotaExceeded']);
const isFull = ({ status, reason }: StorageError) => status === 507 || FULL.has(reason);

/** A full store and refused rights stay as they are for a while; an answer that is slow, cut off or 5xx may be better at once. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof StorageError) || isFull(error)) return false;
  return error.status === null || error.status === 429 || error.status >= 500 || error.reason === 'RequestTimeout';
}

/** As the caller is told; the cause, with all that is known, goes to the log. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  if (isFull(error)) return new AppError('insufficient_storage', 'The server has no room left for this', { cause: error });
  return new AppError('unavailable', "The store of images can't be used at the moment, please try again", { retryAfter: 5, cause: error });
}

/** Text of the error's XML that names it: letters only, so that nothing else of the answer gets into a log. */
export function readReason(xml: string): string {
  return /<Code>([A-Za-z.]{1,60})<\/Code>/.exec(xml)?.[1] ?? '';
}
