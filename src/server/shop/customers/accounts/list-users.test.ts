import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { listUsers } from '../../../../contract/account.ts';
import { users } from '../../database/schema/account.ts';
import { orders } from '../../database/schema/order.ts';

const shop = await openShop();

test('[ADM-9] [CHECKOUT-1] an admin sees the accounts, newest first, with their number of orders; checkouts aren’t counted', async () => {
  const { id, email, token } = await shop.signUp({ role: 1, name: 'Boss' });
  await shop.deps.db
    .update(users)
    .set({ createdAt: new Date('2026-01-01T00:00:00Z') })
    .where(eq(users.id, id));
  const customer = await shop.signUp({ name: 'Newest' });
  const base = { userId: customer.id, status: 'paid', stock: 'sold', totalCents: 100, address: 'x', provider: 'demo' } as const;
  const at = shop.deps.now();
  const left = { ...base, status: 'cancelled', stock: 'none', number: null } as const;
  const rows = [{ ...base, number: 1001 }, { ...base, number: 1002 }, left];
  await shop.deps.db.insert(orders).values(rows.map((row) => ({ ...row, id: randomUUID(), createdAt: at, expiresAt: at })));
  const { body } = await shop.call(listUsers, { token });
  expect(body).toMatchObject({ success: true, total: 2, page: 1, limit: 20 });
  expect(body.users.map((it) => [it.name, it.orders])).toEqual([
    ['Newest', 2],
    ['Boss', 0],
  ]);
  expect(body.users[1]).toEqual({
    _id: id,
    name: 'Boss',
    email,
    phone: '+1 555 0100',
    address: '1 Market Street',
    role: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    orders: 0,
    disabledAt: null,
  });
});

test('[ADM-9] the list of users has pages that show each account once', async () => {
  const { token } = await shop.signUp({ role: 1 });
  for (let n = 0; n < 24; n += 1) await shop.signUp();
  const pages = await Promise.all([1, 2, 3].map((page) => shop.call(listUsers, { token, query: { page } })));
  expect(pages.map((it) => it.body.users.length)).toEqual([20, 5, 0]);
  expect(new Set(pages.flatMap((it) => it.body.users.map((user) => user._id))).size).toBe(25);
  for (const query of [{ page: 0 }, { limit: 101 }, { page: 'x' }]) {
    expect((await shop.call(listUsers, { token, query: query as never })).status).toBe(400);
  }
});
