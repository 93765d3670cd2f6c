import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { openShoeForm } from '../../../../../tests/support/shoe-form.ts';
import { readAdminProduct } from '../../../../contract/product-admin.ts';
import { importProducts, openImportFile } from '../import/rows/import-products.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

async function exportCsv(token: string, query = '') {
  const { status, headers, body } = await shop.send({
    url: `/api/v1/product/export.csv?${query}`,
    headers: { authorization: token, host: 'shop.example' },
  });
  const text = String(body.text);
  return { status, type: headers['content-type'], text, rows: parse(text, { bom: true, columns: true }) as Record<string, string>[] };
}

test('[PWORK-11] all filtered products are exported as CSV, and no cell begins a formula', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const categoryId = await makeCategory(db);
  const names = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'Tea, "green"; 茶\nand more', ' blank '];
  await makeProducts(
    db,
    names.map((name, index) => ({ categoryId, name, description: name, sku: `=${index}`, compareAtCents: 2000 })),
  );
  await makeProducts(
    db,
    Array.from({ length: 1200 }, (_, index) => ({ categoryId, name: `Cup ${index}`, slug: `cup-${index}`, status: 'draft' as const })),
  );
  const { status, type, text, rows } = await exportCsv(token);
  expect([status, type]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(text.startsWith('\uFEFFname,')).toBe(true);
  expect(rows).toHaveLength(1207);
  expect(new Set(rows.map((it) => it.slug)).size).toBe(1207);
  for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^\s*[=+\-@]/);
  expect(rows.map((it) => it.name)).toContain("'=1+1");
  expect(rows.find((it) => it.name?.startsWith('Tea'))).toMatchObject({
    name: names[5],
    price: '10.00',
    compare_at_price: '20.00',
    category: 'Shoes',
    status: 'active',
  });
  expect((await exportCsv(token, 'status=draft&keyword=cup%201199')).rows).toMatchObject([{ name: 'Cup 1199' }]);
  expect((await exportCsv(token, 'keyword=nothing')).rows).toEqual([]);
  expect((await shop.send({ url: '/api/v1/product/export.csv?status=sold', headers: { authorization: token } })).status).toBe(400);
  expect((await shop.send({ url: '/api/v1/product/export.csv' })).status).toBe(401);
  expect((await shop.send({ url: '/api/v1/product/export.csv', headers: { authorization: (await shop.signUp()).token } })).status).toBe(
    403,
  );
});

test('[PWORK-11] an import of an export leaves variants, attributes and sales unchanged', { tags: ['full'] }, async () => {
  const image = await makeImage();
  const { product, token, save } = await openShoeForm(shop, image);
  await save({ name: '-Shoe', description: '@home', attributes: [{ name: 'Material', value: 'Wool' }] });
  const { text } = await exportCsv(token);
  const directory = mkdtempSync(path.join(os.tmpdir(), 'export-'));
  const file = path.join(directory, 'products.csv');
  // A copy in the same shop: SKUs are unique.
  writeFileSync(file, text.replaceAll('S-42-B', 'S-42-C'));
  const result = await importProducts(shop.deps, { ...(await openImportFile(file)), readImage: async () => image });
  rmSync(directory, { recursive: true });
  expect(result).toMatchObject({ imported: 1, rejected: [] });
  const read = async (slug: string) => (await shop.call(readAdminProduct, { token, params: { slug } })).body.product[0];
  const [original, copy] = [await read(product.slug), await read('shoe-2')];
  expect(copy).toMatchObject({
    name: '-Shoe',
    description: '@home',
    price: original?.price,
    quantity: original?.quantity,
    options: original?.options,
  });
  expect(copy?.attributes).toEqual(original?.attributes);
  const toComparable = (variants = original?.variants) => variants?.map(({ options, price, quantity }) => ({ options, price, quantity }));
  expect(toComparable(copy?.variants)).toEqual(toComparable());
});
