/** What is chosen for an import, what is refused of it, and what stays of it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../../../tests/support/images.ts';
import { IMAGE_URL, openImporter, readTestProduct, seedTeas, toText } from '../../../../../../tests/support/product-imports.ts';
import { listCategories } from '../../../../../contract/category.ts';
import { exportImportSample, exportRefusedRows, listProductImports, startProductImport } from '../../../../../contract/product-import.ts';
import { exportProducts } from '../../../../../contract/product-table.ts';
import { DAY, MINUTE } from '../../../../../contract/values.ts';
import { applyRetention } from '../../../customers/privacy/privacy.service.ts';
import { auditLog } from '../../../database/schema/audit.ts';
import { productImportPieces } from '../../../database/schema/bulk-changes.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

test('[IMPORT-10] refused rows are downloaded as a file with row, column and reason, to correct and upload again; no cell begins a formula', async () => {
  await seedTeas(db, 1);
  const { token, check, run, importFile } = await openImporter(shop);
  const file = `name,description,price,quantity,category,image,sku\n"=1+1","Two\nlines",,1,Tea,${IMAGE_URL},A\nMint,Fresh,2,1,Tea,${IMAGE_URL},B\nRue,Bitter,x,1,Tea,${IMAGE_URL},C`;
  const { import: checked } = await check(file);
  const download = async (id: string) => toText(await shop.call(exportRefusedRows, { token, params: { id } })).replace('\uFEFF', '');
  const text = await download(checked._id);
  expect(text.split('\r\n')).toEqual([
    'name,description,price,quantity,category,image,sku,Refused row,Refused column,Refused because',
    `"'=1+1","Two\nlines",,1,Tea,${IMAGE_URL},A,2,price,price is required`,
    `Rue,Bitter,x,1,Tea,${IMAGE_URL},C,4,price,"price must be a number, such as 12.50"`,
    '',
  ]);
  const { import: done } = await run(checked._id);
  expect(await download(done._id)).toBe(text);
  const mended = text.replace(',,1,Tea', ',3,1,Tea').replace('Bitter,x', 'Bitter,2');
  const again = await importFile(`\uFEFF${mended}`);
  expect(again.import).toMatchObject({ created: 2, refused: 0 });
  expect(await db.$count(sql`products`, sql`name = '=1+1'`)).toBe(1);
});

test('[IMPORT-11] an import follows the choices for columns, products, categories and images', async () => {
  await seedTeas(db);
  const { token, check, choose, run } = await openImporter(shop);
  const { import: checked } = await check(`a,b,c,d,e,f\nTEA-1,New name,Moss,3,${IMAGE_URL},tea-2`);
  expect(checked.problem).toContain('Missing: name, description, price');
  expect((await shop.call(startProductImport, { token, params: { id: checked._id } })).status).toBe(409);
  const mapping = { sku: 'a', name: 'b', category: 'c', quantity: 'd', slug: 'f', nonsense: 'e', price: 'zzz' };
  const mapped = await choose(checked._id, { mapping });
  expect(mapped.import).toMatchObject({ problem: null, updated: 1, newCategories: ['Moss'] });
  expect(mapped.import.columns.map(({ field }) => field)).toEqual(['sku', 'name', 'category', 'quantity', null, 'slug']);
  const refused = await choose(checked._id, { mapping, createsCategories: false });
  expect(refused.errors).toMatchObject([{ row: 2, column: 'c', reason: "the category Moss doesn't exist" }]);
  const bySlug = await choose(checked._id, { mapping, match: 'slug', createsCategories: true });
  expect(bySlug.errors).toMatchObject([{ row: 2, column: 'a', reason: 'there is already a product with the SKU TEA-1' }]);
  const asNew = await choose(checked._id, { mapping, match: 'none' });
  expect(asNew.errors.map(({ column }) => column)).toContain('price');
  await choose(checked._id, { mapping, match: 'auto' });
  await run(checked._id);
  expect(await readTestProduct(shop, token, 'tea-1')).toMatchObject({ name: 'New name', quantity: 3 });
  expect((await shop.call(listCategories)).body.category.map(({ name }) => name).sort()).toEqual(['Moss', 'Tea']);
});

test('[IMPORT-11] [IMPORT-17] images are fetched once each from allowed hosts; missing ones are reported, and a later file can bring them', async () => {
  await seedTeas(db, 1);
  const image = await makeImage('png');
  let requests = 0;
  const server = createServer(({ url }, response) => {
    requests += 1;
    if (url === '/gone.png') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'image/png' }).end(image);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { token, check, choose, run, importFile } = await openImporter(shop);
  const row = (name: string, pictures: string) => `${name},Light,9,1,Lamps,${pictures}`;
  const rows = [row('One', `${base}/lamp.png | ${base}/side.png`), row('Two', `${base}/lamp.png`), row('Three', `${base}/gone.png`)];
  const { import: checked, notices } = await check(['name,description,price,quantity,category,image', ...rows].join('\n'));
  expect(checked).toMatchObject({ created: 3, refused: 0, hosts: [{ host: '127.0.0.1', images: 4, isAllowed: false }] });
  expect(notices.filter(({ kind }) => kind === 'no_image').map(({ reason }) => reason)).toEqual([
    "is imported without an image: images on 127.0.0.1 aren't fetched: allow that host first (and 1 more)",
    ...Array(2).fill("is imported without an image: images on 127.0.0.1 aren't fetched: allow that host first"),
  ]);
  expect((await choose(checked._id, { imageHosts: ['127.0.0.1'] })).import).toMatchObject({ created: 3, refused: 0 });
  expect(requests).toBe(0);
  const done = await run(checked._id);
  expect(done.import).toMatchObject({ created: 3, refused: 0 });
  expect(done.notices).toMatchObject([
    { kind: 'no_image', row: 4, column: 'image', reason: expect.stringContaining('its server answered 404') },
  ]);
  // The picture that stands for none; the next file gives it one of its own, though images aren't replaced.
  const without = (await readTestProduct(shop, token, 'three'))?.image;
  await importFile(`slug,image\nthree,${base}/lamp.png`, { imageHosts: ['127.0.0.1'] });
  expect((await readTestProduct(shop, token, 'three'))?.image).not.toBe(without);
  const [one, two] = [await readTestProduct(shop, token, 'one'), await readTestProduct(shop, token, 'two')];
  expect(one?.images).toHaveLength(2);
  expect(two?.image).toBe(one?.image);
  expect((await shop.send({ url: one?.image ?? '' })).headers['content-type']).toBe('image/webp');
  // lamp and side once, gone twice, lamp again for the later file.
  expect(requests).toBe(5);
  const replacing = { imageHosts: ['127.0.0.1'], replacesImages: true };
  await importFile(`slug,image,price\none,${base}/new.png,9`, replacing);
  expect((await readTestProduct(shop, token, 'one'))?.images).toHaveLength(1);
  // The shop's own export names its pictures: nothing has to be fetched for it.
  const before = requests;
  const exported = toText(await shop.call(exportProducts, { token }));
  expect((await importFile(exported, { replacesImages: true })).import).toMatchObject({ updated: 0, unchanged: 4, refused: 0 });
  expect(requests).toBe(before);
  server.close();
});

test('[IMPORT-13] uploaded files and refused rows are deleted after a week; the results stay', async () => {
  await seedTeas(db, 1);
  const { token, check, importFile, read } = await openImporter(shop);
  const { import: done } = await importFile('sku,price\nTEA-1,20\nNONE,3');
  await check('sku,price\nTEA-1,30');
  await applyRetention(shop.deps);
  expect(await db.$count(productImportPieces)).toBe(2);
  shop.advanceClock(7 * DAY + MINUTE);
  expect(await applyRetention(shop.deps)).toMatchObject({ imports: 2 });
  expect(await db.$count(productImportPieces)).toBe(0);
  const { token: later } = await shop.signUp({ role: 1 });
  const { imports } = (await shop.call(listProductImports, { token: later })).body;
  expect(imports).toMatchObject([{ _id: done._id, updated: 1, refused: 1, hasFile: false }]);
  expect((await shop.call(exportRefusedRows, { token: later, params: { id: done._id } })).body).toMatchObject({ code: 'import_closed' });
  void [token, read];
});

test('[IMPORT-14] the audit log says who imported, and what that changed in each product', async () => {
  await seedTeas(db, 1);
  const { importFile } = await openImporter(shop);
  const { import: done } = await importFile('sku,price,quantity\nTEA-1,20,9');
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.objectType, 'product'), eq(auditLog.requestId, done._id)))
    .orderBy(auditLog.id);
  expect(rows).toMatchObject([
    { action: 'updated', actorKind: 'admin', changes: { price_cents: { before: 1000, after: 2000 }, quantity: { before: 5, after: 9 } } },
  ]);
  const own = await db.select().from(auditLog).where(eq(auditLog.objectType, 'product-import')).orderBy(auditLog.id);
  expect(own.map(({ action, actorKind, objectName }) => [action, actorKind, objectName])).toEqual([
    ['created', 'admin', 'products.csv'],
    ['updated', 'admin', 'products.csv'],
  ]);
});

test('[IMPORT-8] the sample file can be imported unchanged', async () => {
  await seedTeas(db, 1);
  const { token, importFile } = await openImporter(shop);
  const sample = toText(await shop.call(exportImportSample, { token }));
  expect((await importFile(sample)).import).toMatchObject({ created: 2, refused: 0 });
  expect(await readTestProduct(shop, token, 'linen-shirt')).toMatchObject({
    status: 'draft',
    descriptionText: 'A light shirt in two sizes.\n\n• 100% linen\n• Wash at 30°',
    variants: [{ sku: 'SHIRT-S' }, { sku: 'SHIRT-M' }],
  });
});
