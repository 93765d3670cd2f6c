/** Shipping and tax follow the address in fields, and nothing else says where an order goes. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { guest } from '../../../../../tests/support/guests.ts';
import { openPricedShop } from '../../../../../tests/support/priced-checkout.ts';
import { storePricing, TAX, ZONES } from '../../../../../tests/support/pricing-settings.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { createAddress, listCountries, readAddressFormat, updateAddress } from '../../../../contract/address.ts';
import { readGuestOrder } from '../../../../contract/guest-order.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { exportOrders, listAllOrders, readAnyOrder } from '../../../../contract/order-admin.ts';
import { anonymizeOrders } from '../../customers/privacy/privacy.repository.ts';
import { addresses } from '../../database/schema/account.ts';
import { emails } from '../../database/schema/messages.ts';
import { orders } from '../../database/schema/order.ts';
import { deliverWebhooks } from '../../messages/webhooks/deliver-webhooks.ts';

const { shop, db, askPrice, readBought, open } = await openPricedShop();

/** California is taxed, as the rest isn't; Germany has a zone of its own. */
const CALIFORNIA = { pricesIncludeTax: false, taxShipping: false, rates: [{ country: 'US', region: 'CA', rate: 7.25 }] };
const GERMANY = {
  ...ZONES,
  zones: [...ZONES.zones, { ...ZONES.zones[0], name: 'Germany', places: [{ country: 'DE', region: '' }], rates: [flat(53.3)] }] as never,
};

function flat(price: number) {
  return { _id: crypto.randomUUID(), name: 'Parcel', basis: 'flat', tiers: [{ from: 0, price }], freeFrom: null };
}

/** Typed loosely: what an old or a careless program sends. */
const start = (token: string | undefined, body: object) => shop.call(startCheckout, { ...(token && { token }), body: body as never });

test('[ADDR-8] a customer in California pays its tax, with or without an account; an address as text is refused, because its tax can’t be computed', async () => {
  const { lamp, token } = await open();
  await storePricing(db, { tax: CALIFORNIA });
  const shipTo = makeShipTo('US', 'California');
  const { body } = await start(token, { products: [lamp], shipTo });
  expect(await readBought(token, body.order)).toMatchObject({ tax: 1.45, taxRate: 7.25, total: 21.45 });
  const { address: _text, ...contact } = guest;
  const asGuest = (await start(undefined, { products: [lamp], guest: { ...contact, shipTo } })).body;
  const { body: read } = await shop.call(readGuestOrder, { params: { id: asGuest.order }, body: { signature: asGuest.signature ?? '' } });
  expect(read.order).toMatchObject({ tax: 1.45, total: 21.45, shipTo: { ...shipTo, region: 'CA' } });
  const text = 'Ada\n1 Market Street\nSan Francisco, CA 94105';
  for (const [as, sent, path] of [
    [token, { address: text }, 'shipTo'],
    [token, { address: 'x' }, 'shipTo'],
    [token, {}, 'shipTo'],
    [undefined, { guest: { ...contact, address: text } }, 'guest.shipTo'],
  ] as const) {
    const refused = await start(as, { products: [lamp], ...sent });
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'address_fields_required', issues: [{ path }] }]);
  }
  // Two checkouts are open: the account's and the guest's.
  expect(await shop.readStock(lamp._id)).toBe(98);
});

test("[ADDR-5] [ADDR-8] 'Calif.' isn't a state: refused at its field by the checkout, the address book and the cart price", async () => {
  const { lamp, token } = await open();
  await storePricing(db, { tax: CALIFORNIA });
  const shipTo = { ...makeShipTo('US', 'CA'), region: 'Calif.' };
  const refusal = { code: 'invalid_request', issues: [{ code: 'unknown_region', message: expect.stringContaining('California (CA)') }] };
  const answers = [
    await start(token, { products: [lamp], shipTo }),
    await start(undefined, { products: [lamp], guest: { ...guest, shipTo } }),
    await shop.call(createAddress, { token, body: shipTo }),
    await askPrice([lamp], { country: 'US', region: 'Calif.' }),
  ];
  for (const { status, body } of answers) expect([status, body]).toMatchObject([400, refusal]);
  expect(answers.map(({ body }) => (body as unknown as { issues: { path: string }[] }).issues[0]?.path)).toEqual([
    'shipTo.region',
    'guest.shipTo.region',
    'region',
    'address.region',
  ]);
  expect(await shop.readStock(lamp._id)).toBe(100);
});

test('[ADDR-8] country and region beside the address are ignored: a parcel to Portland costs what Portland costs', async () => {
  const { lamp, token } = await open();
  await storePricing(db, { shipping: GERMANY, tax: CALIFORNIA });
  const shipTo = makeShipTo('US', 'OR');
  const { body } = await start(token, { products: [lamp], shipTo, country: 'DE', region: 'CA' });
  expect(await readBought(token, body.order)).toMatchObject({ shipping: 4.99, tax: 0, total: 24.99, shipTo });
});

test('[ADDR-8] the same parcel to Berlin costs the same for guests and accounts', async () => {
  const { lamp, token } = await open();
  await storePricing(db, { shipping: GERMANY });
  const shipTo = makeShipTo('DE');
  const { body } = await start(token, { products: [lamp], shipTo });
  expect(await readBought(token, body.order)).toMatchObject({ shipping: 53.3, total: 73.3 });
  expect((await askPrice([lamp], { country: 'DE' })).body).toMatchObject({ shipping: 53.3, total: 73.3 });
  // By the old way: a text, with the country chosen beside it.
  const text = await start(token, { products: [lamp], address: 'Ada\nInvalidenstraße 1\n10115 Berlin\nGermany', country: 'DE' });
  expect([text.status, text.body]).toMatchObject([400, { code: 'address_fields_required' }]);
});

test('[ADDR-9] without an address in the request, the account’s default one is used if a structured address is needed', async () => {
  const { lamp, token } = await open();
  await storePricing(db, { tax: TAX });
  const { address } = (await shop.call(createAddress, { token, body: makeShipTo('US', 'NY') })).body;
  const { body } = await start(token, { products: [lamp] });
  expect(await readBought(token, body.order)).toMatchObject({ taxRate: 8.875, shipTo: { region: 'NY' }, address: address.text });
  // One of a time when regions weren't checked isn't guessed at.
  await db.update(addresses).set({ region: 'Calif.' });
  const refused = await start(token, { products: [lamp] });
  expect([refused.status, refused.body]).toMatchObject([400, { issues: [{ path: 'shipTo.region', code: 'unknown_region' }] }]);
  const mended = await shop.call(updateAddress, { token, params: { id: address._id }, body: makeShipTo('US', 'CA') });
  expect(mended.body.address).toMatchObject({ region: 'CA', isComplete: true });
});

test('[ADDR-10] a shop without zones and rates accepts an address as text, and the order has no address fields', async () => {
  const { lamp, token } = await open();
  const { body } = await start(token, { products: [lamp], address: '1 Compiler Way\nArlington', country: 'DE' });
  expect(await readBought(token, body.order)).toMatchObject({ address: '1 Compiler Way\nArlington', shipTo: null, total: 20 });
});

const JAPANESE = {
  recipient: '山田 花子',
  street: '銀座 4-5-6\n2F',
  postcode: '104-0061',
  city: '中央区',
  region: '13',
  country: 'JP',
};

test.each([
  ['San Francisco', makeShipTo('US', 'CA', 'Cal Fornia'), 'Cal Fornia\n1 Market Street\nSan Francisco, CA 94105\nUnited States', 1.45],
  ['Berlin', makeShipTo('DE', '', 'Bert Berliner'), 'Bert Berliner\nInvalidenstraße 1\n10115 Berlin\nGermany', 3.8],
  ['Tokyo', JAPANESE, '〒104-0061\n東京都\n中央区\n銀座 4-5-6\n2F\n山田 花子\nJapan', 2],
])(
  '[ADDR-11] an order to %s shows the same address everywhere: provider, customer, admin, emails, file, webhook, search',
  async (_where, shipTo, text, tax) => {
    const { lamp, token } = await open();
    const rates = [...CALIFORNIA.rates, { country: 'DE', region: '', rate: 19 }, { country: 'JP', region: '', rate: 10 }];
    const [zone] = ZONES.zones;
    const everywhere = { defaultCountry: 'US', zones: [{ ...zone, places: [{ country: '*', region: '' }], rates: [flat(5)] }] } as never;
    await storePricing(db, { shipping: everywhere, tax: { ...CALIFORNIA, rates } });
    const endpoint = await addTestEndpoint(db, ['order.paid']);
    const admin = await shop.signUp({ role: 1, name: 'Boss' });
    const { body } = await start(token, { products: [lamp], shipTo });
    const total = Math.round((25 + tax) * 100) / 100;
    expect(await shop.provider.readCheckout(body.id)).toMatchObject({ amountCents: Math.round(total * 100) });
    await shop.pay(body.url);
    const expected = { address: text, shipTo, shipping: 5, tax, total };
    const own = await readBought(token, body.order);
    expect(own).toMatchObject(expected);
    const { body: seen } = await shop.call(readAnyOrder, { token: admin.token, params: { id: body.order } });
    expect(seen.order).toMatchObject(expected);
    for (const keyword of [shipTo.recipient, shipTo.recipient.slice(0, 3).toLowerCase()]) {
      const { body: found } = await shop.call(listAllOrders, { token: admin.token, query: { keyword } });
      expect(found.orders).toMatchObject([{ _id: body.order, ...expected }]);
    }
    const written = await db.select().from(emails).where(eq(emails.kind, 'order paid'));
    expect(written).toHaveLength(1);
    expect(written[0]?.text).toContain(`Ship to\n${text}`);
    for (const sum of [`$${tax.toFixed(2)}`, `$${total.toFixed(2)}`]) expect(written[0]?.text).toContain(sum);
    const { body: csv } = await shop.app.inject({ method: 'GET', url: exportOrders.path, headers: { authorization: admin.token } });
    const [head = '', row = ''] = csv.replace('\uFEFF', '').trimEnd().split(/\r\n/);
    const fields = ['recipient', 'street', 'postcode', 'city', 'region', 'country'];
    // The days of delivery, which this order has none of, come after them.
    const columns = head.split(',');
    const others = ['delivery_from', 'delivery_to', 'fee', 'payment_method', 'lines'];
    expect(columns.slice(columns.indexOf('recipient'), columns.indexOf('lines') + 1)).toEqual([...fields, ...others]);
    const cell = (value: string) => (/[,\n"]/.test(value) ? `"${value}"` : value);
    const { recipient, street, postcode, city, region, country } = shipTo;
    expect(row).toContain(`,${[recipient, street, postcode, city, region, country, '', '', '0', ''].map(cell).join(',')},"[`);
    expect(row).toContain(cell(text));
    await deliverWebhooks(shop.deps, { log: SILENT_LOG });
    expect(endpoint.received.map((it) => JSON.parse(String(it.body)).data.order)).toMatchObject([{ _id: body.order, ...expected }]);
    expect(await shop.listFindings()).toEqual([]);
  },
);

test('[ERASE-2] an erased order keeps only country and region, which identify nobody', async () => {
  const { lamp, token } = await open();
  const { body } = await start(token, { products: [lamp], shipTo: makeShipTo('US', 'CA') });
  await shop.pay(body.url);
  await db.update(orders).set({ userId: null, guestEmail: 'gone@example.com', guestName: 'Gone' });
  await db.transaction((tx) => anonymizeOrders(tx, new Date(shop.deps.now().getTime() + 1000), 10));
  const [row] = await db.select().from(orders);
  const gone = { recipient: null, street: null, postcode: null, city: null, address: '' };
  expect(row).toMatchObject({ ...gone, region: 'CA', country: 'US' });
  const admin = await shop.signUp({ role: 1 });
  const { body: seen } = await shop.call(readAnyOrder, { token: admin.token, params: { id: body.order } });
  expect(seen.order).toMatchObject({ address: '', shipTo: null });
});

test('[ADDR-12] the API lists the countries that the shop ships to, and the fields of an address there', async () => {
  const read = async () => (await shop.call(listCountries)).body;
  expect(await read()).toMatchObject({ defaultCountry: 'US', needsFields: false, shipsTo: expect.arrayContaining(['US', 'JP', 'XK']) });
  await storePricing(db, { shipping: ZONES });
  expect(await read()).toEqual({ success: true, defaultCountry: 'US', shipsTo: ['CA', 'US'], needsFields: true });
  const format = async (country: string) => shop.call(readAddressFormat, { params: { country } });
  expect((await format('US')).body).toMatchObject({
    fields: [['recipient'], ['street'], ['city', 'region', 'postcode']],
    labels: { postcode: 'zip', region: 'state' },
    regions: expect.arrayContaining([{ code: 'CA', name: 'California' }]),
  });
  const japan = (await format('JP')).body;
  expect(japan.fields).toEqual([['recipient'], ['postcode'], ['region'], ['city'], ['street']]);
  expect(japan.regions).toContainEqual({ code: '13', name: '東京都 (Tokyo)' });
  expect([(await format('QQ')).status, (await format('us')).status, (await format('USA')).status]).toEqual([404, 400, 400]);
});
