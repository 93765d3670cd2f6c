/** Shipping and tax from the cart to the paid order. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { seedProducts } from '../../../../../tests/support/checkout.ts';
import { makeCode } from '../../../../../tests/support/discount-codes.ts';
import { type Choices, openPricedShop } from '../../../../../tests/support/priced-checkout.ts';
import { EXPRESS_ID, STANDARD_ID, storePricing, TAX, ZONES } from '../../../../../tests/support/pricing-settings.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { refundOrder } from '../../../../contract/order-admin.ts';
import { seededRandom } from '../../../platform/secrets/random.ts';
import { products } from '../../database/schema/catalog.ts';
import { discountCodes } from '../../database/schema/pricing.ts';

const { shop, db, askPrice, checkOut, readBought, open } = await openPricedShop();

test('[SHIP-3] a shop without zones ships everywhere for free', async () => {
  const { lamp, token } = await open();
  const { body } = await askPrice([lamp], { country: 'AQ' });
  expect(body).toMatchObject({ shipping: 0, shippingOptions: [], isShippable: true, destinations: [], total: 20 });
  expect((await checkOut(token, [lamp], { country: 'AQ' })).status).toBe(200);
});

test('[SHIP-3] shipping is shown before a login: for the default country, or for the chosen one', async () => {
  const { lamp } = await open();
  await storePricing(db, { shipping: ZONES });
  const standard = { _id: STANDARD_ID, name: 'Standard', price: 4.99 };
  expect((await askPrice([lamp])).body).toMatchObject({
    address: { country: 'US', region: '' },
    shippingOptions: [standard, { _id: EXPRESS_ID, name: 'Express', price: 14.99 }],
    shippingOption: standard,
    shipping: 4.99,
    total: 24.99,
    destinations: [
      { country: 'CA', regions: [] },
      { country: 'US', regions: [] },
    ],
    isOpen: false,
  });
  expect((await askPrice([lamp], { country: 'ca' })).body).toMatchObject({ shipping: 9.5, total: 29.5 });
  expect((await askPrice([{ ...lamp, count: 2 }], { country: 'CA' })).body).toMatchObject({ shipping: 19, total: 59 });
  // Free from 50 dollars of what is bought.
  expect((await askPrice([{ ...lamp, count: 3 }])).body).toMatchObject({ shipping: 0, shippingOption: { name: 'Standard' }, total: 60 });
});

test('[SHIP-4] products that aren’t shipped need no shipping, and can be sold anywhere', async () => {
  const { file, lamp, token } = await open();
  await storePricing(db, { shipping: ZONES });
  expect((await askPrice([file], { country: 'FR' })).body).toMatchObject({ shipping: 0, shippingOptions: [], isShippable: true, total: 7 });
  const { body } = await checkOut(token, [file], { country: 'FR' });
  expect(await readBought(token, body.order)).toMatchObject({ total: 7, shipping: 0, shippingName: null });
  expect((await askPrice([lamp, file], { country: 'FR' })).body).toMatchObject({ isShippable: false, shippingOption: null });
});

test('[SHIP-4] an address outside of all zones is refused at the checkout, and nothing is reserved', async () => {
  const { lamp, token } = await open();
  await storePricing(db, { shipping: ZONES });
  const refused = await checkOut(token, [lamp], { country: 'FR' });
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'not_shippable', issues: [{ path: 'country' }] }]);
  const gone = await checkOut(token, [lamp], { country: 'CA', shipping: STANDARD_ID });
  expect([gone.status, gone.body]).toMatchObject([409, { code: 'shipping_unavailable', issues: [{ path: 'shipping' }] }]);
  expect(await shop.readStock(lamp._id)).toBe(100);
});

test('[SHIP-4] the order keeps the chosen rate; a call without one gets the cheapest of the default country', async () => {
  const { lamp, token } = await open();
  await storePricing(db, { shipping: ZONES });
  const express = await checkOut(token, [lamp], { shipping: EXPRESS_ID, country: 'US' });
  expect(await readBought(token, express.body.order)).toMatchObject({
    total: 34.99,
    subtotal: 20,
    shipping: 14.99,
    shippingName: 'Express',
  });
  expect(await shop.provider.readCheckout(express.body.id))?.toMatchObject({ amountCents: 3499 });
  const page = await shop.getPage(express.body.url);
  for (const text of ['Shipping: Express', '$14.99', '$34.99']) expect(page.body.text).toContain(text);
  const old = await checkOut(token, [lamp]);
  expect(await readBought(token, old.body.order)).toMatchObject({ total: 24.99, shippingName: 'Standard' });
});

test('[SHIP-3] the zone of a region is used before that of its country, and both before the zone for all others', async () => {
  const { lamp } = await open();
  const [zone] = ZONES.zones;
  const of = (name: string, country: string, region: string, price: number) => ({
    name,
    places: [{ country, region }],
    rates: [{ ...zone?.rates[0], _id: crypto.randomUUID(), name, basis: 'flat' as const, tiers: [{ from: 0, price }], freeFrom: null }],
  });
  const zones = [of('Elsewhere', '*', '', 30), of('Country', 'US', '', 5), of('Hawaii', 'US', 'HAWAII', 12)];
  await storePricing(db, { shipping: { defaultCountry: 'US', zones } });
  const cost = async (country: string, region: string) => (await askPrice([lamp], { country, region })).body.shipping;
  expect([await cost('US', ' hawaii '), await cost('US', 'Ohio'), await cost('us', ''), await cost('JP', '東京都')]).toEqual([
    12, 5, 5, 30,
  ]);
  expect((await askPrice([lamp])).body).toMatchObject({
    isOpen: true,
    destinations: [{ country: 'US', regions: ['HAWAII'], regionNames: ['Hawaii'] }],
  });
});

test('[TAX-4] tax is added to prices without tax, by the rate of the region; the order keeps rate and amount', async () => {
  const { lamp, file, token } = await open();
  await storePricing(db, { shipping: ZONES, tax: TAX });
  // 8.875 % of 20.00, of 7.00 and of 4.99, each rounded.
  const expected = { tax: 1.78 + 0.62 + 0.44, taxRate: 8.875, taxIncluded: false, shipping: 4.99 };
  const to = { country: 'US', region: 'ny' };
  const cart = (await askPrice([lamp, file], to)).body;
  expect(cart).toMatchObject({ ...expected, total: 34.83 });
  expect(cart.lines.map(({ tax }) => tax)).toEqual([1.78, 0.62]);
  const { body } = await checkOut(token, [lamp, file], to);
  const order = await readBought(token, body.order);
  expect(order).toMatchObject({ ...expected, total: 34.83, lines: [{ tax: 1.78 }, { tax: 0.62 }] });
  expect(await shop.provider.readCheckout(body.id))?.toMatchObject({ amountCents: 3483 });
  expect((await askPrice([lamp], { country: 'CA' })).body).toMatchObject({ tax: 0, taxRate: 0 });
});

test('[SHIP-5] an address may have its state by name or by code, like zones and tax rates', async () => {
  const { lamp } = await open();
  await storePricing(db, { tax: { ...TAX, rates: [...TAX.rates, { country: 'CA', region: 'QUEBEC', rate: 9.975 }] } });
  const rateOf = async (country: string, region: string) => (await askPrice([lamp], { country, region })).body.taxRate;
  expect([await rateOf('US', 'New York'), await rateOf('us', ' ny '), await rateOf('CA', 'qc'), await rateOf('CA', 'Ontario')]).toEqual([
    8.875, 8.875, 9.975, 0,
  ]);
});

test('[TAX-4] prices with tax stay unchanged, and the order shows the tax in them', async () => {
  const { lamp, token } = await open();
  await storePricing(db, { tax: { pricesIncludeTax: true, taxShipping: true, rates: [{ country: '*', region: '', rate: 19 }] } });
  expect((await askPrice([lamp])).body).toMatchObject({ tax: 3.19, taxIncluded: true, total: 20 });
  const { body } = await checkOut(token, [lamp]);
  expect(await readBought(token, body.order)).toMatchObject({ tax: 3.19, taxIncluded: true, total: 20 });
  await shop.pay(body.url);
  expect(await shop.listFindings()).toEqual([]);
});

test('[TAX-4] a tax of 100 % doubles the price; shipping is untaxed if the settings say so', async () => {
  const { lamp } = await open();
  await storePricing(db, {
    shipping: ZONES,
    tax: { pricesIncludeTax: false, taxShipping: false, rates: [{ country: 'US', region: '', rate: 100 }] },
  });
  expect((await askPrice([lamp])).body).toMatchObject({ tax: 20, shipping: 4.99, total: 44.99 });
});

test('[CODE-1] a code can make shipping free, or the products free while shipping is paid', async () => {
  const { lamp, token } = await open();
  await storePricing(db, { shipping: ZONES });
  await makeCode(db, { code: 'SHIP', kind: 'free_shipping' });
  await makeCode(db, { code: 'ALL', percent: 100 });
  expect((await askPrice([lamp], { code: 'SHIP', shipping: EXPRESS_ID })).body).toMatchObject({
    shipping: 0,
    total: 20,
    code: { applies: true },
  });
  const { body } = await checkOut(token, [lamp], { code: 'all' });
  expect(await readBought(token, body.order)).toMatchObject({ status: 'pending', subtotal: 20, discount: 20, shipping: 4.99, total: 4.99 });
});

test('[PRICE-1] [PRICE-3] a total past 32 bits is ordered, paid, counted and refunded to the cent', async () => {
  const [yacht = ''] = await seedProducts(shop, [{ name: 'Yacht', priceCents: 99_999_999, quantity: 1000 }]);
  await storePricing(db, { tax: TAX });
  const { token } = await shop.signUp();
  const item = { _id: yacht, count: 90 };
  const cart = (await askPrice([item], { country: 'US', region: 'NY' })).body;
  expect(cart).toMatchObject({ subtotal: 89_999_999.1, tax: 7_987_499.92, total: 97_987_499.02 });
  const { body } = await checkOut(token, [item], { country: 'US', region: 'NY' });
  expect(await shop.provider.readCheckout(body.id))?.toMatchObject({ amountCents: 9_798_749_902 });
  await shop.pay(body.url);
  expect(await readBought(token, body.order)).toMatchObject({ status: 'paid', total: 97_987_499.02 });
  const admin = await shop.signUp({ role: 1 });
  const { status, body: refunded } = await shop.call(refundOrder, {
    token: admin.token,
    params: { id: body.order },
    body: { amount: 97_987_499.02, reason: 'Too large', restock: true },
  });
  expect([status, refunded.order]).toMatchObject([200, { status: 'refunded', refunded: 97_987_499.02 }]);
  expect([await shop.readStock(yacht), await shop.listFindings()]).toEqual([1000, []]);
});

test('[PRICE-3] refunds are possible up to the total, with shipping and tax', async () => {
  const { lamp, token } = await open();
  await storePricing(db, { shipping: ZONES, tax: TAX });
  const { body } = await checkOut(token, [lamp]);
  await shop.pay(body.url);
  const admin = await shop.signUp({ role: 1 });
  const refund = (amount: number) =>
    shop.call(refundOrder, { token: admin.token, params: { id: body.order }, body: { amount, reason: 'Late', restock: false } });
  expect((await refund(26.25)).status).toBe(409);
  expect((await refund(26.24)).body.order).toMatchObject({ total: 26.24, refunded: 26.24, status: 'refunded' });
  expect(await shop.listFindings()).toEqual([]);
});

const CARTS = isFullRun ? 1000 : 20;

test(`[PRICE-2] [PRICE-3] ${CARTS} generated carts: the amounts shown, ordered and charged are the same to the cent`, {
  tags: ['full'],
  timeout: 300_000,
}, async () => {
  const random = seededRandom(62);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const ids = await seedProducts(
    shop,
    Array.from({ length: 8 }, () => ({ priceCents: 1 + Math.floor(random() * 20_000), quantity: 1_000_000 })),
  );
  for (const [index, id] of ids.entries())
    await db
      .update(products)
      .set({ shipping: index % 3 ? 1 : 0, weightGrams: index * 211 })
      .where(eq(products.id, id));
  await storePricing(db, { shipping: ZONES, tax: TAX });
  await makeCode(db, { code: 'A', percent: 13 });
  await makeCode(db, { code: 'B', kind: 'amount', amountCents: 1234, productIds: ids.slice(0, 5) });
  await makeCode(db, { code: 'C', kind: 'free_shipping' });
  const { token } = await shop.signUp();
  for (let n = 0; n < CARTS; n += 1) {
    const items = ids.filter(() => random() < 0.5).map((_id) => ({ _id, count: 1 + Math.floor(random() * 9) }));
    if (!items.length) continue;
    const destination = pick([{ country: 'US', region: 'NY' }, { country: 'US' }, { country: 'US', region: 'Ohio' }, { country: 'CA' }]);
    const choices: Choices = { ...destination, ...(random() < 0.8 && { code: pick(['A', 'b', ' C ']) }) };
    const { body: cart } = await askPrice(items, choices);
    if (cart.code?.applies === false) delete choices.code;
    const { status, body } = await checkOut(token, items, choices);
    expect(status).toBe(200);
    const order = await readBought(token, body.order);
    const { subtotal, discount, shipping, tax, total } = cart;
    expect(order).toMatchObject({ subtotal, discount, shipping, tax, total });
    expect((await shop.provider.readCheckout(body.id))?.amountCents).toBe(Math.round(total * 100));
    expect(order.lines.map((line) => [line.discount, line.tax])).toEqual(cart.lines.map((line) => [line.discount, line.tax]));
  }
  expect(await shop.listFindings()).toEqual([]);
  expect((await db.select({ uses: discountCodes.uses }).from(discountCodes)).reduce((sum, { uses }) => sum + uses, 0)).toBeLessThanOrEqual(
    1,
  );
});
