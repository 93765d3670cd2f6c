/**
 * The images of the demo's products are made while the shop is open: each when it is first asked for, and all others by a job. Making them
 * takes longer than everything else of a first start.
 */
import { IMAGE_WIDTHS } from '../../../contract/limits.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { limitConcurrency } from '../../platform/process/concurrency-limit.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { listOrderedImageIds, listShownImageIds } from '../content/media/image.repository.ts';
import { imageFileName } from '../content/media/image-url.ts';
import { storeImage } from '../content/media/storage.ts';
import { deleteSetting, findSetting, saveSetting } from '../settings/settings.repository.ts';
import { type DemoImage, listDemoImages } from './demo-catalog.ts';
import { renderDemoImage } from './product-images.ts';
import { isSeeded } from './seed-lease.ts';

type RenderImage = typeof renderDemoImage;

/** There while products of the demo name images that may have no files yet. */
const PENDING_KEY = 'demo_images_pending';

/** The job makes one after the other, so that of two cores one stays for visitors. */
const MAX_CONCURRENT = 2;

export const promiseDemoImages = (db: Database): Promise<unknown> => saveSetting(db, PENDING_KEY, {});

const isPending = async (db: Database): Promise<boolean> => (await findSetting(db, PENDING_KEY)) !== null;

/** While another process seeds, products are still coming whose images would be left out. */
export const hasDemoImagesToMake = async (db: Database): Promise<boolean> => (await isPending(db)) && (await isSeeded(db));

/** A merchant may have deleted the product meanwhile. */
async function isUsed(db: Database, imageId: string): Promise<boolean> {
  return (await listShownImageIds(db, [imageId])).size > 0 || (await listOrderedImageIds(db, [imageId])).size > 0;
}

async function makeImage(db: Database, store: ObjectStore, { imageId, name, index }: DemoImage, renderImage: RenderImage): Promise<void> {
  const found = await store.find(imageFileName(imageId, IMAGE_WIDTHS[0]));
  if (!found && (await isUsed(db, imageId))) await storeImage(store, await renderImage(name, index), imageId);
}

/** Makes a demo product's image when one of its files is looked for. Shops whose images are all made read as before. */
export function withDemoImages(store: ObjectStore, db: Database, renderImage: RenderImage = renderDemoImage): ObjectStore {
  const limit = limitConcurrency(MAX_CONCURRENT);
  const inFlight = new Map<string, Promise<void>>();
  let loading: Promise<Map<string, DemoImage>> | undefined;
  const load = async () =>
    new Map((await listDemoImages()).flatMap((image) => IMAGE_WIDTHS.map((width) => [imageFileName(image.imageId, width), image])));
  const makeOnce = async (name: string) => {
    loading ??= load();
    const image = (await loading).get(name);
    if (!image || !(await isPending(db))) return;
    const making = inFlight.get(image.imageId) ?? limit(() => makeImage(db, store, image, renderImage));
    inFlight.set(image.imageId, making);
    await making.finally(() => inFlight.delete(image.imageId));
  };
  /** Looks again after the image was made. */
  const look = async <T>(name: string, find: () => Promise<T | null>): Promise<T | null> => {
    const found = await find();
    if (found !== null) return found;
    await makeOnce(name);
    return find();
  };
  return {
    ...store,
    find: (name, conditions) => look(name, () => store.find(name, conditions)),
    read: (name) => look(name, () => store.read(name)),
  };
}

/** Makes those that are still missing. Stopped, the next call goes on. */
export async function makeDemoImages(
  { db, images }: Pick<Deps, 'db' | 'images'>,
  { signal, renderImage = renderDemoImage }: { signal?: AbortSignal; renderImage?: RenderImage } = {},
): Promise<void> {
  if (!(await hasDemoImagesToMake(db))) return;
  const store = withDemoImages(images, db, renderImage);
  for (const { imageId } of await listDemoImages()) {
    if (signal?.aborted) return;
    await store.find(imageFileName(imageId, IMAGE_WIDTHS[0]));
  }
  await deleteSetting(db, PENDING_KEY);
}
