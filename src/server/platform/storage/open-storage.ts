/** Opens the image stores that the settings name. */
import { AppError } from '../errors.ts';
import type { StorageConfig } from '../settings/storage-config.ts';
import { openFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Limits } from './s3-client.ts';
import { openS3Store } from './s3-store.ts';

/** The shop uses `current`; the others are for moving files from one to the other. */
export interface Stores {
  readonly current: ObjectStore;
  readonly folder: ObjectStore;
  /** Null where no STORAGE_URL is set. */
  readonly s3: ObjectStore | null;
  readonly writesTo: 'folder' | 's3';
}

/** Writes to one store, and finds files that are still in the other, so that the shop keeps serving while its files are moved. */
export function withFallback(main: ObjectStore, other: ObjectStore): ObjectStore {
  /** A file that isn't in `main` may be in `other`; if that store can't be reached, the answer is unknown. */
  const either = async <T>(look: (store: ObjectStore) => Promise<T | null>): Promise<T | null> =>
    (await look(main)) ??
    (await look(other)) ??
    // The file may have been moved between the two checks.
    (await look(main));
  return {
    ...main,
    find: (name, conditions) => either((it) => it.find(name, conditions)),
    read: (name) => either((it) => it.read(name)),
    delete: async (names) => {
      await main.delete(names);
      await other.delete(names);
    },
  };
}

export interface StoreOptions {
  /** Name of the folder, and prefix of the names in the bucket. */
  name: string;
  pattern: RegExp;
  contentType: (name: string) => string;
  limits?: S3Limits;
}

export function openStores(folderPath: string, { s3: s3Config, writesTo }: StorageConfig, options: StoreOptions): Stores {
  const folder = openFolderStore(folderPath, options.pattern);
  if (!s3Config) return { current: folder, folder, s3: null, writesTo: 'folder' };
  const s3 = openS3Store(s3Config, { ...options, prefix: `${options.name}/` });
  const current = writesTo === 's3' ? withFallback(s3, folder) : withFallback(folder, s3);
  return { current, folder, s3, writesTo };
}

/** Requests the first file, which needs the same permissions as reading, so that the start can report at once what is wrong. */
export async function findStorageError({ s3 }: Pick<Stores, 's3'>): Promise<unknown> {
  try {
    for await (const _page of s3?.list() ?? []) break;
    return null;
  } catch (error) {
    return error instanceof AppError ? error.cause : error;
  }
}
