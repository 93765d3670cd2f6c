/** Shipping and tax follow the address in fields, and nothing else says where an order goes. */
import { expect, test } from 'vitest';
import { makeShipTo } from '../../../tests/support/addresses.ts';
import { guest } from '../../../tests/support/guests.ts';
import { openPricedShop } from '../../../tests/support/priced-checkout.ts';
import { storePricing, TAX, ZONES } from '../../../tests/support/pricing-settings.ts';
import { createAddress, updateAddress } from '../../contract/address.ts';
import { readGuestOrder } from '../../contract/guest-order.ts';
import { startCheckout } from '../../contract/order.ts';
import { addresses } from '../database/schema/account.ts';

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

test('[ADDR-8] a Californian pays the tax of California, whoever they are; a text is refused, as nobody could tax it', async () => {
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

test("[ADDR-5] [ADDR-8] 'Calif.' is no state: refused at its field, in the checkout, in the address book and in the price", async () => {
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

test("[ADDR-8] country and region beside the address aren't read: a parcel to Portland costs what Portland costs", async () => {
  const { lamp, token } = await open();
  await storePricing(db, { shipping: GERMANY, tax: CALIFORNIA });
  const shipTo = makeShipTo('US', 'OR');
  const { body } = await start(token, { products: [lamp], shipTo, country: 'DE', region: 'CA' });
  expect(await readBought(token, body.order)).toMatchObject({ shipping: 4.99, tax: 0, total: 24.99, shipTo });
});

test('[ADDR-8] the same parcel to Berlin costs the same, however the order is made', async () => {
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

test('[ADDR-9] without an address in the call the default one of the account is meant, where fields are needed', async () => {
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

test('[ADDR-10] a shop without zones and rates takes the text as before, and the order has no fields', async () => {
  const { lamp, token } = await open();
  const { body } = await start(token, { products: [lamp], address: '1 Compiler Way\nArlington', country: 'DE' });
  expect(await readBought(token, body.order)).toMatchObject({ address: '1 Compiler Way\nArlington', shipTo: null, total: 20 });
});
