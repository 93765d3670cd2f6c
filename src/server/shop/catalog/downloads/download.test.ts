/** What is refused of a file, and what becomes of an upload that nobody finishes. */
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { addFile, seedUnshipped, uploadPiece } from '../../../../../tests/support/downloads.ts';
import { createDownload, DOWNLOAD_PIECE_BYTES, listDownloads } from '../../../../contract/downloads.ts';
import { DAY, HOUR } from '../../../../contract/values.ts';
import { downloadPieces } from '../../database/schema/downloads.ts';
import { cleanUpDownloads } from './download.service.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

let token = '';
let book = '';
beforeEach(async () => {
  token = (await shop.signUp({ role: 1, teamRole: 'owner' })).token;
  [book = ''] = await seedUnshipped(shop, [{ name: 'Book' }]);
});

test('[DOWNLOAD-1] what nobody finished is deleted after a day, with what a killed upload has left in the store', async () => {
  const { body } = await shop.call(createDownload, {
    token,
    params: { product: book },
    body: { name: 'a', bytes: 5 + DOWNLOAD_PIECE_BYTES },
  });
  await uploadPiece(shop, token, body.file._id, 1, Buffer.from('bytes'));
  const lost = `${'ab'.repeat(16)}.bin`;
  await shop.deps.downloads.put([{ name: lost, bytes: Buffer.from('lost') }]);
  await addFile(shop, token, book);
  const { downloads } = shop.deps;
  const pieces = (await db.select().from(downloadPieces)).map(({ name }) => name);
  const listKept = async () => (await Promise.all(pieces.map((name) => downloads.find(name)))).map((it) => it !== null);
  shop.advanceClock(2 * HOUR);
  await cleanUpDownloads(shop.deps, shop.deps.now());
  expect([await downloads.find(lost), await listKept()]).toEqual([null, [true, true]]);
  shop.advanceClock(DAY);
  await cleanUpDownloads(shop.deps, shop.deps.now());
  expect(await listKept()).toEqual([false, true]);
  expect((await shop.call(listDownloads, { token, params: { product: book } })).body.files).toMatchObject([{ name: 'Guide.pdf' }]);
});

test('[DOWNLOAD-1] a file needs a name, a size that can be sold, and variants of its product', async () => {
  const refuse = async (body: unknown) => (await shop.call(createDownload, { token, params: { product: book }, body })).status;
  for (const name of ['', '   ', '.', '..', '../a', 'a/b', 'a\\b', 'a\nb', 'a'.repeat(201), 7, null])
    expect([name, await refuse({ name, bytes: 5 })]).toEqual([name, 400]);
  for (const bytes of [0, -1, 1.5, 2 ** 31 + 1, 'x', null]) expect([bytes, await refuse({ name: 'a', bytes })]).toEqual([bytes, 400]);
  expect(await refuse({ name: 'a', bytes: 5, variants: [book] })).toBe(400);
  const [other = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 100, quantity: 1 }]);
  expect((await shop.call(createDownload, { token, params: { product: crypto.randomUUID() }, body: { name: 'a', bytes: 5 } })).status).toBe(
    404,
  );
  expect(
    (await shop.call(createDownload, { token, params: { product: other }, body: { name: '家.pdf', bytes: 2 ** 31 } })).body.file.missing,
  ).toHaveLength(512);
});
