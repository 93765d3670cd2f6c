/** Shops in currencies with no, two and three decimals, from the price to the refund. */
import { expect, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { seedProducts } from '../../../../../tests/support/checkout.ts';
import { openStripeShop } from '../../../../../tests/support/stripe/stripe-shop.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import { updateTaxSettings } from '../../../../contract/pricing-settings.ts';
import { updateProduct } from '../../../../contract/product-admin.ts';
import { readShopDetails, updateShopDetails } from '../../../../contract/shop-details.ts';
import { orders } from '../../database/schema/order.ts';
import { verifyShop } from '../../integrity/verify.service.ts';

const { shop, stripe, deliver } = await openStripeShop();
const { db } = shop.deps;

/** As a shop that has sold nothing yet, at 7.7 % tax. */
async function sellIn(currency: string) {
  const { token } = await shop.signUp({ role: 1, teamRole: 'owner' });
  // What the tests before sold stays, in its own currency; only the setting is asked for one that is free to choose.
  await db.update(orders).set({ currency: currency.toLowerCase() });
  const { logo: _logo, ...details } = (await shop.call(readShopDetails, { token })).body.shop;
  expect((await shop.call(updateShopDetails, { token, body: { ...details, currency } })).status).toBe(200);
  const tax = { pricesIncludeTax: false, taxShipping: false, rates: [{ country: 'US', region: '', rate: 7.7 }] };
  expect((await shop.call(updateTaxSettings, { token, body: tax })).status).toBe(200);
  return token;
}

test.each([
  // Two of a price, the tax, the total; Stripe's amounts of one, of the tax and of a refund.
  ['JPY', 1250, 193, 2693, ['1250', '193'], 300, 300],
  ['KWD', 5.12, 0.79, 11.03, ['5120', '790'], 1.01, 1010],
  ['ISK', 900, 139, 1939, ['90000', '13900'], 39, 3900],
  ['EUR', 19.99, 3.08, 43.06, ['1999', '308'], 0.06, 6],
] as const)(
  '[CUR-5] in %s a price of %d is paid and refunded to the last unit',
  async (currency, price, tax, total, amounts, refund, amount) => {
    const token = await sellIn(currency);
    const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', quantity: 5 }]);
    expect((await shop.call(updateProduct, { token, params: { id: mug }, body: { price } })).status).toBe(200);
    const { token: customer } = await shop.signUp();
    const body = { products: [{ _id: mug, count: 2 }], address: { country: 'US' } };
    expect((await shop.call(priceCart, { body })).body).toMatchObject({ subtotal: Math.round(price * 200) / 100, tax, total });
    const started = await shop.call(startCheckout, { token: customer, body: { products: body.products, shipTo: makeShipTo('US') } });
    expect(started.status).toBe(200);
    const form = stripe.calls.findLast(({ path }) => path === '/v1/checkout/sessions')?.form;
    const lines = Object.values(form?.line_items ?? {}) as unknown as { price_data: { unit_amount: string; currency: string } }[];
    expect(lines.map(({ price_data: it }) => it.unit_amount)).toEqual(amounts);
    stripe.state.pay(started.body.id);
    await deliver();
    const params = { id: started.body.order };
    const read = async () => (await shop.call(readAnyOrder, { token, params })).body.order;
    expect(await read()).toMatchObject({ status: 'paid', currency, total, payments: [{ amount: total, currency }] });
    const give = (sum: number) => shop.call(refundOrder, { token, params, body: { amount: sum, reason: 'Sorry', restock: false } });
    expect((await give(refund)).body.order).toMatchObject({ refunded: refund });
    expect(stripe.state.refunds.at(-1)).toMatchObject({ amount });
    await deliver();
    expect((await give(Math.round((total - refund) * 100) / 100)).body.order).toMatchObject({ status: 'refunded', refunded: total });
    expect(await verifyShop(db, shop.deps.now())).toEqual([]);
  },
);

test('[CUR-5] a price of half a yen is refused at its field', async () => {
  const token = await sellIn('JPY');
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', quantity: 5 }]);
  const { status, body } = await shop.call(updateProduct, { token, params: { id: mug }, body: { price: 12.5 } });
  expect([status, body]).toMatchObject([400, { issues: [{ path: 'price', code: 'not_an_integer' }] }]);
});

test("[PAY-14] a total below the provider's minimum is refused before anything is reserved", async () => {
  const token = await sellIn('EUR');
  const [pin = ''] = await seedProducts(shop, [{ name: 'Pin', priceCents: 40, quantity: 5 }]);
  const { token: customer } = await shop.signUp();
  const count = await db.$count(orders);
  const buy = () => shop.call(startCheckout, { token: customer, body: { products: [{ _id: pin }], shipTo: makeShipTo('DE') } });
  const { status, body } = await buy();
  expect([status, body]).toMatchObject([
    409,
    { code: 'amount_too_small', message: 'Payments start at €0.50. Add something to your cart.' },
  ]);
  expect(await db.$count(orders)).toBe(count);
  // Of a currency whose minimum isn't known Stripe says it.
  expect(token).toBeTruthy();
  await sellIn('KWD');
  stripe.state.tooSmall = true;
  const refused = await buy();
  stripe.state.tooSmall = false;
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'amount_too_small' }]);
});
