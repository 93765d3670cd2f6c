/** What the operator's commands do with the people of a shop. */
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../tests/support/checkout.ts';
import { buyAsGuest, guest } from '../../../tests/support/guests.ts';
import { ada } from '../../../tests/support/users.ts';
import { register } from '../../contract/auth.ts';
import { customers } from '../shop/database/schema/customer.ts';
import { perform } from './command-operations.ts';

const shop = await openShopWithPayments();

let mug = '';
beforeEach(async () => {
  [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 100 }]);
});

const run = (name: 'export-customer' | 'erase-customer', email: string) => perform(shop.deps, name, { input: { email } });

test('[DATA-3] [ERASE-4] the operator copies and erases an account, and a guest by their email', async () => {
  await shop.call(register, { body: ada });
  await buyAsGuest(shop, [mug]);
  expect(await run('export-customer', ada.email.toUpperCase())).toMatchObject({ account: { name: ada.name } });
  expect(await run('export-customer', ` ${guest.email.toUpperCase()} `)).toMatchObject({
    guest: { name: guest.name, email: guest.email },
    orders: [expect.objectContaining({ status: 'paid' })],
  });
  expect(await run('erase-customer', ada.email)).toBe('account');
  expect(await run('erase-customer', guest.email)).toBe('guest');
  expect(await shop.deps.db.select().from(customers)).toEqual([]);
  for (const email of [ada.email, guest.email, '', '%', 'nobody@example.com'])
    await expect(run('erase-customer', email)).rejects.toThrow('neither an account nor a guest');
  expect(await shop.listFindings()).toEqual([]);
});

test('[ERASE-4] an account that never confirmed its email doesn’t take the guest with that email along', async () => {
  await buyAsGuest(shop, [mug]);
  await shop.call(register, { body: { ...ada, email: guest.email } });
  expect(await run('erase-customer', guest.email)).toBe('account');
  expect(await run('export-customer', guest.email)).toMatchObject({ guest: { email: guest.email } });
  expect(await run('erase-customer', guest.email)).toBe('guest');
});
