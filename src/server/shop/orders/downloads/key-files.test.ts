/** Licence keys as files: all of a list for its owner, read again, and in a customer's copy of her data. */
import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { addKeyList, seedUnshipped } from '../../../../../tests/support/downloads.ts';
import { toText } from '../../../../../tests/support/product-imports.ts';
import { addLicenseKeys, exportLicenseKeys } from '../../../../contract/downloads.ts';
import { exportOwnData } from '../../../../contract/privacy.ts';
import { DAY } from '../../../../contract/values.ts';
import { auditLog } from '../../database/schema/audit.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

let owner = '';
let editor = '';
let list = '';
beforeEach(async () => {
  owner = (await shop.signUp({ role: 1, teamRole: 'owner' })).token;
  [editor = ''] = await seedUnshipped(shop, [{ name: 'Photo editor' }]);
  list = await addKeyList(shop, owner, editor, ['KEY-A', '=KEY,"B"', 'KEY-C']);
});

const buy = async () => {
  const buyer = await shop.signUp();
  const { body } = await shop.checkOut(buyer.token, [editor]);
  await shop.pay(body.url);
  return { ...buyer, order: body.order };
};
const readFile = async (token = owner) => shop.call(exportLicenseKeys, { token, params: { id: list } });

test('[DOWNLOAD-16] an owner saves all keys of a list as CSV, sold ones with their order, and the activity log says so', async () => {
  const { order } = await buy();
  const text = toText(await readFile());
  expect(parse(text, { bom: true })).toEqual([
    ['key', 'status', 'order', 'given_at'],
    ['KEY-A', 'sold', order, expect.stringMatching(/^20/)],
    [`'=KEY,"B"`, 'free', '', ''],
    ['KEY-C', 'free', '', ''],
  ]);
  const entries = await db.select().from(auditLog).where(eq(auditLog.action, 'license_keys_exported'));
  expect(entries).toMatchObject([{ kind: 'security', actorKind: 'admin', objectType: 'product', objectId: editor }]);
  for (const teamRole of ['staff', 'read-only'] as const) {
    const { token } = await shop.signUp({ role: 1, teamRole });
    expect((await readFile(token)).status).toBe(403);
  }
  shop.advanceClock(DAY);
  expect(await readFile()).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
  expect(await db.$count(auditLog, eq(auditLog.action, 'license_keys_exported'))).toBe(1);
});

test('[DOWNLOAD-16] such a file is read again, in any spreadsheet’s dialect; keys that were sold aren’t sold by another list', async () => {
  await buy();
  const text = toText(await readFile());
  const add = (id: string, keys: string) => shop.call(addLicenseKeys, { token: owner, params: { id }, body: { keys } });
  expect((await add(list, text)).body).toMatchObject({ added: 0, known: 2 });
  const [other = ''] = await seedUnshipped(shop, [{ name: 'Video editor' }]);
  const second = await addKeyList(shop, owner, other, []);
  expect((await add(second, text)).body).toMatchObject({ added: 2, known: 0 });
  expect((await add(second, 'Key;Note\r\n"SEMI-1";x\r\nSEMI-2;\r\n;\r\n')).body).toMatchObject({ added: 2 });
  expect(await add(second, 'key,status\n"never closed,free\n')).toMatchObject({ status: 400, body: { issues: [{ path: 'keys' }] } });
  list = second;
  const keys = (parse(toText(await readFile()), { bom: true }) as string[][]).slice(1).map(([key]) => key);
  expect(keys).toEqual([`'=KEY,"B"`, 'KEY-C', 'SEMI-1', 'SEMI-2']);
});

test('[DOWNLOAD-17] a customer’s copy of her data has the keys that she was given, and nobody else’s', async () => {
  const [one, two] = [await buy(), await buy()];
  const read = async (token: string) => (await shop.call(exportOwnData, { token })).body.data.licenseKeys;
  expect(await read(one.token)).toEqual([{ order: one.order, line: 0, keys: ['KEY-A'] }]);
  expect(await read(two.token)).toEqual([{ order: two.order, line: 0, keys: ['=KEY,"B"'] }]);
  expect(await read((await shop.signUp()).token)).toBeUndefined();
});
