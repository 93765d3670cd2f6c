/** Saved views of lists: whose they are, and what is refused. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import * as contract from '../../../../contract/saved-view.ts';
import { users } from '../../database/schema/account.ts';

const shop = await openShop();

let owner = '';
beforeEach(async () => {
  ({ token: owner } = await shop.signUp({ role: 1, teamRole: 'owner' }));
});

const VIEW: BodyOf<typeof contract.createSavedView> = {
  list: 'orders',
  name: 'To pack',
  query: 'status=to_ship',
  columns: ['placed', 'total'],
  isShared: false,
};
const save = (token: string, change: object = {}) => shop.call(contract.createSavedView, { token, body: { ...VIEW, ...change } as never });
const list = async (token: string, of: contract.ViewList = 'orders') =>
  (await shop.call(contract.listSavedViews, { token, query: { list: of } })).body.views;

test('[VIEW-1] a view can be saved, renamed, saved again and deleted; each list has separate views', async () => {
  const { view } = (await save(owner, { name: '  Für heute 📦 ' })).body;
  expect(view).toEqual({ ...VIEW, _id: expect.any(String), name: 'Für heute 📦' });
  expect(await list(owner)).toEqual([view]);
  expect(await list(owner, 'products')).toEqual([]);
  const params = { id: view._id };
  const renamed = await shop.call(contract.updateSavedView, { token: owner, params, body: { name: 'Today' } });
  expect(renamed.body.view).toEqual({ ...view, name: 'Today' });
  const anew = await shop.call(contract.updateSavedView, { token: owner, params, body: { query: '', columns: null } });
  expect(anew.body.view).toEqual({ ...view, name: 'Today', query: '', columns: null });
  expect((await shop.call(contract.deleteSavedView, { token: owner, params })).body.views).toEqual([]);
  expect((await shop.call(contract.updateSavedView, { token: owner, params, body: { name: 'x' } })).body).toMatchObject({
    code: 'not_found',
  });
  expect((await shop.call(contract.deleteSavedView, { token: owner, params })).body).toMatchObject({ code: 'not_found' });
});

test('[VIEW-2] owners and staff have private views that nobody else sees; owners manage the shared ones', async () => {
  const reader = await shop.signUp({ role: 1, teamRole: 'read-only' });
  const packer = await shop.signUp({ role: 1, teamRole: 'staff' });
  const staff = await shop.signUp({ role: 1, teamRole: 'staff' });
  const own = (await save(packer.token)).body.view;
  const shared = (await save(owner, { name: 'Late', isShared: true })).body.view;
  expect((await list(packer.token)).map(({ name }) => name)).toEqual(['Late', 'To pack']);
  expect((await list(reader.token)).map(({ name }) => name)).toEqual(['Late']);
  expect((await save(reader.token)).body).toMatchObject({ code: 'role_too_low' });
  expect((await list(staff.token)).map(({ name }) => name)).toEqual(['Late']);
  for (const { token } of [reader, staff]) {
    expect((await save(token, { isShared: true })).body).toMatchObject({ code: 'role_too_low' });
    const params = { id: shared._id };
    expect((await shop.call(contract.updateSavedView, { token, params, body: { name: 'x' } })).body).toMatchObject({
      code: 'role_too_low',
    });
    expect((await shop.call(contract.deleteSavedView, { token, params })).body).toMatchObject({ code: 'role_too_low' });
  }
  for (const token of [owner, staff.token])
    expect((await shop.call(contract.deleteSavedView, { token, params: { id: own._id } })).body).toMatchObject({ code: 'not_found' });
  const customer = await shop.signUp();
  expect((await save(customer.token)).status).toBe(403);
  // Views for everybody outlive the account that made them; one's own go with it.
  await shop.deps.db.delete(users).where(eq(users.id, packer.id));
  expect((await list(staff.token)).map(({ name }) => name)).toEqual(['Late']);
});

test('[VIEW-3] a name is used once, in any case, also by two at once; a person can have fifty views per list', async () => {
  await save(owner);
  expect((await save(owner, { name: 'TO PACK' })).body).toMatchObject({ code: 'name_taken', issues: [{ path: 'name', code: 'taken' }] });
  expect((await save(owner, { isShared: true })).status).toBe(200);
  expect((await save(owner, { list: 'products' })).status).toBe(200);
  const statuses = (await Promise.all(Array.from({ length: 4 }, () => save(owner, { name: 'Twice' })))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 409, 409, 409]);
  const { view } = (await save(owner, { name: 'Other' })).body;
  const taken = await shop.call(contract.updateSavedView, { token: owner, params: { id: view._id }, body: { name: 'twice' } });
  expect(taken.body).toMatchObject({ code: 'name_taken' });
  for (let n = 3; n < 50; n += 1) expect((await save(owner, { name: `View ${n}` })).status).toBe(200);
  expect((await save(owner, { name: 'One more' })).body).toMatchObject({ code: 'too_many_views' });
  expect((await list(owner)).filter(({ isShared }) => !isShared)).toHaveLength(50);
});

test.each([
  { name: '' },
  { name: '  ' },
  { name: 'x'.repeat(61) },
  { name: 'a\nb' },
  { name: 7 },
  { name: undefined },
  { list: 'users' },
  { list: undefined },
  { query: 'x'.repeat(1001) },
  { query: 'a\u0000' },
  { columns: ['a-b'] },
  { columns: Array.from({ length: 21 }, (_, n) => `c${'x'.repeat(n)}`) },
  { columns: ['a', 'a'] },
  { columns: 'name' },
  { columns: undefined },
  { isShared: 'yes' },
])('[VIEW-3] a view with %j is refused', async (change) => {
  expect((await save(owner, change)).status).toBe(400);
  expect(await list(owner)).toEqual([]);
});

test('[VIEW-3] views of others and unknown ids aren’t found', async () => {
  for (const id of [randomUUID(), 'x'])
    expect((await shop.call(contract.deleteSavedView, { token: owner, params: { id } })).status).toBe(404);
});
