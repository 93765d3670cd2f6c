import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { listAuditEntries } from '../../../contract/audit.ts';
import { readOpening, updateOpening } from '../../../contract/opening.ts';
import { settings } from '../database/schema/content.ts';

const shop = await openShop();
const makeOwner = () => shop.signUp({ role: 1, teamRole: 'owner' });

test('[OPEN-1] a shop that was never closed is open, and closing it creates a password', async () => {
  const { token } = await makeOwner();
  const untouched = { opening: { isOpen: true, since: null, passphrase: null }, version: 0 };
  expect((await shop.call(readOpening, { token })).body).toMatchObject(untouched);
  expect((await shop.call(updateOpening, { token, body: {} })).status).toBe(200);
  const closed = await shop.call(updateOpening, { token, body: { isOpen: false } });
  expect(closed.body.opening).toEqual({ isOpen: false, since: expect.any(String), passphrase: expect.stringMatching(/^[\w-]{16}$/) });
  const opened = await shop.call(updateOpening, { token, body: { isOpen: true } });
  // The next time it is the same.
  expect(opened.body.opening).toMatchObject({ isOpen: true, passphrase: closed.body.opening.passphrase });
});

test('[OPEN-1] a setting of another version counts as open, unless it says that the shop is closed', async () => {
  const { token } = await makeOwner();
  for (const value of [{ isOpen: 'no' }, { state: 'closed' }, [], { isOpen: true }]) {
    await shop.deps.db.insert(settings).values({ key: 'opening', value }).onConflictDoUpdate({ target: settings.key, set: { value } });
    expect((await shop.call(readOpening, { token })).body.opening.isOpen).toBe(true);
  }
});

test('[OPEN-1] only owners can open and close the shop and see the password', async () => {
  for (const teamRole of ['read-only', 'staff'] as const) {
    const { token } = await shop.signUp({ role: 1, teamRole });
    expect((await shop.call(readOpening, { token })).status).toBe(403);
    expect((await shop.call(updateOpening, { token, body: { isOpen: false } })).status).toBe(403);
  }
  const { token } = await makeOwner();
  expect((await shop.call(readOpening, { token })).body.opening.isOpen).toBe(true);
});

test.each([
  ['a short password', { passphrase: 'short' }],
  ['a long password', { passphrase: 'x'.repeat(65) }],
  ['a password with a space', { passphrase: 'look around' }],
  ['a password with a line break', { passphrase: 'look\naround' }],
  ['a password that is a list', { passphrase: ['look-around'] }],
  ['no password', { passphrase: null }],
  ['a text for open', { isOpen: 'yes' }],
  ['a negative version', { isOpen: false, version: -1 }],
])('[OPEN-1] %s is refused, and nothing changes', async (_what, body) => {
  const { token } = await makeOwner();
  expect((await shop.call(updateOpening, { token, body })).status).toBe(400);
  expect((await shop.call(readOpening, { token })).body).toMatchObject({ opening: { isOpen: true, passphrase: null }, version: 0 });
});

test('[OPEN-1] a password in any script is stored unchanged', async () => {
  const { token } = await makeOwner();
  const { body } = await shop.call(updateOpening, { token, body: { passphrase: 'Käse🧀höhle' } });
  expect(body.opening).toMatchObject({ isOpen: true, passphrase: 'Käse🧀höhle' });
});

test('[OPEN-1] if two owners change it from the same form, one gets a conflict', async () => {
  const { token } = await makeOwner();
  const { body } = await shop.call(updateOpening, { token, body: { isOpen: false } });
  const save = (passphrase: string) => shop.call(updateOpening, { token, body: { passphrase, version: body.version } });
  const answers = await Promise.all([save('first-one'), save('second-one')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const winner = answers.find(({ status }) => status === 200)?.body.opening;
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'version_conflict', current: { opening: winner } });
});

test('[OPEN-9] opening and closing are in the activity log, without the password', async () => {
  const { token } = await makeOwner();
  await shop.call(updateOpening, { token, body: { isOpen: false, passphrase: 'look-around' } });
  await shop.call(updateOpening, { token, body: { isOpen: true } });
  const { body } = await shop.call(listAuditEntries, { token, query: {} });
  const text = JSON.stringify(body);
  expect(text).not.toContain('look-around');
  const entries = body.entries.filter(({ object }) => object._id === 'opening');
  expect(entries.map(({ action }) => action)).toEqual(['updated', 'created']);
  expect(entries[0]?.changes).toMatchObject([{ field: 'value', before: { isOpen: false }, after: { isOpen: true } }]);
});
