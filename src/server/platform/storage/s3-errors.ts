/** Errors of an object store, distinguished by who has to do something about them. */
import { AppError } from '../errors.ts';

/** Its message says where and what, for the log and the operator; it never contains a key, a signature or the response's text. */
export class StorageError extends Error {
  /** Null: there was no answer. */
  readonly status: number | null;
  /** The store's own code, such as AccessDenied. */
  readonly reason: string;

  constructor(message: string, { status, reason, cause }: { status: number | null; reason: string; cause?: unknown }) {
    super(message, { cause });
    this.name = 'StorageError';
    this.status = status;
    this.reason = reason;
  }
}

/** Codes of AWS, MinIO, Ceph and others for a full bucket or disk. */
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'StorageFull', 'InsufficientStorage', 'XMinioBucketQuotaExceeded']);
const isFull = ({ status, reason }: StorageError) => status === 507 || FULL.has(reason);

/** A full store or missing permissions won't change soon; a slow or incomplete response or a 5xx may be better at once. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof StorageError) || isFull(error)) return false;
  return error.status === null || error.status === 429 || error.status >= 500 || error.reason === 'RequestTimeout';
}

/** The error that the caller is told; its cause, with all details, is logged. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  if (isFull(error)) return new AppError('insufficient_storage', 'The server has no room left for this', { cause: error });
  return new AppError('unavailable', "The store of images can't be used at the moment, please try again", { retryAfter: 5, cause: error });
}
