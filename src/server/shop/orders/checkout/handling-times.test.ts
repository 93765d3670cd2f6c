/** How long a product, and the shop, take until an order is sent: in settings, on products, in the cart and on the order. */
import { beforeEach, expect, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { EXPRESS_ID, ZONES } from '../../../../../tests/support/pricing-settings.ts';
import { previewBulkEdit } from '../../../../contract/bulk-edit.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { readAnyOrder } from '../../../../contract/order-admin.ts';
import { readShippingSettings, updateShippingSettings } from '../../../../contract/pricing-settings.ts';
import { updateProduct } from '../../../../contract/product-admin.ts';
import { exportProducts } from '../../../../contract/product-table.ts';
import { readSettings } from '../../../../contract/settings.ts';
import { products } from '../../database/schema/catalog.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

/** A Monday at noon in Greenwich. */
const MONDAY = Date.parse('2027-03-01T12:00:00Z');
const zones = ZONES.zones.map((zone) => ({
  ...zone,
  rates: zone.rates.map((rate) => (rate._id === EXPRESS_ID ? { ...rate, deliveryDays: { min: 1, max: 3 } } : rate)),
}));

let [mug, vase] = ['', ''];
let token = '';
beforeEach(async () => {
  shop.advanceClock(MONDAY - shop.deps.now().getTime());
  [mug = '', vase = ''] = await seedProducts(shop, [
    { name: 'Mug', quantity: 10 },
    { name: 'Vase', quantity: 10 },
  ]);
  await db.update(products).set({ shipping: 1 });
  token = (await shop.signUp({ role: 1 })).token;
});

const setDispatch = (dispatch?: unknown) =>
  shop.call(updateShippingSettings, { token, body: { ...ZONES, zones, ...(dispatch !== undefined && { dispatch }) } as never });
const setHandling = (id: string, handlingDays: unknown) =>
  shop.call(updateProduct, { token, params: { id }, body: { handlingDays } as never });
const readOption = async (...ids: string[]) => {
  const body = { products: ids.map((_id) => ({ _id })), shipping: EXPRESS_ID, country: 'US' };
  return (await shop.call(priceCart, { body })).body.shippingOption;
};

test('[SHIP-11] the shop’s own times are checked, kept by forms that don’t know them, and told to pages', async () => {
  for (const wrong of [
    { handling: { min: 3, max: 1 } },
    { handling: { min: -1, max: 1 } },
    { handling: { min: 0, max: 121 } },
    { cutOff: '24:00' },
    { cutOff: '9:00' },
    { workdays: [] },
    { workdays: [8] },
    { workdays: [1, 1] },
    { closures: [{ from: '2027-01-02', to: '2027-01-01' }] },
    { closures: [{ from: '2027-01-01', to: '2029-01-01' }] },
    { closures: [{ from: '2027-02-30', to: '2027-03-01' }] },
    'soon',
  ]) {
    expect([wrong, (await setDispatch(wrong)).status]).toEqual([wrong, 400]);
  }
  const dispatch = {
    handling: { min: 1, max: 2 },
    cutOff: '14:00',
    workdays: [5, 1],
    closures: [{ from: '2027-03-02', to: '2027-03-02' }],
  };
  expect((await setDispatch(dispatch)).status).toBe(200);
  expect((await setDispatch()).status).toBe(200);
  const { shipping } = (await shop.call(readShippingSettings, { token })).body;
  expect(shipping.dispatch).toEqual({ ...dispatch, workdays: [1, 5] });
  const { delivery } = (await shop.call(readSettings, {})).body.settings;
  expect(delivery).toEqual({ country: 'US', days: { min: 1, max: 3 }, ...dispatch, workdays: [1, 5] });
  await setDispatch({});
  expect((await shop.call(readShippingSettings, { token })).body.shipping).not.toHaveProperty('dispatch');
});

test('[SHIP-11] the cart says when it arrives by its slowest product, and the order keeps that, with the day by which it has to be sent', async () => {
  await setDispatch({ handling: { min: 1, max: 1 }, cutOff: '14:00' });
  expect(await readOption(mug)).toMatchObject({ deliveryDays: { min: 2, max: 4 }, arrives: { from: '2027-03-03', to: '2027-03-05' } });
  await setHandling(vase, '3-5');
  const arrives = { from: '2027-03-05', to: '2027-03-11' };
  expect(await readOption(mug, vase)).toMatchObject({ deliveryDays: { min: 4, max: 8 }, arrives });
  const guest = { email: 'grace@example.com', name: 'Grace', shipTo: makeShipTo('US') };
  const body = { products: [{ _id: mug }, { _id: vase }], shipping: EXPRESS_ID, guest };
  const { order: id, url } = (await shop.call(startCheckout, { body })).body;
  await shop.pay(url);
  const { order } = (await shop.call(readAnyOrder, { token, params: { id } })).body;
  expect(order).toMatchObject({ estimatedDelivery: arrives, dueOn: '2027-03-08' });
});

test('[SHIP-11] a preorder’s day is waited for, a promise without a day leaves the cart without one, and made to order takes its product’s days', async () => {
  await setDispatch({});
  const setPolicy = async (stock: object) => {
    const { status } = await shop.call(updateProduct, { token, params: { id: vase }, body: { stock, quantity: 0 } as never });
    expect(status).toBe(200);
  };
  await setPolicy({ policy: 'preorder', shipsOn: '2027-04-03' });
  expect(await readOption(mug, vase)).toMatchObject({ arrives: { from: '2027-04-06', to: '2027-04-08' } });
  expect(await readOption(mug, vase)).not.toHaveProperty('deliveryDays');
  await setPolicy({ policy: 'backorder', shipsIn: '2 weeks' });
  expect(await readOption(mug, vase)).not.toHaveProperty('arrives');
  await setPolicy({ policy: 'untracked', shipsIn: '2 weeks' });
  expect(await readOption(vase)).not.toHaveProperty('arrives');
  await setHandling(vase, '10');
  expect(await readOption(vase)).toMatchObject({ arrives: { from: '2027-03-16', to: '2027-03-18' } });
});

test('[SHIP-12] a product’s handling time is checked in its form and in bulk edits, and is in the file', async () => {
  for (const wrong of ['5-3', '121', 'soon', '1-2-3', '-1', 5, { min: 1 }, '1'.repeat(50)])
    expect([wrong, (await setHandling(mug, wrong)).status]).toEqual([wrong, 400]);
  const saved = await setHandling(mug, ' 3 – 5 ');
  expect([saved.status, saved.body.product.handlingDays]).toEqual([200, '3-5']);
  const preview = (handlingDays: string) =>
    shop.call(previewBulkEdit, { token, body: { ids: [mug, vase], change: { field: 'handlingDays', handlingDays } } });
  expect((await preview('10')).body).toMatchObject({ changed: 2, changes: [{ after: { handlingDays: '10' } }, {}] });
  expect((await preview('3-5')).body).toMatchObject({ changed: 1, unchanged: 1 });
  expect((await preview('5-3')).status).toBe(400);
  const file = await shop.app.inject({ method: 'GET', url: exportProducts.path, headers: { authorization: token } });
  expect(file.body.split('\r\n')[0]).toContain('handling_days');
  expect(file.body).toContain('3-5');
  expect((await setHandling(mug, '')).body.product).not.toHaveProperty('handlingDays');
});
