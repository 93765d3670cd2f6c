/** The chain of hashes: what `verify` finds of a log that somebody has edited, and what it doesn't mind. */
import { randomUUID } from 'node:crypto';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { buyAsGuest } from '../../../../../tests/support/guests.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { addCustomerNote, updateProfile } from '../../../../contract/account.ts';
import { addOrderNote } from '../../../../contract/order-admin.ts';
import { eraseCustomer } from '../../../../contract/privacy.ts';
import { DAY } from '../../../../contract/values.ts';
import { runInContext } from '../../../platform/monitoring/request-context.ts';
import { readConfig } from '../../../platform/settings/read-config.ts';
import { listJobs } from '../../../schedule.ts';
import { applyRetention } from '../../customers/privacy/privacy.service.ts';
import { auditChain, auditLog } from '../../database/schema/audit.ts';
import { categories } from '../../database/schema/category.ts';
import { orders } from '../../database/schema/order.ts';
import { readHead } from './audit.repository.ts';
import { sealAuditLog } from './audit.service.ts';

const shop = await openShopWithPayments();
const { db, retention } = shop.deps;

async function write(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const name = randomUUID();
    const insert = async () => void (await db.insert(categories).values({ id: randomUUID(), name, slug: name }));
    await runInContext({ id: randomUUID(), span: null, actor: { kind: 'command', name: 'test' } }, insert);
  }
}

const listDetails = async () => (await shop.listFindings()).map(({ rule, detail }) => `${rule}: ${detail}`);
const finding = (detail: string) => [`the audit log is the one that was written: ${detail}`];
const listRows = () => db.select().from(auditLog).orderBy(asc(auditLog.id));
const at = (position: number) => eq(auditLog.position, position);

test('[AUDIT-5] rows form a chain without gaps, in one order, also if two processes write at once', async () => {
  await write(3);
  expect(await shop.listFindings()).toEqual([]);
  const job = listJobs(shop.deps, { send: async () => undefined }, SILENT_LOG, readConfig({})).find(
    ({ name }) => name === 'seal-audit-log',
  );
  expect(await job?.isDue?.()).toBe(true);
  await Promise.all([sealAuditLog(db), sealAuditLog(db), job?.run(new AbortController().signal)]);
  expect(await job?.isDue?.()).toBe(false);
  await write(1);
  await sealAuditLog(db);
  const rows = await listRows();
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  expect(new Set(rows.map(({ hash }) => hash)).size).toBe(4);
  expect(await readHead(db)).toEqual({ position: 4, hash: rows[3]?.hash });
  expect(await shop.listFindings()).toEqual([]);
});

const EDITS: [name: string, edit: SQL, found: string][] = [
  ['a changed name', sql`update audit_log set actor_name = 'nobody' where position = 2`, 'row 2 was changed'],
  ['a changed value', sql`update audit_log set changes = '{}' where position = 2`, 'row 2 was changed'],
  ['a changed time', sql`update audit_log set created_at = created_at - interval '1 ms' where position = 2`, 'row 2 was changed'],
  ['changed personal values', sql`update audit_log set personal = personal || '{"network": "x"}' where position = 2`, 'row 2 was changed'],
  ['a missing row', sql`delete from audit_log where position = 2`, 'the row before row 3 is missing'],
  ['a missing first row', sql`delete from audit_log where position = 1`, 'the row before row 2 is missing'],
  ['missing last rows', sql`delete from audit_log where position >= 3`, 'rows 3 to 4 are missing'],
  ['a missing end', sql`delete from audit_chain`, 'the chain has no end any more'],
  [
    'a changed row with a new hash',
    sql`do $$ begin
      update audit_log set action = 'x' where position = 2;
      update audit_log l set hash = audit_row_hash(l, 2, (select hash from audit_log where position = 1)) where position = 2;
    end $$`,
    'row 3 was changed',
  ],
];

test.each(EDITS)('[AUDIT-5] verify finds %s', async (_name, edit, found) => {
  await write(4);
  await sealAuditLog(db);
  await db.execute(edit);
  expect(await listDetails()).toEqual(finding(found));
});

test('[AUDIT-6] an erased person appears nowhere in the log, and its chain stays valid', async () => {
  const { token } = await shop.signUp({ role: 1, teamRole: 'owner' });
  const customer = await shop.signUp({ name: 'Zoë Quill', email: 'zoe@example.com' });
  await shop.call(addCustomerNote, { token, params: { id: customer.id }, body: { text: 'Zoë calls often' } });
  const [mug = ''] = await seedProducts(shop, [{ quantity: 9 }]);
  const checkout = (await shop.checkOut(customer.token, [mug])).body;
  await shop.pay(checkout.url);
  await shop.call(addOrderNote, { token, params: { id: checkout.order }, body: { audience: 'team', text: 'Zoë is in a hurry' } });
  await sealAuditLog(db);
  expect(JSON.stringify(await listRows())).toContain('Zoë calls');
  expect((await shop.call(eraseCustomer, { token, params: { id: customer.id } })).status).toBe(200);
  await sealAuditLog(db);
  const log = JSON.stringify(await listRows());
  expect(log).not.toMatch(/Zoë calls|Quill|zoe@/);
  // Its order names it for as long as the law wants.
  expect(log).toContain('in a hurry');
  await db.update(orders).set({ createdAt: new Date(Date.now() - retention.orders - DAY) });
  expect(await applyRetention(shop.deps)).toMatchObject({ orders: 1 });
  await sealAuditLog(db);
  expect(JSON.stringify(await listRows())).not.toMatch(/Zoë|Quill|zoe@/);
  expect(await shop.listFindings()).toEqual([]);
});

test('[AUDIT-6] an erased former team member leaves no network address in the log', async () => {
  const { token, id } = await shop.signUp({ role: 1, teamRole: 'staff' });
  await shop.call(updateProfile, { token, body: { name: 'Ada L', phone: '+1 555 0101', address: 'Home' } });
  expect((await listRows()).at(-1)).toMatchObject({ personal: { network: '127.0.0.1', changes: { name: { after: 'Ada L' } } } });
  await db.execute(sql`update users set role = 0, team_role = null where id = ${id}`);
  const owner = await shop.signUp({ role: 1, teamRole: 'owner' });
  await shop.call(eraseCustomer, { token: owner.token, params: { id } });
  for (const row of await listRows()) if (row.actorId === id) expect(row.personal).toBeNull();
  expect(JSON.stringify(await listRows())).not.toContain('Ada L');
});

test('[AUDIT-6] a checkout that is deleted because of its age leaves no address in the log', async () => {
  const [mug = ''] = await seedProducts(shop, [{ quantity: 9 }]);
  const { id } = await buyAsGuest(shop, [mug], { email: 'guest@example.com', ip: '192.0.2.2' });
  await db.execute(sql`update orders set status = 'expired', number = null, stock = 'none', created_at = now() - interval '99 days'`);
  const run = async () => await applyRetention(shop.deps);
  await runInContext({ id: randomUUID(), span: null, actor: { kind: 'job', name: 'apply-retention' } }, run);
  expect(await listRows()).toMatchObject([{ action: 'deleted', objectType: 'order', objectId: id, actorName: 'apply-retention' }]);
  expect(JSON.stringify(await listRows())).not.toContain('guest@');
});

test('[AUDIT-7] expired rows are deleted, the oldest first; the chain stays valid, and a row deleted too early is found', async () => {
  await write(5);
  await sealAuditLog(db);
  const age = (position: number, days: number) =>
    db
      .update(auditLog)
      .set({ createdAt: new Date(Date.now() - retention.audit - days * DAY) })
      .where(at(position));
  // Hashed as if they had been written then.
  await db.update(auditLog).set({ position: null, hash: null });
  for (const { id } of (await listRows()).slice(0, 2))
    await db
      .update(auditLog)
      .set({ createdAt: new Date(Date.now() - retention.audit - DAY) })
      .where(eq(auditLog.id, id));
  await db.delete(auditChain);
  await sealAuditLog(db);
  expect(await applyRetention(shop.deps)).toMatchObject({ audit: 2 });
  expect((await listRows()).map(({ position }) => position)).toEqual([3, 4, 5]);
  expect(await shop.listFindings()).toEqual([]);
  expect(await applyRetention(shop.deps)).toMatchObject({ audit: 0 });
  await db.delete(auditLog).where(at(3));
  expect(await listDetails()).toEqual(finding('the row before row 4 is missing'));
  await age(4, 1);
  await age(5, 1);
  expect(await applyRetention(shop.deps)).toMatchObject({ audit: 2 });
  expect(await readHead(db)).toMatchObject({ position: 5 });
});
