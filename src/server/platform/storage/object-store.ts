/**
 * The interface of file stores: a folder (folder-store.ts) or a bucket of an S3-compatible object store (s3-store.ts). Names are never used
 * twice, so files never change.
 */

/** `cache-control` for clients. */
export const CACHE_FOREVER = 'public, max-age=31536000, immutable';

export interface NewFile {
  name: string;
  bytes: Buffer;
}

export interface ListedFile {
  name: string;
  /** A partly written file that a crash has left. It is never found, and can be deleted. */
  isUnfinished: boolean;
  /** Null if it was deleted meanwhile. */
  getModifiedAt: () => Promise<Date | null>;
}

/** Request headers by which a client asks for a part of the file, or only for a newer version of it. */
export type Conditions = Partial<Record<(typeof CONDITION_HEADERS)[number], string>>;
export const CONDITION_HEADERS = ['range', 'if-range', 'if-none-match', 'if-modified-since'] as const;

/** A local file, by its path relative to `root`; or the object store's response, with the headers to pass on. */
export type FoundFile = { root: string; path: string } | { status: number; headers: Record<string, string>; bytes: Buffer };

/** Throws `insufficient_storage` if there is no space, and `unavailable` if the store can't be used: see s3-client.ts. */
export interface ObjectStore {
  readonly kind: 'folder' | 's3';
  /** When it returns, all files are stored durably. Each appears completely or not at all; after a failure, some may be there. */
  put: (files: readonly NewFile[]) => Promise<void>;
  /** Null where there is none of that name. */
  find: (name: string, conditions?: Conditions) => Promise<FoundFile | null>;
  read: (name: string) => Promise<Buffer | null>;
  /** Files that don't exist count as deleted. */
  delete: (names: readonly string[]) => Promise<void>;
  /** Page by page, because there may be millions. Files that are added or deleted meanwhile may be listed or not. */
  list: () => AsyncIterable<ListedFile[]>;
  /** Moves files that an earlier version stored elsewhere to their current places. */
  tidy: () => Promise<void>;
}

/** Files per page of `list`. */
export const PAGE_SIZE = 1000;

/** Waits for all tasks before it throws the first error, so that no task still writes while its caller deletes what was written. */
export async function waitForAll(tasks: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(tasks)) {
    if (result.status === 'rejected') throw result.reason;
  }
}
