/** What becomes of values: filters, lists, files, bulk edits, earlier versions, and fields that go. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { desc, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { createAdminClient } from '../../../../tests/support/admin.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { makeImage } from '../../../../tests/support/images.ts';
import { previewVersion, restoreVersion } from '../../../contract/audit.ts';
import { previewBulkEdit, readBulkEdit, startBulkEdit, undoBulkEdit } from '../../../contract/bulk-edit.ts';
import { listCategories } from '../../../contract/category.ts';
import { createCategory, readAdminCategory, updateCategory } from '../../../contract/category-admin.ts';
import type { ValuesInput } from '../../../contract/custom-field-values.ts';
import * as contract from '../../../contract/custom-fields.ts';
import { changeCustomerFields, readCustomerDetails } from '../../../contract/customer.ts';
import { filterProducts, listCategoryProducts, readProduct } from '../../../contract/product.ts';
import { listProductTable } from '../../../contract/product-table.ts';
import { readSettings, updateSettings } from '../../../contract/settings.ts';
import { importProducts, openImportFile } from '../catalog/import/rows/import-products.ts';
import { auditLog } from '../database/schema/audit.ts';
import { renderPayload } from '../messages/webhooks/webhook-payload.ts';

const shop = await openShop();
const image = await makeImage();
const { db } = shop.deps;
const folder = mkdtempSync(path.join(os.tmpdir(), 'fields-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = async () => {
  const admin = await createAdminClient(shop, image);
  const { token } = admin;
  const define = async (body: Partial<contract.CustomField> & { key: string; name: string }) => {
    const reply = await shop.call(contract.createCustomField, { token, body: { owner: 'product', ...body } });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body.field;
  };
  const make = async (name: string, customFields: object) =>
    (await admin.create({ name, customFields: JSON.stringify(customFields) })).body.product;
  return { ...admin, define, make };
};

const FILTER = { isVisible: true, isFilter: true };
const filter = async (filters: { name: string; values: string[] }[]) => {
  const { body } = await shop.call(filterProducts, { body: { checked: [], radio: [], filters } });
  const groups = Object.fromEntries(
    body.facets.filters.map(({ name, values }) => [name, Object.fromEntries(values.map((it) => [it.value, it.count]))]),
  );
  return { names: body.products.map(({ name }) => name).sort(), groups };
};

test('[CFIELD-6] customers filter by fields: choices, yes and no, numbers in ranges, and with attributes of the same name', async () => {
  const { define, make, create, token } = await open();
  await define({ key: 'material', name: 'Material', type: 'choice', choices: ['Wool', 'Linen'], ...FILTER });
  await define({ key: 'vegan', name: 'Vegan', type: 'boolean', ...FILTER });
  await define({ key: 'width', name: 'Width', type: 'number', ...FILTER });
  await define({ key: 'note', name: 'Note', isVisible: true });
  for (let width = 1; width <= 12; width += 1)
    await make(`P${width}`, { width: width * 10, vegan: width > 6, material: width % 2 ? 'Wool' : 'Linen', note: `n${width}` });
  // A product that says it as an attribute, and one that says it twice, count once each.
  await create({ name: 'Old', attributes: JSON.stringify([{ name: 'Material', value: 'Wool' }]) });
  await create({
    name: 'Both',
    attributes: JSON.stringify([{ name: 'Material', value: 'Wool' }]),
    customFields: JSON.stringify({ material: 'Wool' }),
  });
  const { body } = await shop.call(readSettings);
  await shop.call(updateSettings, { token, body: { ...body.settings, filterAttributes: ['Material'] } });
  const all = await filter([]);
  expect(all.groups).toEqual({
    Material: { Linen: 6, Wool: 8 },
    Vegan: { No: 6, Yes: 6 },
    Width: { '0–50': 5, '50–100': 6, '100–150': 3 },
  });
  expect(
    (
      await filter([
        { name: 'Vegan', values: ['Yes'] },
        { name: 'Width', values: ['50–100'] },
      ])
    ).names,
  ).toEqual(['P10', 'P7', 'P8', 'P9']);
  expect((await filter([{ name: 'Material', values: ['Wool'] }])).names).toEqual(['Both', 'Old', 'P1', 'P11', 'P3', 'P5', 'P7', 'P9']);
  expect((await filter([{ name: 'Width', values: ['10'] }])).names).toEqual(['P1']);
  expect((await filter([{ name: 'Note', values: ['n1'] }])).names).toEqual([]);
  expect((await filter([{ name: 'Width', values: ['x', '–', '1e9–2'] }])).names).toEqual([]);
});

test('[CFIELD-7] categories, customers and orders have values of their own; the list of categories has none', async () => {
  const { define, token } = await open();
  await define({ owner: 'category', key: 'guide', name: 'Size guide', type: 'url', isVisible: true });
  await define({ owner: 'category', key: 'buyer', name: 'Buyer' });
  const made = await shop.call(createCategory, {
    token,
    body: { name: 'Hats', customFields: { guide: 'https://example.com/', buyer: 'HIDDEN-1' } },
  });
  const { category } = made.body;
  expect(category.customFields).toEqual({ guide: 'https://example.com/', buyer: 'HIDDEN-1' });
  const seen = (await shop.call(listCategoryProducts, { params: { slug: category.slug } })).body.category;
  expect([seen.customFields, seen.shownFields?.map(({ name }) => name)]).toEqual([{ guide: 'https://example.com/' }, ['Size guide']]);
  expect(JSON.stringify((await shop.call(listCategories)).body)).not.toContain('example.com');
  const params = { id: category._id };
  const change = await shop.call(updateCategory, {
    token,
    params,
    body: { name: 'Hats', customFields: { buyer: null }, version: category.version },
  });
  expect(change.body.category.customFields).toEqual({ guide: 'https://example.com/' });
  const old = await shop.call(updateCategory, {
    token,
    params,
    body: { name: 'Hats', customFields: { buyer: 'x' }, version: category.version },
  });
  expect(old).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  expect((await shop.call(readAdminCategory, { token, params })).body.category.customFields).toEqual({ guide: 'https://example.com/' });

  await define({ owner: 'customer', key: 'shoe_size', name: 'Shoe size', type: 'number' });
  const customer = await shop.signUp();
  const save = (customFields: object, shown?: object) =>
    shop.call(changeCustomerFields, {
      token,
      params: { id: customer.id },
      body: { customFields, ...(shown && { shown }) } as ValuesInput,
    });
  expect((await save({ shoe_size: 42 }, {})).body.customer.customFields).toEqual({ shoe_size: 42 });
  // Two at once: who saw nothing there doesn't overwrite what the other has written; the same again is no conflict.
  expect(await save({ shoe_size: 43 }, {})).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', current: { customFields: { shoe_size: 42 } } },
  });
  expect((await save({ shoe_size: 42 }, {})).status).toBe(200);
  expect((await save({ shoe_size: 43 }, { shoe_size: 42 })).status).toBe(200);
  expect((await save({ nothing: 1 })).status).toBe(400);
  expect((await shop.call(readCustomerDetails, { token, params: { id: customer.id } })).body.customer.customFields).toEqual({
    shoe_size: 43,
  });
});

test('[CFIELD-8] the product file has a column for each field; imported again it changes nothing, and cells are checked', async () => {
  const { define, make, token } = await open();
  await define({ key: 'fabric', name: 'Fabric' });
  await define({ key: 'vegan', name: 'Vegan', type: 'boolean' });
  await define({ key: 'width', name: 'Width', type: 'number' });
  const coat = await make('Coat', { fabric: '=Wool, "fine"', vegan: true, width: -1.5 });
  await make('Hat', {});
  const file = String(
    (await shop.send({ url: '/api/v1/product/export.csv', headers: { authorization: token, host: 'shop.example' } })).body.text,
  );
  const rows = parse(file, { bom: true }) as string[][];
  expect(rows[0]?.slice(-3)).toEqual(['field:fabric', 'field:vegan', 'field:width']);
  expect(file).toContain('Yes');
  const run = async (text: string) => {
    const name = path.join(folder, 'products.csv');
    writeFileSync(name, text);
    return importProducts(shop.deps, { ...(await openImportFile(name)), match: 'slug' });
  };
  expect(await run(file)).toMatchObject({ imported: 0, updated: 0, unchanged: 2, rejected: [] });
  const changed = await run(`slug,field:vegan,field:width,Field:Fabric\n${coat.slug},no,20,Linen\n`);
  expect(changed).toMatchObject({ updated: 1 });
  expect((await shop.call(listProductTable, { token, query: { keyword: 'coat' } })).body.products[0]?.customFields).toEqual({
    fabric: 'Linen',
    vegan: false,
    width: 20,
  });
  const refused = await run(`slug,field:width\n${coat.slug},wide\n`);
  expect(refused.rejected[0]?.reason).toContain('field:width must be a number');
});

test('[CFIELD-9] a bulk edit sets and clears a field, previews it, and is undone; the table is filtered by it', async () => {
  const { define, make, token } = await open();
  await define({ key: 'season', name: 'Season', type: 'choice', choices: ['Summer', 'Winter'] });
  const [one, two] = [await make('One', { season: 'Summer' }), await make('Two', {})];
  const ids = [one._id, two._id];
  const change = { field: 'custom' as const, key: 'season', value: 'winter' };
  const preview = await shop.call(previewBulkEdit, { token, body: { ids, change } });
  expect(preview.body).toMatchObject({ changed: 2, unchanged: 0, refused: 0 });
  expect(preview.body.changes[0]?.after).toEqual({ customFields: { season: 'Winter' } });
  const wrong = await shop.call(previewBulkEdit, { token, body: { ids, change: { ...change, value: 'Spring' } } });
  expect([wrong.status, wrong.body]).toMatchObject([400, { issues: [{ path: 'change.season', code: 'invalid_choice' }] }]);
  const id = crypto.randomUUID();
  await shop.call(startBulkEdit, { token, body: { id, ids, change } });
  const until = async (edit: string) =>
    expect.poll(async () => (await shop.call(readBulkEdit, { token, params: { id: edit } })).body.edit.status).toBe('done');
  await until(id);
  const list = async (fieldValue?: string) =>
    (await shop.call(listProductTable, { token, query: { field: 'season', ...(fieldValue && { fieldValue }) } })).body.products
      .map(({ name }) => name)
      .sort();
  expect([await list('Winter'), await list('Summer'), await list()]).toEqual([['One', 'Two'], [], []]);
  const undo = (await shop.call(undoBulkEdit, { token, params: { id } })).body.edit._id;
  await until(undo);
  expect([await list('Summer'), await list()]).toEqual([['One'], ['Two']]);
});

test('[CFIELD-10] a field that is deleted takes its values along, a choice that is removed its own; a type with values changes only without loss', async () => {
  const { define, make, update, token } = await open();
  const fit = await define({ key: 'fit', name: 'Fit', type: 'choice', choices: ['Slim', 'Wide'], isVisible: true });
  const product = await make('Shirt', { fit: 'Slim' });
  const other = await make('Blouse', { fit: 'Wide' });
  const params = { id: fit._id };
  const usage = async () => (await shop.call(contract.readFieldUsage, { token, params })).body;
  expect(await usage()).toMatchObject({
    values: 2,
    choices: [
      { choice: 'Slim', values: 1 },
      { choice: 'Wide', values: 1 },
    ],
  });
  const change = (body: object) => shop.call(contract.updateCustomField, { token, params, body });
  expect(await change({ type: 'number' })).toMatchObject({ status: 409, body: { code: 'field_in_use' } });
  expect((await change({ choices: ['Wide'] })).status).toBe(200);
  expect(await usage()).toMatchObject({ values: 1, choices: [{ choice: 'Wide', values: 1 }] });
  expect((await update(product, { customFields: { fit: 'Slim' } })).status).toBe(400);
  expect((await change({ type: 'text' })).body.field).toMatchObject({ type: 'text', choices: [] });
  const remove = (by: string) => shop.call(contract.deleteCustomField, { token: by, params });
  const staff = (await shop.signUp({ role: 1, teamRole: 'staff' })).token;
  expect((await remove(staff)).status).toBe(403);
  expect((await remove(token)).status).toBe(200);
  expect((await remove(token)).status).toBe(404);
  expect((await shop.call(readProduct, { params: { slug: other.slug } })).body.product[0]).not.toHaveProperty('customFields');
  // The key is free again, and old values don't come back with it.
  await define({ key: 'fit', name: 'Fit', isVisible: true });
  expect((await shop.call(readProduct, { params: { slug: other.slug } })).body.product[0]).not.toHaveProperty('customFields');
});

test('[CFIELD-11] the activity log and earlier versions know values; restoring brings back those whose field is still there', async () => {
  const { define, make, update, token } = await open();
  const fabric = await define({ key: 'fabric', name: 'Fabric' });
  await define({ key: 'fit', name: 'Fit' });
  const product = await make('Shirt', { fabric: 'Wool', fit: 'Slim' });
  await update(product, { customFields: { fabric: 'Linen', fit: null } });
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.objectId, product._id)).orderBy(desc(auditLog.id)).limit(1);
  expect(entry?.changes).toEqual({ custom: { before: { fabric: 'Wool', fit: 'Slim' }, after: { fabric: 'Linen' } } });
  await shop.call(contract.deleteCustomField, { token, params: { id: fabric._id } });
  const params = { id: String(entry?.id) };
  const { version, kept } = (await shop.call(previewVersion, { token, params })).body.preview;
  expect(kept).toEqual([{ field: 'custom', reason: 'gone' }]);
  expect((await shop.call(restoreVersion, { token, params, body: { version } })).status).toBe(200);
  const [restored] = (await shop.call(listProductTable, { token, query: { keyword: 'shirt' } })).body.products;
  expect(restored?.customFields).toEqual({ fit: 'Slim' });
});

test('[CFIELD-12] webhooks of products carry all values', async () => {
  const { define, make } = await open();
  await define({ key: 'erp', name: 'ERP number' });
  const product = await make('Shirt', { erp: 'A-1' });
  const event = {
    id: '1',
    type: 'product.changed' as const,
    subjectId: product._id,
    details: { change: 'updated' },
    createdAt: new Date(),
  };
  const body = JSON.parse(await renderPayload(db, event as never)) as { data: { product: object } };
  expect(body.data.product).toMatchObject({ customFields: { erp: 'A-1' } });
});
