/** Whose name stands where another program worked on an order. */
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { addOrderNote, readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { shipOrder } from '../../../../contract/order-shipping.ts';
import { createApiKey } from '../../../../contract/team.ts';

const shop = await openShopWithPayments();

test("[KEY-9] shipping, refunds and notes by a key are in the order's history under the key's name", async () => {
  const { token } = await shop.signUp({ teamRole: 'owner', name: 'Olive' });
  const { key } = (await shop.call(createApiKey, { token, body: { name: 'Warehouse', scopes: ['orders'] } })).body;
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const { body } = await shop.checkOut((await shop.signUp()).token, [mug]);
  await shop.pay(body.url);
  const as = { headers: { authorization: `Bearer ${key}` }, params: { id: body.order } };
  expect((await shop.call(shipOrder, { ...as, body: { carrier: 'UPS', tracking: '1Z999' } })).status).toBe(200);
  expect((await shop.call(addOrderNote, { ...as, body: { audience: 'team', text: 'Packed by the robot' } })).status).toBe(200);
  expect((await shop.call(refundOrder, { ...as, body: { amount: 1, reason: 'Scratched', restock: false } })).status).toBe(200);
  const { order } = (await shop.call(readAnyOrder, as)).body;
  expect(order.notes).toMatchObject([{ by: 'Warehouse (API key)' }]);
  const byKey = order.history.filter(({ by }) => by === 'Warehouse (API key)');
  expect(byKey.map(({ to }) => to)).toEqual(['shipped', 'shipped']);
});
