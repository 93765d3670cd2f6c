/** Uploads onto a full disk, and processes killed during uploads. */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { fastify } from 'fastify';
import { afterAll, expect, inject, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { listFileNames } from '../../../../../tests/support/image-files.ts';
import { makeImage, makeNoiseImage } from '../../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../../tests/support/multipart-form.ts';
import { makeCategory } from '../../../../../tests/support/products.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { mountTinyDisk } from '../../../../../tests/support/tiny-disk.ts';
import { IMAGE_WIDTHS } from '../../../../contract/limits.ts';
import { listProducts } from '../../../../contract/product.ts';
import { createProduct } from '../../../../contract/product-admin.ts';
import { sendError } from '../../../platform/http/errors.ts';
import { openFolderStore } from '../../../platform/storage/folder-store.ts';
import { products } from '../../database/schema/catalog.ts';
import { cleanUpImages } from './cleanup.ts';
import { IMAGE_FILE_PATTERN, imageFileName } from './image-url.ts';

const tinyDisk = mountTinyDisk('64k');
const shop = await openShop({ deps: () => (tinyDisk ? { images: openFolderStore(tinyDisk.folder, IMAGE_FILE_PATTERN) } : {}) });
const uploadsDir = tinyDisk?.folder ?? shop.uploadsDir;
const { db } = shop.deps;
afterAll(() => tinyDisk?.unmount());

test.skipIf(!tinyDisk)(
  '[fault 23] on a full disk an upload gets 507, leaves no row and no file, and works once there is space',
  async () => {
    const { token } = await shop.signUp({ role: 1 });
    const fields = { name: 'Tea', description: 'Green.', price: '1', quantity: '1', category: await makeCategory(db) };
    const create = async (image: Buffer) => shop.call(createProduct, { token, ...(await makeMultipartForm(fields, image)) });
    const rejected = await create(await makeNoiseImage('jpeg', { width: 1280, height: 1280 }));
    expect(rejected).toMatchObject({ status: 507, body: { success: false, message: "The server's disk is full" } });
    expect(listFileNames(uploadsDir)).toEqual([]);
    expect((await shop.call(listProducts)).body.total).toBe(0);
    expect((await create(await makeImage())).status).toBe(200);
  },
);

test.skipIf(!existsSync('/dev/full'))('[fault 23] ENOSPC becomes a 507', async () => {
  const app = fastify();
  app.setErrorHandler<Error>(sendError);
  app.get('/', async () => writeFileSync('/dev/full', 'x'));
  expect((await app.inject('/')).statusCode).toBe(507);
  await app.close();
});

/** Resolves once the child has added a product. */
function waitForFirstMessage(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`the child ended with ${code}`)));
  });
}

const server = inject('server');
const KILLS = isFullRun ? 20 : 3;

// The embedded database belongs to one process, and this needs two.
test.runIf(isFullRun && server)(
  `[fault 24] after ${KILLS} kills during uploads, no product lacks its image, and the clean-up deletes the rest`,
  { tags: ['full'], timeout: 180_000 },
  async () => {
    const uploads = mkdtempSync(path.join(os.tmpdir(), 'shop-killed-'));
    const [{ name } = { name: '' }] = (
      (await db.execute(sql`select current_database() as name`)) as unknown as { rows: { name: string }[] }
    ).rows;
    const categoryId = await makeCategory(db);
    for (let round = 0; round < KILLS; round += 1) {
      const child = fork(path.join(import.meta.dirname, '../../../../../tests/faults/endless-uploads.ts'), [
        `${server?.url}${name}`,
        uploads,
        categoryId,
      ]);
      await waitForFirstMessage(child);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
    const rows = await db.select().from(products);
    expect(rows.length).toBeGreaterThanOrEqual(KILLS);
    const whole = rows.flatMap((row) => IMAGE_WIDTHS.map((width) => imageFileName(row.imageId, width))).sort();
    expect(listFileNames(uploads)).toEqual(expect.arrayContaining(whole));
    await cleanUpImages(db, openFolderStore(uploads, IMAGE_FILE_PATTERN), new Date(Date.now() + 2 * 3_600_000));
    expect(listFileNames(uploads).sort()).toEqual(whole);
    rmSync(uploads, { recursive: true });
  },
);
