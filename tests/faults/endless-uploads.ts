/** Adds products in an endless loop: a process for tests to kill during an upload. */

import { openServer } from '../../src/server/platform/database/connect.ts';
import { openFolderStore } from '../../src/server/platform/storage/folder-store.ts';
import { addProduct } from '../../src/server/shop/catalog/products/product.service.ts';
import { IMAGE_FILE_PATTERN } from '../../src/server/shop/content/media/image-url.ts';
import { makeNoiseImage } from '../support/images.ts';

const [url = '', uploadsDir = '', categoryId = ''] = process.argv.slice(2);
const { db } = await openServer(url, console, 1);
const images = openFolderStore(uploadsDir, IMAGE_FILE_PATTERN);
const image = await makeNoiseImage('jpeg', { width: 700, height: 500 });
const input = { name: 'Tea', description: 'Green.', priceCents: 100, quantity: 1, shipping: 0 as const, categoryId };
for (;;) {
  await addProduct({ db, images, now: () => new Date() }, input, image);
  process.send?.('added');
}
