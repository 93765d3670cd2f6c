/** Companies at the checkout: whose VAT ID is confirmed pays no tax of the shop's, everybody else does. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { openCompanyShop } from '../../../../../tests/support/companies.ts';
import { AUSTRIAN_ID, BELGIAN_ID, GERMAN_ID } from '../../../../../tests/support/company-examples.ts';
import { listCountries } from '../../../../contract/address.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { HOUR } from '../../../../contract/values.ts';
import { isReverseCharge } from '../../customers/companies/reverse-charge.ts';
import { checkUnanswered } from '../../customers/companies/vat-check.service.ts';
import { products } from '../../database/schema/catalog.ts';
import { settings } from '../../database/schema/content.ts';
import { orders } from '../../database/schema/order.ts';
import { verifyShop } from '../../integrity/verify.service.ts';

const { shop, db, vies, openCompanies, check, buy, readBought } = await openCompanyShop();
afterAll(vies.close);

const VIENNA = { company: 'Werkstatt Wien GmbH', vatId: AUSTRIAN_ID };
const listFindings = () => verifyShop(db, shop.deps.now());

const price = (items: object[], vatId: string, country = 'AT', billing: object = {}) =>
  shop.call(priceCart, { body: { products: items, address: { country }, billing: { vatId, ...billing } } });

test('[COMPANY-5] a company in Vienna with a confirmed VAT ID is charged no tax: price, order and proof', async () => {
  const { lamp, token } = await openCompanies();
  expect((await check('at u 135.856-27', 'AT')).body).toMatchObject({ vatId: AUSTRIAN_ID, status: 'confirmed' });
  expect(vies.calls).toMatchObject([{ countryCode: 'AT', vatNumber: 'U13585627', requesterNumber: GERMAN_ID.slice(2) }]);
  const { body } = await price([lamp], 'atu13585627');
  // 16.67 and 5 without 20 %.
  expect(body).toMatchObject({ total: 21.67, subtotal: 16.67, shipping: 5, tax: 0, taxIncluded: false });
  expect(body.vat).toEqual({ vatId: AUSTRIAN_ID, status: 'confirmed', reverseCharge: true });
  expect(body.taxes).toEqual([{ rate: 0, net: 21.67, tax: 0, country: 'AT', reverseCharge: true }]);
  const started = await buy(token, [lamp], VIENNA);
  expect(started.status).toBe(200);
  await shop.pay(started.body.url);
  const order = await readBought(token, started.body.order);
  expect(order).toMatchObject({ total: 21.67, tax: 0, taxes: body.taxes, lines: [{ price: 16.67, tax: 0 }] });
  expect(order.billing).toEqual({
    ...{ company: VIENNA.company, vatId: AUSTRIAN_ID, address: null, text: '' },
    ...{ vatStatus: 'confirmed', checkedAt: expect.any(String), consultation: 'WAPIAAAA1', reverseCharge: true },
  });
  expect(await listFindings()).toEqual([]);
});

test('[COMPANY-5] while VIES is away the tax is charged, and a later confirmation changes no order', async () => {
  const { lamp, token } = await openCompanies();
  vies.fault = 'MS_UNAVAILABLE';
  expect((await check(AUSTRIAN_ID, 'AT')).body.status).toBe('unavailable');
  expect((await price([lamp], AUSTRIAN_ID)).body).toMatchObject({
    total: 26,
    tax: 4.33,
    vat: { status: 'unavailable', reverseCharge: false },
  });
  const { body } = await buy(token, [lamp], VIENNA);
  await shop.pay(body.url);
  vies.fault = null;
  expect(await checkUnanswered(shop.deps)).toBe(1);
  const order = await readBought(token, body.order);
  expect(order).toMatchObject({ total: 26, tax: 4.33, taxes: [{ rate: 20 }], billing: { vatStatus: 'unavailable' } });
  expect(order.billing?.confirmedLater).toEqual(expect.any(String));
  expect(order.billing?.reverseCharge).toBeUndefined();
  expect(await checkUnanswered(shop.deps)).toBe(0);
  // The next order is by the answer that came meanwhile.
  expect((await price([lamp], AUSTRIAN_ID)).body.total).toBe(21.67);
  expect(await listFindings()).toEqual([]);
});

test('[COMPANY-5] what nobody asked VIES about is taxed: a checkout asks nobody', async () => {
  const { lamp, token } = await openCompanies();
  const { body } = await buy(token, [lamp], VIENNA);
  expect(await readBought(token, body.order)).toMatchObject({ total: 26, billing: { vatStatus: 'unavailable' } });
  expect(vies.calls).toEqual([]);
});

test('[COMPANY-4] an answer holds for a day, and a checkout may take an hour more; one that says no for ten minutes', async () => {
  const { lamp, token } = await openCompanies();
  const unknown = 'ATU13585635';
  vies.known.delete(unknown);
  await check(AUSTRIAN_ID, 'AT');
  await check(AUSTRIAN_ID, 'AT');
  expect(vies.calls).toHaveLength(1);
  shop.advanceClock(24.5 * HOUR);
  expect((await price([lamp], AUSTRIAN_ID)).body.vat?.status).toBe('unavailable');
  const late = await buy(token, [lamp], VIENNA);
  expect(await readBought(token, late.body.order)).toMatchObject({ total: 21.67, billing: { reverseCharge: true } });
  shop.advanceClock(HOUR);
  const later = await buy(token, [lamp], VIENNA);
  expect(await readBought(token, later.body.order)).toMatchObject({ total: 26, billing: { vatStatus: 'unavailable' } });
});

test('[COMPANY-5] the tax is charged at home, to whoever is sent to home, to a VAT ID of home, and outside of the union', async () => {
  const { lamp } = await openCompanies();
  for (const [vatId, country] of [
    [AUSTRIAN_ID, 'AT'],
    [GERMAN_ID, 'DE'],
    [BELGIAN_ID, 'BE'],
  ] as const)
    await check(vatId, country);
  const isReversed = async (vatId: string, country: string, billing: object = {}) =>
    (await price([lamp], vatId, country, billing)).body.vat?.reverseCharge;
  expect(await isReversed(GERMAN_ID, 'DE')).toBe(false);
  expect(await isReversed(AUSTRIAN_ID, 'DE', { country: 'AT' })).toBe(false);
  // The shop's own VAT ID, wherever it is sent.
  expect(await isReversed(GERMAN_ID, 'AT', { country: 'DE' })).toBe(false);
  expect(await isReversed(AUSTRIAN_ID, 'CH', { country: 'AT' })).toBe(false);
  expect(await isReversed(BELGIAN_ID, 'AT', { country: 'BE' })).toBe(true);
  expect(await isReversed('GB980780684', 'GB')).toBe(false);
});

test.each([
  ['has no VAT ID itself', {}, { vatId: '' }],
  ['has one of another country than its own', {}, { vatId: 'FR40303265045' }],
  ['is in Switzerland', {}, { country: 'CH', vatId: 'CHE107787577MWST' }],
  ['has no rates', { rates: [] }, {}],
])('[COMPANY-5] a shop that %s has no reverse charge', async (_case, tax, shopIs) => {
  const { lamp, token } = await openCompanies(tax, shopIs);
  await check(AUSTRIAN_ID, 'AT');
  expect((await price([lamp], AUSTRIAN_ID)).body.vat).toMatchObject({ status: 'confirmed', reverseCharge: false });
  const { body } = await buy(token, [lamp], VIENNA);
  expect((await readBought(token, body.order)).billing?.reverseCharge).toBeUndefined();
});

test('[COMPANY-5] goods to Northern Ireland have it and to London not; parts of members outside of the VAT area have none', async () => {
  const { lamp, token } = await openCompanies();
  vies.known.add('XI980780684');
  const checked = await shop.send({
    method: 'POST',
    url: '/api/v1/cart/vat-id',
    payload: { vatId: 'XI980780684', country: 'GB', postcode: 'BT1 5GS' },
  });
  expect(checked.body).toMatchObject({ status: 'confirmed' });
  const ask = async (postcode: string) =>
    shop.call(priceCart, { body: { products: [lamp], address: { country: 'GB', postcode }, billing: { vatId: 'XI980780684' } } });
  expect((await ask('BT1 5GS')).body.vat).toMatchObject({ reverseCharge: true });
  expect((await ask('SW1A 1AA')).status).toBe(400);
  const sale = { seller: { country: 'DE', vatId: GERMAN_ID }, buyer: { prefix: 'ES', number: 'B64717838' } };
  const isReversed = (postcode: string) => isReverseCharge({ ...sale, destination: { country: 'ES', postcode } });
  expect([isReversed('28001'), isReversed('35001'), isReversed('')]).toEqual([true, false, true]);
  const { body } = await buy(token, [lamp], { company: 'Linen Ltd', vatId: 'XI980780684' }, 'GB');
  expect(await readBought(token, body.order)).toMatchObject({ tax: 0, billing: { reverseCharge: true } });
});

test('[COMPANY-1] [COMPANY-3] bad input names its field, and nothing is written', async () => {
  const { lamp, token } = await openCompanies();
  const refuse = async (billing: unknown, country = 'AT') => {
    const { status, body } = await buy(token, [lamp], billing as never, country);
    return [status, body.issues?.map(({ path }) => path).join()];
  };
  expect(await refuse({ ...VIENNA, vatId: 'ATU13585628' })).toEqual([400, 'billing.vatId']);
  expect(await refuse(VIENNA, 'FR')).toEqual([400, 'billing.vatId']);
  expect(await refuse({ vatId: AUSTRIAN_ID })).toEqual([400, 'billing.company']);
  expect(await refuse({ ...VIENNA, address: { ...makeShipTo('AT'), postcode: 'abc' } })).toEqual([400, 'billing.address.postcode']);
  expect(await refuse({ ...VIENNA, address: makeShipTo('DE') })).toEqual([400, 'billing.vatId']);
  for (const bad of [
    { vatId: 5 },
    { company: 'x'.repeat(101) },
    { company: 'two\nlines' },
    { vatId: `AT${'1'.repeat(500)}` },
    { address: 'Wien' },
    [],
  ])
    expect((await refuse(bad))[0]).toBe(400);
  expect(await refuse({ ...VIENNA, vatId: '\u0000' })).toEqual([400, 'billing.vatId']);
  expect(await db.$count(orders)).toBe(0);
  const unicode = { company: '株式会社 🏭 Ümläut <b>', vatId: 'at u135 856-27' };
  const { body } = await buy(token, [lamp], unicode);
  expect((await readBought(token, body.order)).billing).toMatchObject({ company: unicode.company, vatId: AUSTRIAN_ID });
});

test('[COMPANY-1] a billing address apart from delivery is kept, for people too, and nothing where nothing was given', async () => {
  const { lamp, token } = await openCompanies();
  const address = makeShipTo('FR', '', 'Marie Curie');
  const apart = await buy(token, [lamp], { address });
  expect((await readBought(token, apart.body.order)).billing).toMatchObject({ address, text: expect.stringContaining('75001 Paris') });
  const empty = await buy(token, [lamp], { company: '  ', vatId: '' });
  expect((await readBought(token, empty.body.order)).billing).toBeUndefined();
});

test('[COMPANY-2] a shop that sells to no companies says so, and takes none', async () => {
  const { lamp, token } = await openCompanies({ companies: false });
  expect((await shop.call(listCountries, {})).body.companies).toBeUndefined();
  expect([(await check(AUSTRIAN_ID, 'AT')).status, (await price([lamp], AUSTRIAN_ID)).status]).toEqual([404, 400]);
  expect((await buy(token, [lamp], VIENNA)).body.issues).toMatchObject([{ path: 'billing', code: 'not_allowed' }]);
  await db.update(settings).set({ value: sql`value || '{"companies": true}'` }).where(eq(settings.key, 'tax'));
  expect((await shop.call(listCountries, {})).body.companies).toBe(true);
});

test('[COMPANY-5] files that nobody sends are taxed where the company is', async () => {
  const { file, token } = await openCompanies();
  await db.update(products).set({ shipping: 0 }).where(eq(products.id, file._id));
  await check(AUSTRIAN_ID, 'AT');
  const billing = { ...VIENNA, address: makeShipTo('AT') };
  const { body } = await shop.call(priceCart, {
    body: { products: [file], address: { country: 'DE' }, billing: { vatId: AUSTRIAN_ID, country: 'AT', postcode: '1020' } },
  });
  expect([body.vat?.reverseCharge, body.total]).toEqual([true, 5.83]);
  const started = await shop.send({
    method: 'POST',
    url: '/api/v1/product/api/create-checkout-session',
    headers: { authorization: token },
    payload: { products: [file], country: 'DE', billing },
  });
  expect(await readBought(token, String(started.body.order))).toMatchObject({
    total: 5.83,
    billing: { reverseCharge: true },
    taxes: [{ country: 'AT' }],
  });
});

test('[COMPANY-4] one browser asks VIES 30 times an hour, and what is known costs nothing', async () => {
  await openCompanies();
  await check(AUSTRIAN_ID, 'AT');
  vies.fault = 'TIMEOUT';
  const statuses: number[] = [];
  for (let n = 0; n < 30; n += 1) statuses.push((await check(BELGIAN_ID, 'BE')).status);
  expect([statuses.filter((it) => it === 200).length, statuses.at(-1)]).toEqual([29, 429]);
  expect((await check(AUSTRIAN_ID, 'AT')).status).toBe(200);
});

test('[COMPANY-5] two checkouts at once with one VAT ID both have it', async () => {
  const { lamp } = await openCompanies();
  const tokens = await Promise.all([shop.signUp(), shop.signUp()]);
  await Promise.all(tokens.map(() => check(AUSTRIAN_ID, 'AT')));
  const started = await Promise.all(tokens.map(({ token }) => buy(token, [lamp], VIENNA)));
  expect(started.map(({ status }) => status)).toEqual([200, 200]);
  const totals = await db.select({ total: orders.totalCents }).from(orders);
  expect(totals.map(({ total }) => total)).toEqual([2167, 2167]);
});
