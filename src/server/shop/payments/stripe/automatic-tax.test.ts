/** Stripe's automatic tax, from the merchant's switch to the refund. */
import { beforeEach, expect, test } from 'vitest';
import { seedProducts } from '../../../../../tests/support/checkout.ts';
import { makeCode } from '../../../../../tests/support/discount-codes.ts';
import { storePricing, TAX, ZONES } from '../../../../../tests/support/pricing-settings.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { UNKNOWN_POSTCODE } from '../../../../../tests/support/stripe/automatic-tax.ts';
import { openStripeShop } from '../../../../../tests/support/stripe/stripe-shop.ts';
import type { AddressFields } from '../../../../contract/address.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { readOrder, startCheckout } from '../../../../contract/order.ts';
import { readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { readTaxSettings, updateTaxSettings } from '../../../../contract/pricing-settings.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { products } from '../../database/schema/catalog.ts';
import { verifyShop } from '../../integrity/verify.service.ts';
import { reconcileOrders } from '../../orders/checkout/expire-orders.service.ts';

const { shop, stripe, deliver } = await openStripeShop();

const AUTOMATIC = { ...TAX, automatic: true };
const HOME: AddressFields = { recipient: 'Ada', street: '1 Main St', postcode: '10001', city: 'New York', region: 'NY', country: 'US' };

beforeEach(() => {
  stripe.calls.length = 0;
  stripe.failures.length = 0;
  stripe.state.events.length = 0;
  Object.assign(stripe.state.tax, { status: 'active', ratePpm: 88_750, outcome: 'complete' });
});

/** Two mugs of $12.50 that are sent for $4.99, less 10 % with the code SPRING. */
async function checkOut({
  tax = AUTOMATIC,
  shipTo = HOME,
  code,
  hasZones = true,
}: {
  tax?: typeof AUTOMATIC;
  shipTo?: AddressFields | null;
  code?: string;
  hasZones?: boolean;
} = {}) {
  const { db } = shop.deps;
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  await db.update(products).set({ shipping: 1 });
  await storePricing(db, { ...(hasZones && { shipping: ZONES }), tax });
  await makeCode(db, { percent: 10 });
  const { token } = await shop.signUp();
  const body = { products: [{ _id: mug, count: 2 }], ...(shipTo && { shipTo }), ...(code && { code }) };
  const answer = await shop.call(startCheckout, { token, body });
  const read = async () => (await shop.call(readOrder, { token, params: { id: answer.body.order } })).body.order;
  return { ...answer, mug, read };
}

const deliverEvents = (change: (object: Record<string, unknown>) => Record<string, unknown> = (it) => it): Promise<void> =>
  deliver(stripe.state.events.splice(0).map((event) => ({ ...event, data: { object: change(event.data.object) } })));

const formOf = (path: string) => stripe.calls.findLast((call) => call.path === path)?.form;
const listFindings = () => verifyShop(shop.deps.db, shop.deps.now());

test('[TAX-6] the owner can switch automatic tax on if Stripe takes payments and its tax is set up; an older form leaves it unchanged', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const save = (body: object) => shop.call(updateTaxSettings, { token, body: { ...TAX, ...body } });
  expect((await shop.call(readTaxSettings, { token })).body).toMatchObject({ tax: { automatic: false }, automaticAvailable: true });
  stripe.state.tax.status = 'pending';
  const refused = await save({ automatic: true });
  expect([refused.status, refused.body]).toMatchObject([400, { issues: [{ path: 'automatic', code: 'unavailable' }] }]);
  stripe.state.tax.status = 'active';
  for (let attempt = 0; attempt < 2; attempt += 1) stripe.failures.push({ timing: 'before', kind: '500' });
  expect((await save({ automatic: true })).status).toBe(502);
  expect((await shop.call(readTaxSettings, { token })).body.tax.automatic).toBe(false);
  expect((await save({ automatic: true })).body).toMatchObject({ tax: { automatic: true }, automaticAvailable: true });
  expect((await save({})).body.tax).toEqual(AUTOMATIC);
  expect((await save({ automatic: false })).body.tax.automatic).toBe(false);
});

test('[TAX-5] the cart says that tax is added later, Stripe calculates it by the delivery address, and the order has what was paid', async () => {
  const { body, read, mug } = await checkOut({ code: 'SPRING' });
  const cart = await shop.call(priceCart, {
    body: { products: [{ _id: mug, count: 2 }], code: 'SPRING', address: { country: 'US', region: 'NY' } },
  });
  expect(cart.body).toMatchObject({ taxAutomatic: true, tax: 0, taxRate: 0, discount: 2.5, shipping: 4.99, total: 27.49 });
  expect(await read()).toMatchObject({ taxAutomatic: true, tax: 0, total: 27.49, status: 'pending' });
  expect(formOf('/v1/customers')).toMatchObject({
    email: expect.any(String),
    shipping: { name: 'Ada', address: { line1: '1 Main St', postal_code: '10001', city: 'New York', state: 'NY', country: 'US' } },
  });
  const form = formOf('/v1/checkout/sessions');
  expect(form).toMatchObject({ automatic_tax: { enabled: 'true' }, customer: expect.stringMatching(/^cus_/) });
  expect(form).not.toHaveProperty('customer_email');
  expect(form).toMatchObject({
    line_items: {
      0: { price_data: { tax_behavior: 'exclusive', unit_amount: '2250' } },
      1: { price_data: { tax_behavior: 'exclusive', unit_amount: '499', product_data: { tax_code: 'txcd_92010001' } } },
    },
  });
  stripe.state.pay(body.id);
  await deliverEvents();
  // 8.875 % of 22.50 and of 4.99.
  expect(await read()).toMatchObject({ status: 'paid', subtotal: 25, discount: 2.5, shipping: 4.99, tax: 2.44, taxRate: 0, total: 29.93 });
  expect((await read()).lines[0]?.tax).toBe(1.99);
  expect(await listFindings()).toEqual([]);
});

test('[TAX-5] the total of prices with tax stays the same, and the order says how much of it is tax; polling gives the same as the event', async () => {
  const { body, read } = await checkOut({ tax: { ...AUTOMATIC, pricesIncludeTax: true } });
  expect(formOf('/v1/checkout/sessions')).toMatchObject({ line_items: { 0: { price_data: { tax_behavior: 'inclusive' } } } });
  stripe.state.pay(body.id);
  shop.advanceClock(3 * MINUTE);
  expect(await reconcileOrders(shop.deps, SILENT_LOG)).toBe(1);
  // Of 25.00 and of 4.99.
  expect(await read()).toMatchObject({ status: 'paid', total: 29.99, tax: 2.45, taxIncluded: true });
  await deliverEvents();
  expect(await read()).toMatchObject({ status: 'paid', total: 29.99, tax: 2.45 });
  expect(await listFindings()).toEqual([]);
});

test('[TAX-5] refunds of items and shipping include their part of the tax, and add up to all that was paid', async () => {
  const { body, read } = await checkOut();
  stripe.state.pay(body.id);
  await deliverEvents();
  expect(await read()).toMatchObject({ total: 32.65, tax: 2.66 });
  const { token } = await shop.signUp({ role: 1 });
  const refund = (fields: object) =>
    shop.call(refundOrder, { token, params: { id: body.order }, body: { reason: 'Late', amount: 0, restock: false, ...fields } });
  expect((await refund({ amount: 13.61, lines: [{ line: 0, quantity: 1, restock: true }] })).status).toBe(200);
  await deliverEvents();
  expect((await refund({ amount: 19.05 })).status).toBe(409);
  expect((await refund({ amount: 19.04 })).body.order).toMatchObject({ refunded: 32.65, status: 'refunded' });
  expect(stripe.state.refunds.map(({ amount }) => amount)).toEqual([1361, 1904]);
  expect(await listFindings()).toEqual([]);
});

test.each<[string, (session: Record<string, unknown>) => Record<string, unknown>]>([
  ['less than goods and shipping', (it) => ({ ...it, amount_total: 100, total_details: { amount_tax: 8 } })],
  ['a sum whose most is called tax', (it) => ({ ...it, total_details: { amount_tax: 3000 } })],
  [
    'no tax, since Stripe could not calculate it',
    (it) => ({ ...it, amount_total: 2999, automatic_tax: { enabled: true, status: 'failed' } }),
  ],
  ['a session without automatic tax', (it) => ({ ...it, amount_total: 2999, automatic_tax: { enabled: false, status: null } })],
  ['a tax that is a text', (it) => ({ ...it, total_details: { amount_tax: '266' } })],
])('[TAX-5] [PAY-4] paid is %s: the order is put on hold and stays as it was', async (_what, change) => {
  const { body, read } = await checkOut();
  stripe.state.pay(body.id);
  await deliverEvents(change);
  expect(await read()).toMatchObject({ status: 'review', total: 29.99, tax: 0 });
  const { token } = await shop.signUp({ role: 1 });
  const { order } = (await shop.call(readAnyOrder, { token, params: { id: body.order } })).body;
  expect(order.history.at(-1)?.why).toContain('instead of $29.99 and tax');
  expect(await listFindings()).toEqual([]);
});

test.each([
  ['no fields', null],
  ['a place that Stripe does not know', { ...HOME, postcode: UNKNOWN_POSTCODE }],
])("[TAX-5] of an address with %s Stripe's page asks for one", async (_what, shipTo) => {
  const { status, body, read } = await checkOut({ shipTo, hasZones: false });
  expect(status).toBe(200);
  expect(formOf('/v1/checkout/sessions')).toMatchObject({ automatic_tax: { enabled: 'true' }, customer_email: expect.any(String) });
  stripe.state.pay(body.id);
  await deliverEvents();
  expect((await read()).status).toBe('paid');
});

test('[TAX-5] checkouts started before automatic tax was switched on or off keep what they had', async () => {
  const before = await checkOut({ tax: { ...TAX, automatic: false } });
  const { token } = await shop.signUp({ role: 1 });
  await shop.call(updateTaxSettings, { token, body: AUTOMATIC });
  stripe.state.pay(before.body.id);
  await deliverEvents();
  expect(await before.read()).toMatchObject({ status: 'paid', taxRate: 8.875, taxAutomatic: false, tax: 2.66, total: 32.65 });
});
