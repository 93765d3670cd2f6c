import { expect, test } from 'vitest';
import { seedProducts } from '../../../../tests/support/checkout.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { EXPRESS_ID, STANDARD_ID, TAX, ZONES } from '../../../../tests/support/pricing-settings.ts';
import { priceCart } from '../../../contract/cart.ts';
import {
  readShippingSettings,
  readTaxSettings,
  type ShippingSettings,
  updateShippingSettings,
  updateTaxSettings,
} from '../../../contract/pricing-settings.ts';
import { products } from '../database/schema/catalog.ts';
import { settings } from '../database/schema/content.ts';

const shop = await openShop();

const [us, canada] = ZONES.zones;
if (!us || !canada) throw new Error('two zones are needed');

test('[SHIP-1] an admin sets zones and their rates, which keep their ids; a new shop has none', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const read = async () => (await shop.call(readShippingSettings, { token })).body;
  expect(await read()).toMatchObject({ shipping: { defaultCountry: 'US', zones: [] }, version: 0 });
  const saved = await shop.call(updateShippingSettings, { token, body: { ...ZONES, version: 0 } });
  expect([saved.status, saved.body]).toMatchObject([200, { shipping: ZONES, version: 1 }]);
  expect(await read()).toEqual(saved.body);
  // A new rate gets an id of its own, and so does a copy.
  const [standard] = us.rates;
  const rates = [{ ...standard, _id: undefined }, ...us.rates, { ...standard }];
  const { body } = await shop.call(updateShippingSettings, { token, body: { ...ZONES, zones: [{ ...us, rates }] } });
  const ids = body.shipping.zones[0]?.rates.map(({ _id }) => _id) ?? [];
  expect(ids.slice(1, 3)).toEqual([STANDARD_ID, EXPRESS_ID]);
  expect(new Set(ids).size).toBe(4);
});

test('[SHIP-7] a rate has its working days until delivery, and the cart shows those of each rate', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const rates = us.rates.map((rate) => (rate._id === EXPRESS_ID ? { ...rate, deliveryDays: { min: 1, max: 2 } } : rate));
  const saved = await shop.call(updateShippingSettings, { token, body: { ...ZONES, zones: [{ ...us, rates }] } });
  expect(saved.body.shipping.zones[0]?.rates).toEqual(rates);
  const [_id = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1000, quantity: 5 }]);
  await shop.deps.db.update(products).set({ shipping: 1 });
  const { body } = await shop.call(priceCart, { body: { products: [{ _id }] } });
  expect(body.shippingOptions).toMatchObject([
    { _id: STANDARD_ID, name: 'Standard', price: 4.99 },
    { _id: EXPRESS_ID, name: 'Express', price: 14.99, deliveryDays: { min: 1, max: 2 } },
  ]);
});

test('[SHIP-1] regions are stored in capitals, so that their case doesn’t matter', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const zones = [{ ...us, places: [{ country: 'US', region: '  new   york ' }] }];
  const { body } = await shop.call(updateShippingSettings, { token, body: { ...ZONES, zones } });
  expect(body.shipping.zones[0]?.places).toEqual([{ country: 'US', region: 'NEW YORK' }]);
});

const withRate = (fields: object): ShippingSettings['zones'] => [{ ...us, rates: [{ ...us.rates[0], ...fields } as never] }];

test.each<[string, object, string]>([
  ['zones that overlap', { zones: [us, { ...us, name: 'Again' }] }, 'zones.1.places.0.country'],
  ['a place twice in one zone', { zones: [{ ...us, places: [...us.places, ...us.places] }] }, 'zones.0.places.1.country'],
  ['a region without a country', { zones: [{ ...us, places: [{ country: '*', region: 'NY' }] }] }, 'zones.0.places.0.region'],
  ['a country by its name', { zones: [{ ...us, places: [{ country: 'France', region: '' }] }] }, 'zones.0.places.0.country'],
  ['a zone without rates', { zones: [{ ...us, rates: [] }] }, 'zones.0.rates'],
  ['a zone without places', { zones: [{ ...us, places: [] }] }, 'zones.0.places'],
  ['a negative rate', { zones: withRate({ tiers: [{ from: 0, price: -1 }] }) }, 'zones.0.rates.0.tiers.0.price'],
  ['a price over the limit', { zones: withRate({ tiers: [{ from: 0, price: 1e9 }] }) }, 'zones.0.rates.0.tiers.0.price'],
  ['tiers that start above 0', { zones: withRate({ basis: 'weight', tiers: [{ from: 5, price: 1 }] }) }, 'zones.0.rates.0.tiers.0.from'],
  [
    'tiers in falling order',
    { zones: withRate({ basis: 'total', tiers: [0, 50, 20].map((from) => ({ from, price: 1 })) }) },
    'zones.0.rates.0.tiers.2.from',
  ],
  ['two tiers of a flat rate', { zones: withRate({ tiers: [0, 50].map((from) => ({ from, price: 1 })) }) }, 'zones.0.rates.0.tiers.1.from'],
  [
    'half a gram',
    { zones: withRate({ basis: 'weight', tiers: [0, 0.5].map((from) => ({ from, price: 1 })) }) },
    'zones.0.rates.0.tiers.1.from',
  ],
  [
    'days of delivery that end before they begin',
    { zones: withRate({ deliveryDays: { min: 4, max: 2 } }) },
    'zones.0.rates.0.deliveryDays.max',
  ],
  ['half a day of delivery', { zones: withRate({ deliveryDays: { min: 0.5, max: 2 } }) }, 'zones.0.rates.0.deliveryDays.min'],
  ['an unknown default country', { defaultCountry: '*' }, 'defaultCountry'],
  ['51 zones', { zones: Array(51).fill(us) }, 'zones'],
])('[SHIP-1] %s are refused and named, and nothing is stored', async (_what, fields, path) => {
  const { token } = await shop.signUp({ role: 1 });
  const { status, body } = await shop.call(updateShippingSettings, { token, body: { ...ZONES, ...fields } });
  expect(status).toBe(400);
  expect(body.issues?.map((issue) => issue.path)).toContain(path);
  expect((await shop.call(readShippingSettings, { token })).body.version).toBe(0);
});

test('[TAX-3] an admin sets tax rates by country and region, and whether prices include tax', async () => {
  const { token } = await shop.signUp({ role: 1 });
  expect((await shop.call(readTaxSettings, { token })).body).toMatchObject({ tax: { pricesIncludeTax: false, rates: [] }, version: 0 });
  const saved = await shop.call(updateTaxSettings, { token, body: { ...TAX, version: 0 } });
  expect(saved.body).toMatchObject({ tax: TAX, version: 1 });
  expect((await shop.call(readTaxSettings, { token })).body).toEqual(saved.body);
});

test.each<[string, object, string]>([
  ['101 per cent', { rate: 101 }, 'rates.0.rate'],
  ['less than zero', { rate: -1 }, 'rates.0.rate'],
  ['five decimals', { rate: 8.12345 }, 'rates.0.rate'],
  ['a text', { rate: '8' }, 'rates.0.rate'],
])('[TAX-3] a tax rate of %s is refused and named', async (_what, fields, path) => {
  const { token } = await shop.signUp({ role: 1 });
  const rates = [{ country: 'US', region: '', ...fields }];
  const { status, body } = await shop.call(updateTaxSettings, { token, body: { ...TAX, rates } });
  expect([status, body.issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
  const twice = await shop.call(updateTaxSettings, {
    token,
    body: { ...TAX, rates: [...TAX.rates, { country: 'US', region: 'ny', rate: 1 }] },
  });
  expect([twice.status, twice.body.issues?.[0]?.path]).toEqual([400, 'rates.2.country']);
});

test('[TAX-9] [TAX-11] a place has a rate for each class, and for each day from which another holds; two of one day are refused', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const germany = { country: 'DE', region: '' };
  const rates = [
    { ...germany, rate: 19, class: 'standard' },
    { ...germany, rate: 16, from: '2027-07-01' },
    { ...germany, rate: 7, class: '  Books ' },
    { ...germany, rate: 5, class: 'wine and spirits' },
  ];
  const saved = await shop.call(updateTaxSettings, { token, body: { ...TAX, rates } });
  expect(saved.body.tax.rates).toEqual([
    { ...germany, rate: 19 },
    { ...germany, rate: 16, from: '2027-07-01' },
    { ...germany, rate: 7, class: 'books' },
    { ...germany, rate: 5, class: 'wine and spirits' },
  ]);
  for (const [extra, path] of [
    [{ ...germany, rate: 8, class: 'BOOKS' }, 'rates.4.country'],
    [{ ...germany, rate: 8, from: '2027-07-01' }, 'rates.4.country'],
    [{ ...germany, rate: 8, from: 'soon' }, 'rates.4.from'],
    [{ ...germany, rate: 8, class: ' ' }, 'rates.4.class'],
  ] as const) {
    const refused = await shop.call(updateTaxSettings, { token, body: { ...TAX, rates: [...rates, extra] } });
    expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([400, path]);
  }
});

test('[TAX-6] if the payment provider can’t calculate tax, this isn’t offered and can’t be switched on', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const refused = await shop.call(updateTaxSettings, { token, body: { ...TAX, automatic: true } });
  expect([refused.status, refused.body.issues?.[0]]).toMatchObject([400, { path: 'automatic', code: 'unavailable' }]);
  expect((await shop.call(readTaxSettings, { token })).body).toMatchObject({
    tax: { automatic: false },
    automaticAvailable: false,
    version: 0,
  });
});

test('[SHIP-5] a state’s name and its code mean the same place', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const rates = ['NY', 'new york'].map((region) => ({ country: 'US', region, rate: 8 }));
  const taxes = await shop.call(updateTaxSettings, { token, body: { ...TAX, rates } });
  expect([taxes.status, taxes.body.issues?.[0]]).toMatchObject([400, { path: 'rates.1.country', code: 'taken' }]);
  const zones = [us, { ...us, name: 'Quebec', places: ['qc', 'Quebec'].map((region) => ({ country: 'CA', region })) }];
  const shipping = await shop.call(updateShippingSettings, { token, body: { ...ZONES, zones } });
  expect(shipping.body.issues?.[0]).toMatchObject({ path: 'zones.1.places.1.country', code: 'taken' });
});

test('[SHIP-1] [TAX-3] if two admins save at once, one gets a conflict; saving the same again is none', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const saveZones = (zones: ShippingSettings['zones']) =>
    shop.call(updateShippingSettings, { token, body: { ...ZONES, zones, version: 0 } });
  const answers = await Promise.all([saveZones([us]), saveZones([canada])]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const saved = answers.find(({ status }) => status === 200)?.body;
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ current: { shipping: saved?.shipping, version: 1 } });
  expect((await saveZones(saved?.shipping.zones ?? [])).status).toBe(200);
  const saveTax = (rate: number) =>
    shop.call(updateTaxSettings, { token, body: { ...TAX, rates: [{ country: 'US', region: '', rate }], version: 0 } });
  expect((await Promise.all([saveTax(1), saveTax(2)])).map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('[SHIP-1] [TAX-3] [GATE-3] only admins can set zones and tax rates', async () => {
  const { token } = await shop.signUp();
  expect((await shop.call(updateShippingSettings, { token, body: ZONES })).status).toBe(403);
  expect((await shop.call(updateTaxSettings, { body: TAX })).status).toBe(401);
  expect((await shop.call(readShippingSettings, { token })).status).toBe(403);
});

test('stored settings of another version in an unknown form count as none', async () => {
  const { token } = await shop.signUp({ role: 1 });
  await shop.deps.db.insert(settings).values([
    { key: 'shipping', value: { zones: 'old' } },
    { key: 'tax', value: ['old'] },
  ]);
  expect((await shop.call(readShippingSettings, { token })).body.shipping.zones).toEqual([]);
  expect((await shop.call(readTaxSettings, { token })).body.tax.rates).toEqual([]);
});
