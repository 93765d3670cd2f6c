/** Downloads whose rows change, or whose database goes away, while they are sent. */
import { gt, type SQL, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { openImporter } from '../../../../tests/support/product-imports.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { takeFirst } from '../../../../tests/support/projects.ts';
import { listAllOrders } from '../../../contract/order-admin.ts';
import type { ProductImport } from '../../../contract/product-import-fields.ts';
import { checkImports } from '../../shop/catalog/import/runs/check-imports.ts';
import { openUpload } from '../../shop/catalog/import/runs/upload.repository.ts';
import { productImportPieces } from '../../shop/database/schema/bulk-changes.ts';
import { IMPORT_WORK } from '../../shop/imports/import-kinds.ts';
import { query } from '../database/query.ts';

/** What happens before each read of a download, by its number from 1. */
let beforeRead: (count: number) => Promise<void> = async () => undefined;
let reads = 0;
const shop = await openShop({
  deps: ({ readFromReplica }) => ({
    readFromReplica: async (work) => {
      reads += 1;
      await beforeRead(reads);
      return readFromReplica(work);
    },
  }),
});
const { db } = shop.deps;
const origin = await shop.app.listen({ port: 0, host: '127.0.0.1' });

const COUNT = 1003;
/** Times to the microsecond, as PostgreSQL keeps them: several rows share a millisecond. */
const AT = sql`timestamptz '2026-01-01' + (n / 3) * interval '1 millisecond' + n % 3 * interval '100 microseconds'`;

interface Download {
  path: string;
  /** Its reads before the one of its second batch. */
  readsBefore: number;
  batch: number;
  table: string;
  fill: (userId: string) => Promise<unknown>;
}

const DOWNLOADS: Download[] = [
  {
    ...{ path: '/api/v1/order/admin/orders.csv', readsBefore: 4, batch: 200, table: 'orders' },
    fill: (userId) =>
      db.execute(sql`insert into orders (id, number, user_id, status, total_cents, address, provider, created_at, expires_at, stock)
        select md5(n::text)::uuid, nextval('orders_number_seq'), ${userId}, 'paid', 100, '', 'demo', ${AT}, ${AT}, 'none' from generate_series(1, ${COUNT}) n`),
  },
  {
    ...{ path: '/api/v1/auth/users.csv', readsBefore: 3, batch: 500, table: 'users' },
    fill: () =>
      db.execute(sql`insert into users (id, name, email, password_hash, phone, address, answer_hash, role, created_at)
        select md5(n::text)::uuid, 'Person', n || '@example.com', 'x', '1', 'x', 'x', 0, ${AT} from generate_series(1, ${COUNT}) n`),
  },
  {
    ...{ path: '/api/v1/product/export.csv', readsBefore: 4, batch: 500, table: 'products' },
    fill: async () => {
      const categoryId = await makeCategory(db);
      await makeProducts(
        db,
        Array.from({ length: COUNT }, () => ({ categoryId })),
      );
      await db.execute(
        sql`update products set created_at = ${AT} from (select id as it, row_number() over () as n from products) numbered where it = id`,
      );
    },
  },
  {
    ...{ path: '/api/v1/audit/entries.csv', readsBefore: 3, batch: 200, table: 'audit_log' },
    fill: () =>
      db.execute(sql`insert into audit_log (created_at, kind, action, actor_kind, object_type, object_id, changes, personal_hash)
        select ${AT}, 'change', 'updated', 'job', 'page', n::text, '{}', '' from generate_series(1, ${COUNT}) n`),
  },
];

async function open(download: Download) {
  const owner = await shop.signUp({ role: 1 });
  await download.fill((await shop.signUp()).id);
  reads = 0;
  onTestFinished(() => {
    beforeRead = async () => undefined;
  });
  return fetch(origin + download.path, { headers: { authorization: owner.token } });
}

test.each(takeFirst(DOWNLOADS, 2))(
  '[DOWN-1] a download continues even if the last row of a batch is deleted meanwhile: $path',
  async (download) => {
    const { table, batch, readsBefore } = download;
    let deleted: string | undefined;
    beforeRead = async (count) => {
      if (count !== readsBefore + 1) return;
      const last = sql`select id from ${sql.identifier(table)} order by created_at desc, id limit 1 offset ${batch - 1}`;
      [{ id: deleted } = { id: undefined }] = await query<{ id: string }>(
        db,
        sql`delete from ${sql.identifier(table)} where id = (${last}) returning id::text`,
      );
    };
    const response = await open(download);
    expect(response.status).toBe(200);
    const lines = (await response.text()).trim().split('\r\n').slice(1);
    expect(deleted).toEqual(expect.any(String));
    expect(new Set(lines).size).toBe(lines.length);
    // All that are there and the one that was sent before it was deleted.
    expect(lines).toHaveLength((await db.$count(sql.identifier(table) as unknown as SQL)) + 1);
  },
);

test.each(takeFirst(DOWNLOADS, 2))(
  '[DOWN-2] a download that fails in the middle is cut off, so that nobody takes it for complete: $path',
  async (download) => {
    const begun = Promise.withResolvers<void>();
    beforeRead = async (count) => {
      if (count <= download.readsBefore) return;
      await begun.promise;
      throw new Error('the database is gone');
    };
    const response = await open(download);
    begun.resolve();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
  },
);

test('[DOWN-1] a page of a list starts where its number says, also if a row before it is deleted', { tags: ['full'] }, async () => {
  const { token } = await shop.signUp({ role: 1 });
  await DOWNLOADS[0]?.fill((await shop.signUp()).id);
  const list = async (listQuery: object) => (await shop.call(listAllOrders, { token, query: { limit: 10, ...listQuery } })).body;
  const { orders } = await list({});
  const after = orders.at(-1)?._id ?? '';
  const next = await list({ page: 2, after });
  await db.execute(sql`delete from orders where id = ${after}`);
  const shown = await list({ page: 2, after });
  expect(shown.orders.map(({ _id }) => _id).slice(0, 9)).toEqual(next.orders.map(({ _id }) => _id).slice(1));
  expect(shown.hasNext).toBe(true);
  // A program that names no page isn't led back to the first one.
  expect((await list({ after })).orders).toEqual([]);
});

const AT_ONCE = [...DOWNLOADS.map(({ path }) => path), '/api/v1/shop/figures.csv', '/api/v1/shop/figures/products.csv'];

test.each(AT_ONCE)('[DOWN-2] a download that fails at the start is answered with an error: %s', async (path) => {
  const { token } = await shop.signUp({ role: 1 });
  beforeRead = async () => {
    throw new Error('the database is gone');
  };
  onTestFinished(() => {
    beforeRead = async () => undefined;
  });
  const response = await fetch(origin + path, { headers: { authorization: token } });
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ success: false });
});

test('[DOWN-2] a download of refused rows whose file is deleted meanwhile ends with an error, not with a shorter file', {
  tags: ['full'],
}, async () => {
  const { read, token, signal } = await openImporter(shop);
  const rows = Array.from({ length: 600 }, (_, n) => `Tea ${n},${'dry '.repeat(300)},free,1,Tea,x`);
  const body = ['name,description,price,quantity,category,image', ...rows].join('\n');
  const headers = { authorization: token, 'content-type': 'text/csv' };
  const uploaded = await fetch(`${origin}/api/v1/product/imports?fileName=a.csv`, { method: 'POST', headers, body });
  const { _id: id, size } = ((await uploaded.json()) as { import: ProductImport }).import;
  await checkImports(shop.deps, IMPORT_WORK, signal);
  expect((await read(id)).import.refused).toBe(600);
  const download = () => fetch(`${origin}/api/v1/product/imports/${id}/refused.csv`, { headers });
  expect((await (await download()).text()).trim().split('\r\n')).toHaveLength(601);
  const pieces = openUpload(db, id, size).open()[Symbol.asyncIterator]();
  await pieces.next();
  await db.delete(productImportPieces).where(gt(productImportPieces.position, 0));
  await expect(pieces.next()).rejects.toThrow('was deleted');
  expect((await download()).status).toBe(500);
});
