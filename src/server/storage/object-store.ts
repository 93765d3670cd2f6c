/**
 * The port to where files are kept: a folder (folder-store.ts) or a bucket of an S3-compatible object store (s3-store.ts). A name is never
 * used twice, so that a file never changes.
 */

/** For whoever is sent a file. */
export const CACHE_FOREVER = 'public, max-age=31536000, immutable';

export interface NewFile {
  name: string;
  bytes: Buffer;
}

export interface ListedFile {
  name: string;
  /** What a crash left of a file that was being written. It is never found, and can be deleted. */
  isUnfinished: boolean;
  /** Null where it is gone meanwhile. */
  getModifiedAt: () => Promise<Date | null>;
}

/** Request headers by which a client asks for a part, or for nothing where it has the file already. */
export type Conditions = Partial<Record<(typeof CONDITION_HEADERS)[number], string>>;
export const CONDITION_HEADERS = ['range', 'if-range', 'if-none-match', 'if-modified-since'] as const;

/** A file of this machine, by its path below `root`; or what the object store answered, with the headers to pass on. */
export type FoundFile = { root: string; path: string } | { status: number; headers: Record<string, string>; bytes: Buffer };

/** Throws `insufficient_storage` where there is no room, and `unavailable` where the store can't be used: see s3-errors.ts. */
export interface ObjectStore {
  readonly kind: 'folder' | 's3';
  /** When it returns all of them are stored durably. Each appears whole or not at all; after a failure, some may be there. */
  put: (files: readonly NewFile[]) => Promise<void>;
  /** Null where there is none of that name. */
  find: (name: string, conditions?: Conditions) => Promise<FoundFile | null>;
  read: (name: string) => Promise<Buffer | null>;
  /** Those that aren't there count as deleted. */
  delete: (names: readonly string[]) => Promise<void>;
  /** Page by page, as there may be millions. Files that come or go meanwhile may be listed or not. */
  list: () => AsyncIterable<ListedFile[]>;
  /** Brings files that an earlier version stored elsewhere to their places. */
  tidy: () => Promise<void>;
}

/** Of files in a page of `list`. */
export const PAGE_SIZE = 1000;

/** Throws the first error only after all tasks have settled, so that no task writes while what it wrote is deleted. */
export async function waitForAll(tasks: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(tasks)) {
    if (result.status === 'rejected') throw result.reason;
  }
}
