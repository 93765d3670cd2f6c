/** Two admins, or one whose answer was lost, act on the same order. */
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { shipOrder } from '../../../../contract/order-shipping.ts';

const shop = await openShopWithPayments();

/** An order of $25.00, paid, as an admin has it on screen. */
async function openPaidOrder() {
  const { token } = await shop.signUp({ role: 1, name: 'Ada Admin' });
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const { body } = await shop.checkOut((await shop.signUp()).token, [mug, mug]);
  await shop.pay(body.url);
  const params = { id: body.order };
  const read = async () => (await shop.call(readAnyOrder, { token, params })).body.order;
  const { version } = await read();
  const refund = (amount: number, shownVersion = version) =>
    shop.call(refundOrder, { token, params, body: { amount, reason: 'Came broken', restock: false, version: shownVersion } });
  return { token, params, version, read, refund };
}

test('[VERSION-2] [VERSION-3] if two admins refund the same five dollars at once, or one repeats it after a lost answer, it is refunded once', async () => {
  const { read, refund } = await openPaidOrder();
  const answers = await Promise.all([refund(5), refund(5)]);
  expect(answers.map((it) => it.status).sort()).toEqual([200, 409]);
  const repeated = await refund(5);
  expect(repeated).toMatchObject({ status: 409, body: { code: 'version_conflict', current: { order: { refunded: 5 } } } });
  const { refunded, version } = await read();
  expect(refunded).toBe(5);
  expect((await refund(5, version)).body.order.refunded).toBe(10);
  expect(await shop.listFindings()).toEqual([]);
});

test('[VERSION-2] an admin who hasn’t seen that an order was refunded can’t ship it', async () => {
  const { token, params, version, read, refund } = await openPaidOrder();
  await refund(5);
  const body = { carrier: 'Post', tracking: 'RR123', version };
  const old = await shop.call(shipOrder, { token, params, body });
  expect(old).toMatchObject({ status: 409, body: { code: 'version_conflict', current: { order: { status: 'paid', refunded: 5 } } } });
  const shipped = await shop.call(shipOrder, { token, params, body: { ...body, version: (await read()).version } });
  expect(shipped.body.order.status).toBe('shipped');
  expect(await shop.call(shipOrder, { token, params, body })).toMatchObject({ status: 409, body: { code: 'wrong_order_status' } });
});
