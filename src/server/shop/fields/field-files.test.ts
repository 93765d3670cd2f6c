/** Fields whose value is a file: uploaded, shown, sent, written in files, restored, and deleted once nothing names it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createAdminClient } from '../../../../tests/support/admin.ts';
import { makeBytes } from '../../../../tests/support/downloads.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { makeImage } from '../../../../tests/support/images.ts';
import { previewVersion } from '../../../contract/audit.ts';
import { listCategories } from '../../../contract/category.ts';
import { readAdminCategory, updateCategory } from '../../../contract/category-admin.ts';
import * as contract from '../../../contract/custom-fields.ts';
import { FIELD_FILE_MAX_BYTES } from '../../../contract/limits.ts';
import { listCategoryProducts, readProduct } from '../../../contract/product.ts';
import { DAY, HOUR } from '../../../contract/values.ts';
import { PIECE_BYTES } from '../../platform/storage/piece-store.ts';
import { cleanUpDownloads } from '../catalog/downloads/download.service.ts';
import { importProducts, openImportFile } from '../catalog/import/rows/import-products.ts';
import { auditLog } from '../database/schema/audit.ts';
import { renderPayload } from '../messages/webhooks/webhook-payload.ts';
import { findFile } from './field-file.repository.ts';

const shop = await openShop();
const image = await makeImage();
const { db } = shop.deps;
const folder = mkdtempSync(path.join(os.tmpdir(), 'field-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PDF = Buffer.from('%PDF-1.7 sizes');

async function open(key: string, more: Partial<contract.CustomField> = {}) {
  const admin = await createAdminClient(shop, image);
  const { token } = admin;
  const define = (body: object) => shop.call(contract.createCustomField, { token, body: { owner: 'product', ...body } as never });
  const { status } = await define({ key, name: 'Size chart', type: 'file', isVisible: true, ...more });
  expect(status).toBe(200);
  const upload = (name: string, body: Buffer = PDF) =>
    shop.call(contract.uploadFieldFile, { token, query: { name }, headers: { 'content-type': 'application/octet-stream' }, body });
  const make = async (name: string, customFields: object) =>
    (await admin.create({ name, customFields: JSON.stringify(customFields) })).body;
  return { ...admin, define, upload, make };
}
const fetchFile = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers });
const readPublic = async (slug: string) => (await shop.call(readProduct, { params: { slug } })).body.product[0];

test('[CFIELD-15] a file of a product is uploaded, shown with name and size, and sent as what it is, whole and in part', async () => {
  const { upload, make } = await open('chart');
  const bytes = makeBytes(PIECE_BYTES + 1000);
  const { file } = (await upload(' Größen „Tabelle“.PDF ', bytes)).body;
  expect(file).toEqual({
    url: expect.stringMatching(/^\/files\/[0-9a-f-]{36}\/grossen-tabelle\.pdf$/),
    name: 'Größen „Tabelle“.PDF',
    bytes: bytes.length,
  });
  const { product } = await make('Filed coat', { chart: file.url });
  const shown = await readPublic(product.slug);
  expect(shown).toMatchObject({ customFields: { chart: file.url }, shownFields: [{ key: 'chart', type: 'file' }], linkedFiles: [file] });
  const whole = await fetchFile(file.url);
  expect([whole.statusCode, whole.rawPayload.equals(bytes)]).toEqual([200, true]);
  expect(whole.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^inline; filename="Gr__en/),
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  const part = await fetchFile(file.url, { range: `bytes=${PIECE_BYTES - 2}-${PIECE_BYTES + 1}` });
  expect([part.statusCode, part.rawPayload.equals(bytes.subarray(PIECE_BYTES - 2, PIECE_BYTES + 2))]).toEqual([206, true]);
  expect((await fetchFile(file.url, { 'if-none-match': String(whole.headers.etag) })).statusCode).toBe(304);
  expect((await fetchFile(file.url.replace(/[0-9a-f-]{36}/, crypto.randomUUID()))).statusCode).toBe(404);
});

test('[CFIELD-16] what a browser would run is refused, as are empty and too large files, and fields of customers and orders', async () => {
  const { upload, define } = await open('manual');
  for (const name of ['a.html', 'a.svg', 'a.pdf.exe', 'a.js', 'pdf', 'a.xml'])
    expect(await upload(name), name).toMatchObject({ status: 400, body: { issues: [{ path: 'name', code: 'invalid_choice' }] } });
  expect(await upload('a/b.pdf')).toMatchObject({ status: 400 });
  expect(await upload('a.pdf', Buffer.alloc(0))).toMatchObject({ status: 400, body: { issues: [{ path: 'file' }] } });
  const stored = async () => (await Array.fromAsync(shop.deps.downloads.list())).flat().length;
  const before = await stored();
  const large = await upload('a.pdf', Buffer.alloc(FIELD_FILE_MAX_BYTES + 1));
  expect(large).toMatchObject({ status: 400, body: { issues: [{ path: 'file', code: 'too_large' }] } });
  expect(await stored()).toBe(before);
  const { file } = (await upload('page.txt', Buffer.from('<script>alert(1)</script>'))).body;
  const sent = await fetchFile(file.url);
  expect(sent.headers['content-disposition']).toMatch(/^attachment;/);
  expect(sent.headers['content-type']).toBe('text/plain; charset=utf-8');
  for (const owner of ['customer', 'order'])
    expect(await define({ owner, key: 'id_card', name: 'ID card', type: 'file' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'type' }] },
    });
  expect(await define({ key: 'x', name: 'X', type: 'file', isVisible: true, isFilter: true })).toMatchObject({ status: 400 });
});

test('[CFIELD-17] a value is a file’s address or name: in calls, in product files, and in categories; one that there isn’t is refused', async () => {
  const { upload, make, token } = await open('guide');
  const { file } = (await upload('Guide.pdf')).body;
  const { product } = await make('Guided', { guide: `https://old.example${file.url}` });
  expect((await readPublic(product.slug))?.customFields).toEqual({ guide: file.url });
  const refused = await make('Unguided', { guide: '/files/none.pdf' });
  expect(refused).toMatchObject({ issues: [{ path: 'customFields.guide', code: 'unknown' }] });
  const other = (await make('By name', {})).product;
  const run = async (text: string) => {
    const name = path.join(folder, 'products.csv');
    writeFileSync(name, text);
    return importProducts(shop.deps, { ...(await openImportFile(name)), match: 'slug' });
  };
  expect(await run(`slug,field:guide\n${other.slug},guide.PDF\n`)).toMatchObject({ updated: 1, rejected: [] });
  const written = String(
    (await shop.send({ url: '/api/v1/product/export.csv?keyword=guided', headers: { authorization: token } })).body.text,
  );
  expect(written).toContain(file.url);
  expect(await run(written)).toMatchObject({ updated: 0, unchanged: 1, rejected: [] });
  const unknown = await run(`slug,field:guide\n${other.slug},nothing.pdf\n`);
  expect(unknown.rejected[0]?.reason).toContain('field:guide is no file of this shop');
  const event = { id: '1', type: 'product.changed', subjectId: other._id, createdAt: new Date(), details: { change: 'updated' } };
  expect(await renderPayload(db, event as never)).toContain(file.url);
});

test('[CFIELD-18] a category shows its file; what nothing names any more is deleted after eight days, with its bytes', async () => {
  const { upload, token: first } = await open('catalog', { owner: 'category' });
  const { file } = (await upload('Catalog.pdf')).body;
  const [pieceOfNothing] = (await upload('Unused.pdf')).body.file.url.split('/').slice(2, 3);
  const { category: all } = (await shop.call(listCategories)).body;
  // Logins end meanwhile.
  let token = first;
  const params = { id: all[0]?._id ?? '' };
  const set = (value: string) =>
    shop.call(updateCategory, { token, params, body: { name: all[0]?.name ?? '', customFields: { catalog: value } } });
  expect((await set('Catalog.pdf')).status).toBe(200);
  const { category } = (await shop.call(listCategoryProducts, { params: { slug: all[0]?.slug ?? '' } })).body;
  expect(category.linkedFiles).toEqual([file]);
  const cleanUp = async (ms: number) => {
    shop.advanceClock(ms);
    await cleanUpDownloads(shop.deps, shop.deps.now());
  };
  await cleanUp(2 * HOUR);
  await cleanUp(8 * DAY);
  expect([await findFile(db, pieceOfNothing ?? ''), (await fetchFile(file.url)).statusCode]).toEqual([null, 200]);
  const id = file.url.split('/')[2] ?? '';
  const [piece = ''] = (await findFile(db, id))?.pieces ?? [];
  token = (await shop.signUp({ role: 1, teamRole: 'owner' })).token;
  expect((await set('')).status).toBe(200);
  await cleanUp(DAY);
  await cleanUp(7 * DAY);
  expect(await findFile(db, id)).not.toBeNull();
  await cleanUp(2 * DAY);
  expect([await findFile(db, id), await shop.deps.downloads.find(piece), (await fetchFile(file.url)).statusCode]).toEqual([
    null,
    null,
    404,
  ]);
  token = (await shop.signUp({ role: 1, teamRole: 'owner' })).token;
  // An earlier version of the category had it: it can't come back.
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.objectId, params.id)).orderBy(desc(auditLog.id)).limit(1);
  const preview = await shop.call(previewVersion, { token, params: { id: String(entry?.id) } });
  expect(preview.body.preview.kept).toEqual([{ field: 'custom', reason: 'gone' }]);
  expect((await shop.call(readAdminCategory, { token, params })).status).toBe(200);
});
