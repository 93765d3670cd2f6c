/** The demo with small images after its first page, as encoding the real ones takes most of the time. */
import { openEmbedded } from '../../src/server/platform/database/connect.ts';
import { openImageStores } from '../../src/server/shop/content/media/storage.ts';
import { makeDemoImages } from '../../src/server/shop/seed/demo-images.ts';
import { renderDemoImage, toHue } from '../../src/server/shop/seed/product-images.ts';
import { seedDemo } from '../../src/server/shop/seed/seed.ts';
import { makeImage } from './images.ts';

/** A plain square, as large as the smallest width that is stored: encoded once for all of them. */
export const renderSmallImage = (_file: string, index: number): Promise<Buffer> =>
  makeImage('png', { width: 160, height: 160, colour: `hsl(${Math.round(toHue(index))} 40% 60%)` });

/** The home page shows these, and tests measure the bytes of a first visit. */
const OWN_IMAGES = 8;

const renderImage: typeof renderDemoImage = (file, index) =>
  index < OWN_IMAGES ? renderDemoImage(file, index) : renderSmallImage(file, index);

export async function seedSmallDemo(dataDir: string): Promise<void> {
  const { db, close } = await openEmbedded({ dataDir });
  const { current: images } = openImageStores(dataDir, { s3: null, writesTo: 'folder' });
  try {
    await seedDemo({ db, images, now: () => new Date() }, () => undefined);
    await makeDemoImages({ db, images }, { renderImage });
  } finally {
    await close();
  }
}
