/** A product that isn't active is nowhere to be seen, but for admins. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { openLamps } from '../../../../../tests/support/lamps.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { listCategories } from '../../../../contract/category.ts';
import { listProducts } from '../../../../contract/product.ts';
import { deleteProduct, listAdminProducts, readAdminProduct, updateProduct } from '../../../../contract/product-admin.ts';
import type { ProductStatus } from '../../../../contract/product-fields.ts';
import { query } from '../../../platform/database/query.ts';
import { verifyShop } from '../../integrity/verify.service.ts';

const shop = await openShop();
const { db } = shop.deps;

const { createLamps, readPlaces } = openLamps(shop);

const countWord = async (word: string) =>
  (await query<{ count: number }>(db, sql`select count(*)::int as count from vocabulary where word = ${word}`))[0]?.count;

test.each(['draft', 'archived'] as const)(
  '[DRAFT-2] [DRAFT-5] a product that is %s is shown nowhere in the shop, and everywhere as soon as it is active',
  async (status) => {
    const lamps = await createLamps(status);
    const image = `/uploads/${lamps.image}-640.webp`;
    const oak = ['Oak Lamp'];
    expect(await countWord('zebrawood')).toBe(0);
    const places = await readPlaces(lamps);
    expect(places).toMatchObject({
      page: 404,
      home: [oak, 1],
      category: [oak, 1, 1, image],
      filter: [oak, 1, 1, 1],
      keyword: [oak, 1, 1],
      search: [],
      misspelt: [],
      bySku: [],
      nearby: oak,
      suggested: [],
      similar: [],
      similarToIt: [],
      lowStock: oak,
    });
    expect(String(JSON.stringify(places.sitemap))).not.toContain('zebrawood');
    expect(await verifyShop(db, new Date())).toEqual([]);

    expect((await lamps.setStatus('active')).status).toBe(200);
    const both = ['Oak Lamp', 'Zebrawood Lamp'];
    const zebrawood = ['Zebrawood Lamp'];
    expect(await readPlaces(lamps)).toMatchObject({
      page: 200,
      home: [both, 2],
      filter: [both, 2, 2, 2],
      keyword: [both, 2, 2],
      search: zebrawood,
      misspelt: zebrawood,
      bySku: zebrawood,
      suggested: zebrawood,
      similar: zebrawood,
      similarToIt: oak,
      lowStock: both,
    });
    expect(await verifyShop(db, new Date())).toEqual([]);

    expect((await lamps.setStatus(status)).status).toBe(200);
    expect(await readPlaces(lamps)).toMatchObject({ page: 404, home: [oak, 1], category: [oak, 1, 1, image], filter: [oak, 1, 1, 1] });
  },
);

test('[DRAFT-2] a draft is counted nowhere, also when it is edited, moved to another category, repriced or deleted', async () => {
  const { hidden, category, token } = await createLamps('draft');
  const tables = await makeCategory(db, 'Tables');
  const change = (body: object) => shop.call(updateProduct, { token, params: { id: hidden }, body });
  for (const body of [{ price: 99.5 }, { category: tables }, { name: 'Quillwort', description: 'Quaint.' }, { status: 'archived' }]) {
    expect((await change(body)).status).toBe(200);
    expect(await verifyShop(db, new Date())).toEqual([]);
  }
  expect(await countWord('quillwort')).toBe(0);
  expect((await shop.call(listCategories)).body.category.map(({ _id, count }) => [_id, count])).toEqual([
    [category, 1],
    [tables, 0],
  ]);
  // Moved and published by one change.
  expect((await change({ price: 5, category, status: 'active' })).status).toBe(200);
  expect(await verifyShop(db, new Date())).toEqual([]);
  expect(await countWord('quillwort')).toBe(1);
  await change({ status: 'draft' });
  expect((await shop.call(deleteProduct, { token, params: { id: hidden } })).status).toBe(200);
  expect(await verifyShop(db, new Date())).toEqual([]);
  expect((await shop.call(listProducts)).body.total).toBe(1);
});

test('[DRAFT-4] admins list products of every status or of one, page by page; nobody else can', async () => {
  const categoryId = await makeCategory(db);
  const statuses: ProductStatus[] = ['active', 'draft', 'archived'];
  await makeProducts(
    db,
    Array.from({ length: 30 }, (_, index) => ({ categoryId, status: statuses[index % 3] as ProductStatus, slug: `p${index + 1}` })),
  );
  const { token } = await shop.signUp({ role: 1 });
  const list = async (request: object) => (await shop.call(listAdminProducts, { token, query: request })).body;
  const seen: string[] = [];
  for (const page of [1, 2, 3, 4]) {
    const { products, total } = await list({ page });
    expect(total).toBe(30);
    seen.push(...products.map((it) => it.name));
  }
  expect(seen).toEqual(Array.from({ length: 30 }, (_, index) => `Product ${index + 1}`));
  for (const [nth, status] of statuses.entries()) {
    const pages = [await list({ status, page: 1, limit: 4 }), await list({ status, page: 3, limit: 4 })];
    expect(pages.map(({ total }) => total)).toEqual([10, 10]);
    expect(pages.map(({ products }) => products.map((it) => it.name))).toEqual([
      [0, 3, 6, 9].map((it) => `Product ${it + nth + 1}`),
      [24, 27].map((it) => `Product ${it + nth + 1}`),
    ]);
    expect(pages[0]?.products.map((it) => it.status)).toEqual([status, status, status, status]);
  }
  expect((await list({ page: 9 })).products).toEqual([]);
  const { body } = await shop.call(readAdminProduct, { token, params: { slug: 'p2' } });
  expect(body.product[0]).toMatchObject({ name: 'Product 2', status: 'draft' });
  expect((await shop.call(readAdminProduct, { token, params: { slug: 'nothing' } })).status).toBe(404);
  expect((await shop.call(listAdminProducts, { token, query: { status: 'sold' as ProductStatus } })).status).toBe(400);
  const customer = await shop.signUp();
  for (const [caller, status] of [
    [undefined, 401],
    [customer.token, 403],
  ] as const) {
    expect((await shop.call(listAdminProducts, caller ? { token: caller } : {})).status).toBe(status);
    const request = { params: { slug: 'p2' }, ...(caller && { token: caller }) };
    expect((await shop.call(readAdminProduct, request)).status).toBe(status);
  }
});

test('[DRAFT-2] lists read only the index of active products, and no row that they skip', async () => {
  const categoryId = await makeCategory(db);
  await makeProducts(
    db,
    Array.from({ length: 300 }, (_, index) => ({ categoryId, status: index % 3 ? 'archived' : 'active' })),
  );
  await db.execute(sql`analyze products`);
  const plans = await db.transaction(async (tx) => {
    for (const node of ['seqscan', 'bitmapscan', 'sort']) await tx.execute(sql.raw(`set local enable_${node} = off`));
    const explain = (text: string) => query<{ 'QUERY PLAN': string }>(tx, sql.raw(`explain ${text}`));
    const ordered = (key: string, where = 'true') =>
      `select id, ${key} from products where status = 'active' and price_cents between 1 and 5000 and ${where} order by ${key}, id limit 8 offset 20`;
    const ofCategory = `category_id = '${categoryId}'`;
    return [
      await explain(ordered('price_cents')),
      await explain(ordered('sort_name')),
      await explain(ordered('price_cents', ofCategory)),
      await explain(ordered('sort_name', ofCategory)),
    ].map((lines) => lines.map((line) => line['QUERY PLAN']).join('\n'));
  });
  for (const plan of plans) expect(plan).toMatch(/Index Only Scan using products_listed_/);
});
