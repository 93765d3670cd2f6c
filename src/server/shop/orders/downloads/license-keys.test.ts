/** Licence keys: one a piece, never twice, and handed over later where they ran out. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, warmUpPool } from '../../../../../tests/support/checkout.ts';
import { addFile, addKeyList, seedUnshipped } from '../../../../../tests/support/downloads.ts';
import { addLicenseKeys, createKeyList, deleteKeyList, listDownloads, updateKeyList } from '../../../../contract/downloads.ts';
import { readWaiting, updateNotifications } from '../../../../contract/email.ts';
import { LICENSE_KEYS_AT_ONCE } from '../../../../contract/limits.ts';
import { readOrder } from '../../../../contract/order.ts';
import { refundOrder } from '../../../../contract/order-admin.ts';
import { readAnyOrderDownloads, readOrderDownloads } from '../../../../contract/order-downloads.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { licenseKeys, orderKeys } from '../../database/schema/downloads.ts';
import { emails } from '../../database/schema/messages.ts';
import { openLinks } from '../../messages/emails/sealed-links.ts';
import { tellLowKeys } from './low-keys.service.ts';
import { giveOwedKeys } from './order-downloads.service.ts';

const shop = await openShopWithPayments((demo) => demo, {}, { publicUrl: 'https://shop.example' });
const { db } = shop.deps;

let owner = '';
let editor = '';
beforeEach(async () => {
  owner = (await shop.signUp({ role: 1, teamRole: 'owner' })).token;
  [editor = ''] = await seedUnshipped(shop, [{ name: 'Photo editor' }]);
});

const buy = async (ids: string[]) => {
  const buyer = await shop.signUp();
  const { status, body } = await shop.checkOut(buyer.token, ids);
  expect(status).toBe(200);
  await shop.pay(body.url);
  return { ...buyer, order: body.order };
};

const readKeys = async ({ token, order }: { token: string; order: string }) =>
  (await shop.call(readOrderDownloads, { token, params: { id: order } })).body.keys;

const addKeys = (id: string, keys: unknown) => shop.call(addLicenseKeys, { token: owner, params: { id }, body: { keys } });
const readList = async () => (await shop.call(listDownloads, { token: owner, params: { product: editor } })).body.keyLists[0];
const listOwn = async (recipient: string) => {
  const rows = await db.select().from(emails).where(eq(emails.recipient, recipient));
  return Promise.all(rows.map(async (row) => ({ ...row, sent: await openLinks(db, row, shop.deps.now()) })));
};

test('[DOWNLOAD-6] each piece has a key of its own, on the order and by email, and nowhere else', async () => {
  await addKeyList(shop, owner, editor, ['KEY-AAAA', 'KEY-<&>-B', 'KEY-CCCC']);
  const bought = await buy([editor, editor]);
  expect(await readKeys(bought)).toEqual([{ line: 0, keys: ['KEY-AAAA', 'KEY-<&>-B'], owed: 0 }]);
  const { order } = (await shop.call(readOrder, { token: bought.token, params: { id: bought.order } })).body;
  expect(order).toMatchObject({ status: 'delivered', hasDownloads: true });
  const [email] = await listOwn(bought.email);
  expect(email?.sent?.text).toContain('Licence keys of Photo editor\nKEY-AAAA\nKEY-<&>-B');
  expect(email?.sent?.html).toContain('KEY-&lt;&amp;&gt;-B');
  const stored = JSON.stringify([
    await db.select().from(emails),
    await db.select().from(licenseKeys),
    await db.select().from(auditLog),
    order,
  ]);
  for (const key of ['KEY-AAAA', 'KEY-<&>-B', 'KEY-&lt;&amp;&gt;-B', 'KEY-CCCC']) expect([key, stored.includes(key)]).toEqual([key, false]);
  expect(await readList()).toMatchObject({ free: 1, sold: 2, owed: 0 });
  expect(await shop.listFindings()).toEqual([]);
});

test('[DOWNLOAD-6] of twenty who buy at once, each gets another key', async () => {
  const keys = Array.from({ length: 30 }, (_, index) => `RACE-${index}`);
  await addKeyList(shop, owner, editor, keys);
  const buyers = await Promise.all(Array.from({ length: 20 }, () => shop.signUp()));
  const checkouts = [];
  for (const { token } of buyers) checkouts.push((await shop.checkOut(token, [editor])).body);
  await warmUpPool(shop);
  await Promise.all(checkouts.map(({ url }) => shop.pay(url)));
  // Those that met at the end of the list, if any did, get theirs from the job.
  await giveOwedKeys(shop.deps);
  const given = await Promise.all(checkouts.map(({ order }, index) => readKeys({ token: buyers[index]?.token ?? '', order })));
  const all = given.flatMap((lines) => lines.flatMap((line) => line.keys));
  expect(all).toHaveLength(20);
  expect(new Set(all).size).toBe(20);
  expect(await readList()).toMatchObject({ free: 10, sold: 20, owed: 0 });
  expect(await shop.listFindings()).toEqual([]);
});

test('[DOWNLOAD-7] where keys run out, the order is paid, what is missing is owed, and who waits longest gets the next one', async () => {
  const id = await addKeyList(shop, owner, editor, ['FIRST']);
  const early = await buy([editor, editor]);
  const late = await buy([editor]);
  expect(await readKeys(early)).toEqual([{ line: 0, keys: ['FIRST'], owed: 1 }]);
  expect(await readKeys(late)).toEqual([{ line: 0, keys: [], owed: 1 }]);
  expect(await shop.readOrderStatus(late.token, late.order)).toBe('paid');
  const readCounts = async () => (await shop.call(readWaiting, { token: owner })).body.waiting;
  expect(await readCounts()).toMatchObject({ owedKeys: 2, lowKeys: 1, toShip: 0 });
  expect(await shop.call(deleteKeyList, { token: owner, params: { id } })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('2 keys are owed') },
  });
  expect((await addKeys(id, 'SECOND')).body).toMatchObject({ added: 1, keyList: { free: 0, sold: 2, owed: 1 } });
  expect(await readKeys(early)).toEqual([{ line: 0, keys: ['FIRST', 'SECOND'], owed: 0 }]);
  expect(await shop.readOrderStatus(early.token, early.order)).toBe('delivered');
  expect((await listOwn(early.email)).map(({ kind }) => kind)).toEqual(['order downloads', 'order downloads']);
  expect((await listOwn(late.email))[0]?.sent?.text).toContain('We email you your licence key as soon as possible.');
  await addKeys(id, 'THIRD\nFOURTH');
  expect(await readKeys(late)).toEqual([{ line: 0, keys: ['THIRD'], owed: 0 }]);
  expect(await readCounts()).toMatchObject({ owedKeys: 0 });
  expect(await shop.listFindings()).toEqual([]);
});

test('[DOWNLOAD-7] nothing is owed of what was refunded, and its keys are shown no more, and never sold again', async () => {
  const id = await addKeyList(shop, owner, editor, ['ONE']);
  await addFile(shop, owner, editor);
  const bought = await buy([editor, editor]);
  const params = { id: bought.order };
  const part = { amount: 9, reason: 'Half', restock: false, lines: [{ line: 0, quantity: 1, restock: false }] };
  expect((await shop.call(refundOrder, { token: owner, params, body: part })).status).toBe(200);
  expect(await readKeys(bought)).toEqual([{ line: 0, keys: ['ONE'], owed: 0 }]);
  expect(await shop.readOrderStatus(bought.token, bought.order)).toBe('delivered');
  await addKeys(id, 'TWO');
  expect(await readList()).toMatchObject({ free: 1, sold: 1, owed: 0 });
  expect((await shop.call(refundOrder, { token: owner, params, body: { ...part, lines: undefined } })).status).toBe(200);
  expect(await readKeys(bought)).toEqual([{ line: 0, keys: [], owed: 0 }]);
  expect((await shop.call(readAnyOrderDownloads, { token: owner, params })).body.keys).toEqual([{ line: 0, keys: [], owed: 0 }]);
  expect(await readKeys(await buy([editor]))).toEqual([{ line: 0, keys: ['TWO'], owed: 0 }]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[DOWNLOAD-8] a pasted list may have empty lines and keys twice, and says the line that is wrong', async () => {
  const id = await addKeyList(shop, owner, editor, []);
  expect((await addKeys(id, '\uFEFF A1 \r\n\r\nA2\rA1\n\n  \nschlüssel-€')).body).toMatchObject({ added: 3, known: 0 });
  expect((await addKeys(id, 'A1\nA3')).body).toMatchObject({ added: 1, known: 1, keyList: { free: 4 } });
  await buy([editor]);
  expect((await addKeys(id, 'A1')).body).toMatchObject({ added: 0, known: 1 });
  for (const [keys, part] of [
    ['', ''],
    [' \n \n', 'at least one'],
    [`ok\n${'x'.repeat(501)}`, 'Line 2 is longer'],
    ['a\tb', 'Line 1 has a character'],
    ['a\u0000b', ''],
    [Array.from({ length: LICENSE_KEYS_AT_ONCE + 1 }, (_, index) => index).join('\n'), '10000 licence keys at most'],
    ['x'.repeat(1_000_001), ''],
    [7, ''],
    [['A'], ''],
  ] as const) {
    const { status, body } = await addKeys(id, keys);
    expect([String(keys).slice(0, 20), status]).toEqual([String(keys).slice(0, 20), 400]);
    expect(body.issues?.[0]?.message ?? body.message).toContain(part);
  }
  expect((await addKeys(crypto.randomUUID(), 'A')).status).toBe(404);
  expect(await readList()).toMatchObject({ free: 3, sold: 1 });
});

test('[DOWNLOAD-8] ten thousand keys are added at once', { tags: ['full'] }, async () => {
  const id = await addKeyList(shop, owner, editor, []);
  const keys = Array.from({ length: LICENSE_KEYS_AT_ONCE }, (_, index) => `K-${index}-${'x'.repeat(60)}`);
  expect((await addKeys(id, keys.join('\n'))).body).toMatchObject({ added: LICENSE_KEYS_AT_ONCE, known: 0 });
  await shop.call(deleteKeyList, { token: owner, params: { id } });
  expect(await db.$count(licenseKeys)).toBe(0);
  expect(await readKeys(await buy([editor]))).toEqual([]);
});

test('[DOWNLOAD-9] the team gets one email when few keys are left, and another one only after new ones ran low', async () => {
  await shop.call(updateNotifications, { token: owner, body: { email: 'boss@shop.example', eachOrder: false, dailySummary: false } });
  const id = await addKeyList(shop, owner, editor, ['A', 'B', 'C'], 2);
  expect(await tellLowKeys(shop.deps)).toBe(0);
  await buy([editor]);
  expect([await tellLowKeys(shop.deps), await tellLowKeys(shop.deps)]).toEqual([1, 0]);
  const [email] = await listOwn('boss@shop.example');
  expect([email?.kind, email?.text]).toEqual(['keys low', expect.stringContaining('Photo editor: 2 left')]);
  await addKeys(id, 'D\nE');
  await buy([editor]);
  expect(await tellLowKeys(shop.deps)).toBe(0);
  await buy([editor]);
  expect(await tellLowKeys(shop.deps)).toBe(1);
});

test('[DOWNLOAD-6] verify finds a key too many, and one that a line has without being owed any', async () => {
  await addKeyList(shop, owner, editor, ['A', 'B']);
  const bought = await buy([editor]);
  await db.update(licenseKeys).set({ orderId: bought.order, line: 0, assignedAt: shop.deps.now() });
  expect(await shop.listFindings()).toMatchObject([
    { rule: 'each line has the licence keys that it says it has', detail: expect.stringContaining('1 given, 2 keys') },
  ]);
  await db.delete(orderKeys);
  expect(await shop.listFindings()).toHaveLength(1);
});

test('[DOWNLOAD-8] an old form of a list is refused, and so are variants of another product', async () => {
  const id = await addKeyList(shop, owner, editor, ['A']);
  const change = (body: unknown) => shop.call(updateKeyList, { token: owner, params: { id }, body });
  const { version } = (await readList()) ?? {};
  expect((await change({ lowAt: 3, version })).body.keyList).toMatchObject({ lowAt: 3 });
  expect(await change({ lowAt: 4, version })).toMatchObject({
    status: 409,
    body: { code: 'version_conflict', current: { keyList: { lowAt: 3 } } },
  });
  for (const lowAt of [-1, 1.5, 100_001, 'x', null]) expect([lowAt, (await change({ lowAt })).status]).toEqual([lowAt, 400]);
  expect((await change({ variants: [editor] })).status).toBe(400);
  expect((await shop.call(createKeyList, { token: owner, params: { product: crypto.randomUUID() }, body: {} })).status).toBe(404);
});
