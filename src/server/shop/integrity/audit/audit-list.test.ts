/** The audit log as owners look through it. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts, startPayment } from '../../../../../tests/support/checkout.ts';
import { addCustomerNote } from '../../../../contract/account.ts';
import { type AuditFilter, exportAuditEntries, listAuditEntries } from '../../../../contract/audit.ts';
import { createCategory } from '../../../../contract/category-admin.ts';
import { refundOrder } from '../../../../contract/order-admin.ts';
import { eraseCustomer } from '../../../../contract/privacy.ts';
import { updateProduct } from '../../../../contract/product-admin.ts';
import { changeTeamRole } from '../../../../contract/team.ts';
import { auditLog } from '../../database/schema/audit.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
let owner: { id: string; token: string };

beforeEach(async () => {
  owner = await shop.signUp({ role: 1, teamRole: 'owner', name: 'Olga' });
  await db.delete(auditLog);
});

const list = async (query: AuditFilter & { page?: number; limit?: number; after?: string; before?: string } = {}) => {
  const { status, body } = await shop.call(listAuditEntries, { token: owner.token, query });
  expect([status, body.message]).toEqual([200, undefined]);
  return body;
};
const readCsv = async (query: AuditFilter = {}) =>
  String(((await shop.call(exportAuditEntries, { token: owner.token, query })).body as unknown as { text: string }).text);

test('[AUDIT-8] [AUDIT-9] an entry about a part names the whole: the order of a refund, the product of a variant', async () => {
  const { order: id, url } = await startPayment(shop);
  await shop.pay(url);
  const params = { id };
  const body = { amount: 1, reason: 'Kind', restock: false };
  expect((await shop.call(refundOrder, { token: owner.token, params, body })).status).toBe(200);
  const { entries } = await list({ object: `order:${id}` });
  const refund = entries.find(({ action }) => action === 'refund');
  expect(refund).toMatchObject({ object: { type: 'order', name: expect.stringMatching(/^\d+$/) }, currency: 'USD' });
  const [product = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250 }]);
  await db.execute(sql`insert into audit_log (kind, action, actor_kind, object_type, object_id, part, changes, personal, personal_hash, created_at)
    values ('change', 'updated', 'command', 'product', ${product}, 'variant x', '{}', '{}', '', now())`);
  expect((await list({ object: `product:${product}` })).entries.map(({ object }) => object.name)).toContain('Mug');
});

test('[AUDIT-8] owners see the log, newest first, filtered by object, person, kind and day; others are refused', async () => {
  const [product = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250 }]);
  const colleague = await shop.signUp({ role: 1, teamRole: 'staff', name: 'Sam' });
  await db.delete(auditLog);
  await shop.call(updateProduct, { token: owner.token, params: { id: product }, body: { price: 13.5 } });
  await shop.call(createCategory, { token: colleague.token, body: { name: 'Tea' } });
  await shop.call(changeTeamRole, { token: owner.token, params: { id: colleague.id }, body: { role: 'read-only' } });
  const { entries, total } = await list();
  expect(entries).toMatchObject([
    { kind: 'security', action: 'role_changed', actor: { kind: 'admin', _id: owner.id, name: 'Olga' }, object: { name: 'Sam' } },
    { action: 'created', actor: { kind: 'admin', _id: colleague.id, name: 'Sam' }, object: { type: 'category', name: 'Tea' } },
    {
      action: 'updated',
      network: '127.0.0.1',
      object: { type: 'product', _id: product, name: 'Mug' },
      changes: [{ field: 'price_cents', before: 1250, after: 1350, hidden: false }],
    },
  ]);
  expect(total).toBe(3);
  const count = async (filter: AuditFilter) => (await list(filter)).entries.length;
  expect(await count({ object: `product:${product}` })).toBe(1);
  expect(await count({ object: `order:${product}` })).toBe(0);
  expect(await count({ actor: colleague.id })).toBe(1);
  expect(await count({ kind: 'security' })).toBe(1);
  expect(await count({ actorKind: 'job' })).toBe(0);
  await db.execute(sql`update audit_log set created_at = '2026-03-01T23:30:00Z' where object_type = 'category'`);
  expect(await count({ from: '2026-03-01', to: '2026-03-01' })).toBe(1);
  expect(await count({ from: '2026-03-02' })).toBe(2);
  expect(await count({ to: '2026-02-28' })).toBe(0);
  for (const teamRole of ['staff', 'read-only'] as const) {
    const { token } = await shop.signUp({ role: 1, teamRole });
    expect((await shop.call(listAuditEntries, { token })).status).toBe(403);
    expect((await shop.call(exportAuditEntries, { token })).status).toBe(403);
  }
  for (const query of [{ object: 'product' }, { object: "x'y:1" }, { after: 'x' }, { from: '2026-13-01' }, { kind: 'other' }])
    expect((await shop.call(listAuditEntries, { token: owner.token, query: query as AuditFilter })).status).toBe(400);
});

test('[AUDIT-8] a long log is read page by page, each entry once', async () => {
  await db.execute(sql`insert into audit_log (created_at, kind, action, actor_kind, object_type, object_id, changes, personal_hash)
    select '2026-01-01'::timestamptz + (n / 7) * interval '1 s', 'change', 'updated', 'job', 'product', n::text, '{}', '' from generate_series(1, 95) n`);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const { entries, hasNext } = await list({ limit: 30, ...(after && { after }) });
    seen.push(...entries.map(({ object }) => object._id));
    after = hasNext ? entries.at(-1)?._id : undefined;
  } while (after);
  expect(seen.length).toBe(95);
  expect(new Set(seen).size).toBe(95);
  const second = await list({ limit: 30, page: 2 });
  expect(second.entries.map(({ object }) => object._id)).toEqual(seen.slice(30, 60));
  expect((await list({ limit: 30, before: second.entries[0]?._id ?? '' })).entries.map(({ object }) => object._id)).toEqual(
    seen.slice(0, 30),
  );
});

test('[AUDIT-8] the CSV file has a line for each changed field of the filtered entries, and no cell is a formula', async () => {
  await shop.call(createCategory, { token: owner.token, body: { name: '=1+1' } });
  const lines = (await readCsv({ actor: owner.id })).split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFF?time,kind,action,actor_kind,actor,actor_id,network,/);
  const name = lines.find((it) => it.includes(',name,'));
  expect(name).toContain(`change,created,admin,Olga,${owner.id},127.0.0.1,`);
  expect(name).toContain(`"'=1+1"`);
  expect((await readCsv({ actor: randomUUID() })).trim().split('\r\n')).toHaveLength(1);
});

test('[AUDIT-6] entries about an erased person say only that something changed', async () => {
  const customer = await shop.signUp({ name: 'Zoë' });
  await shop.call(addCustomerNote, { token: owner.token, params: { id: customer.id }, body: { text: 'Calls often' } });
  const object = `account:${customer.id}`;
  expect((await list({ object })).entries[0]).toMatchObject({
    object: { name: 'Zoë' },
    changes: [{ field: 'text', after: 'Calls often', hidden: false }],
  });
  await shop.call(eraseCustomer, { token: owner.token, params: { id: customer.id } });
  const { entries } = await list({ object });
  expect(entries.at(-1)).toMatchObject({ object: { name: null }, network: null, changes: [{ field: 'text', after: null, hidden: true }] });
  expect(await readCsv({ object })).not.toMatch(/Zoë|Calls/);
});
