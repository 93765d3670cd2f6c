/** Deletes orphaned images: those of deleted products, those removed from a product or never added to one, and files of interrupted uploads. */
import { DAY, HOUR } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { ListedFile, ObjectStore } from '../../../platform/storage/object-store.ts';
import { forgetUnattachedImages, listOrderedImageIds, listShownImageIds } from './image.repository.ts';
import { IMAGE_FILE_PATTERN } from './image-url.ts';

/** An image is stored before its product's row is written, so a more recent file may still be about to be used. */
const MIN_AGE = HOUR;
/** How long an upload waits for its product to be saved, and how long a removed image can be put back. */
const UNATTACHED_TTL = DAY;

async function isExpired({ getModifiedAt }: ListedFile, now: Date): Promise<boolean> {
  const modifiedAt = await getModifiedAt();
  return modifiedAt !== null && now.getTime() - modifiedAt.getTime() > MIN_AGE;
}

/** Null for an unfinished file, which no row uses. */
const getImageId = ({ name, isUnfinished }: ListedFile): string | null =>
  isUnfinished ? null : (IMAGE_FILE_PATTERN.exec(name)?.groups?.imageId ?? null);

async function excludeUsed(files: ListedFile[], listUsed: (imageIds: string[]) => Promise<Set<string>>): Promise<ListedFile[]> {
  const imageIds = new Set(files.flatMap((it) => getImageId(it) ?? []));
  if (imageIds.size === 0) return files;
  const used = await listUsed([...imageIds]);
  return files.filter((it) => !used.has(getImageId(it) ?? ''));
}

/** Deletes unused files older than an hour and returns their number. */
export async function cleanUpImages(db: Database, store: ObjectStore, now: Date): Promise<number> {
  await store.tidy();
  await forgetUnattachedImages(db, new Date(now.getTime() - UNATTACHED_TTL));
  let deleted = 0;
  for await (const page of store.list()) {
    const hidden = await excludeUsed(page, (ids) => listShownImageIds(db, ids));
    const ages = await Promise.all(hidden.map((file) => isExpired(file, now)));
    const expired = hidden.filter((_file, index) => ages[index]);
    const unused = await excludeUsed(expired, (ids) => listOrderedImageIds(db, ids));
    await store.delete(unused.map(({ name }) => name));
    deleted += unused.length;
  }
  return deleted;
}
