import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildNow, fetchFeeds, openFeeds, readGoogleFeed } from '../../../../tests/support/feeds.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { storePricing, ZONES } from '../../../../tests/support/pricing-settings.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { FEED_PATHS, readFeeds, renewFeeds, updateFeeds } from '../../../contract/feeds.ts';
import { updateOpening } from '../../../contract/opening.ts';
import { MINUTE } from '../../../contract/values.ts';
import { products } from '../database/schema/catalog.ts';
import { feedBuilds, feedParts } from '../database/schema/feeds.ts';
import { productVariants } from '../database/schema/variant.ts';
import { saveSetting } from '../settings/settings.repository.ts';
import { renewFeeds as runJob } from './build-feeds.service.ts';

const shop = await openShop({ deps: () => ({ publicUrl: 'https://shop.example' }) });
const { db } = shop.deps;
const logIn = async () => (await shop.signUp({ role: 1, teamRole: 'staff' })).token;
const runDue = () => runJob(shop.deps, new AbortController().signal);
const statusOf = async (url: string) => (await shop.send({ url })).status;

test('[FEED-1] a shop has no feeds until somebody switches them on, and none again once they are off', async () => {
  const token = await logIn();
  for (const path of Object.values(FEED_PATHS)) expect(await statusOf(path)).toBe(404);
  await runDue();
  expect(await db.$count(feedBuilds)).toBe(0);
  const { body } = await shop.call(readFeeds, { token });
  expect(body).toMatchObject({ feeds: { isOn: false, country: '' }, version: 0, isUpdating: false });
  expect(body.urls).toEqual({ google: 'https://shop.example/feeds/google.xml', meta: 'https://shop.example/feeds/meta.csv' });

  const on = await shop.call(updateFeeds, { token, body: { isOn: true, country: 'DE', version: 0 } });
  expect(on.body).toMatchObject({ feeds: { isOn: true }, shippedTo: 'DE', isUpdating: true });
  expect(await statusOf(FEED_PATHS.google)).toBe(503);
  await runDue();
  for (const path of Object.values(FEED_PATHS)) expect(await statusOf(path)).toBe(200);
  expect((await shop.call(readFeeds, { token })).body).toMatchObject({ isUpdating: false, build: { products: 0, items: 0, problems: {} } });

  await shop.call(updateFeeds, { token, body: { isOn: false, country: 'DE' } });
  for (const path of Object.values(FEED_PATHS)) expect(await statusOf(path)).toBe(404);
  expect(await db.$count(feedParts)).toBe(0);
  expect((await shop.call(renewFeeds, { token })).status).toBe(400);
});

test('[FEED-1] an old form and an unknown country are refused', async () => {
  const token = await logIn();
  await openFeeds(shop, token);
  const late = await shop.call(updateFeeds, { token, body: { isOn: false, country: '', version: 0 } });
  expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict' } });
  for (const country of ['XX', 'de', 'DEU', '*', 7, null])
    expect((await shop.call(updateFeeds, { token, body: { isOn: true, country } })).status, String(country)).toBe(400);
  for (const isOn of ['yes', null, undefined])
    expect((await shop.call(updateFeeds, { token, body: { isOn, country: '' } })).status).toBe(400);
});

test('[FEED-2] both feeds list what is shown at this moment: products, and each variant of those that have some', async () => {
  const token = await logIn();
  const top = await makeCategory(db, 'Home');
  const categoryId = await makeCategory(db, 'Mugs', top);
  const hour = 3_600_000;
  const [mug, shirt] = await makeProducts(db, [
    {
      categoryId,
      name: 'Mug',
      slug: 'mug',
      priceCents: 1250,
      compareAtCents: 2000,
      sku: 'MUG-1',
      barcode: '4006381333931',
      weightGrams: 350,
    },
    {
      categoryId,
      name: 'Shirt',
      slug: 'shirt',
      options: [{ name: 'Colour', values: ['Red', 'Blue'] }],
      attributes: [
        { name: 'Vendor', value: 'Loom' },
        { name: 'Gender', value: 'Unisex' },
      ],
    },
    { categoryId, name: 'Draft', status: 'draft' },
    { categoryId, name: 'Archived', status: 'archived' },
    { categoryId, name: 'Scheduled', publishFrom: new Date(Date.now() + hour) },
    { categoryId, name: 'Ended', publishUntil: new Date(Date.now() - hour) },
    { categoryId, name: 'Sold out', slug: 'sold-out', quantity: 0 },
  ]);
  await db.insert(productVariants).values(
    ['Red', 'Blue'].map((value, position) => ({
      id: randomUUID(),
      productId: shirt?.id ?? '',
      position,
      optionValues: [value],
      priceCents: 3000 + position,
      quantity: position,
      sku: `SHIRT-${value}`,
    })),
  );
  await openFeeds(shop, token);
  const { google, meta } = await fetchFeeds(shop);
  expect(google.map(({ title }) => title).sort()).toEqual(['Mug', 'Shirt – Blue', 'Shirt – Red', 'Sold out']);
  expect(meta.map(({ title }) => title).sort()).toEqual(google.map(({ title }) => title).sort());

  expect(google.find(({ title }) => title === 'Mug')).toMatchObject({
    id: mug?.id,
    link: 'https://shop.example/product/mug',
    image_link: `https://shop.example/uploads/${mug?.imageId}-640.webp`,
    price: '20.00 USD',
    sale_price: '12.50 USD',
    availability: 'in_stock',
    condition: 'new',
    gtin: '4006381333931',
    product_type: 'Home > Mugs',
    shipping_weight: '350 g',
  });
  const blue = google.find(({ title }) => title === 'Shirt – Blue');
  expect(blue).toMatchObject({
    item_group_id: shirt?.id,
    link: `https://shop.example/product/shirt?variant=${blue?.id}`,
    price: '30.01 USD',
    color: 'Blue',
    gender: 'unisex',
    brand: 'Loom',
    mpn: 'SHIRT-Blue',
  });
  expect(blue).not.toHaveProperty('sale_price');
  expect(google.find(({ title }) => title === 'Sold out')?.availability).toBe('out_of_stock');
  expect(google.find(({ title }) => title === 'Sold out')?.identifier_exists).toBe('no');
  expect(meta.find(({ title }) => title === 'Mug')).toMatchObject({
    availability: 'in stock',
    price: '20.00 USD',
    sale_price: '12.50 USD',
  });
  expect(meta.find(({ title }) => title === 'Shirt – Red')).toMatchObject({ availability: 'out of stock', item_group_id: shirt?.id });
});

test('[FEED-2] preorders, backorders and what is made to order are told by the words of each feed, with the day', async () => {
  const token = await logIn();
  const categoryId = await makeCategory(db);
  const stock = { quantity: 1_000_000, onHand: 0 };
  await makeProducts(db, [
    { categoryId, name: 'Preorder', ...stock, stockPolicy: { policy: 'preorder', shipsOn: '2031-05-01' } },
    { categoryId, name: 'Backorder', ...stock, stockPolicy: { policy: 'backorder', shipsIn: '2 weeks' } },
    { categoryId, name: 'Made', ...stock, stockPolicy: { policy: 'untracked', shipsIn: '5 days' } },
  ]);
  await openFeeds(shop, token);
  const { google, meta } = await fetchFeeds(shop);
  const read = (title: string) => [
    google.find((it) => it.title === title)?.availability,
    google.find((it) => it.title === title)?.availability_date,
    meta.find((it) => it.title === title)?.availability,
  ];
  expect(read('Preorder')).toEqual(['preorder', '2031-05-01T23:59Z', 'preorder']);
  expect(read('Backorder')).toEqual(['backorder', undefined, 'available for order']);
  expect(read('Made')).toEqual(['in_stock', undefined, 'available for order']);
});

test.each([
  ['JPY', '1200 JPY'],
  ['KWD', '1200.000 KWD'],
  ['EUR', '1200.00 EUR'],
])('[FEED-2] a price in %s has the decimals of its currency: %s', async (currency, expected) => {
  const token = await logIn();
  await saveSetting(db, 'shop-details', { name: 'Tea', currency });
  await makeProducts(db, [{ categoryId: await makeCategory(db), priceCents: 120_000 }]);
  await openFeeds(shop, token);
  const { google, meta } = await fetchFeeds(shop);
  expect([google[0]?.price, meta[0]?.price]).toEqual([expected, expected]);
});

test('[FEED-3] whatever is in a name, the XML is well-formed, a row of the CSV is a row, and no cell begins a formula', async () => {
  const token = await logIn();
  const categoryId = await makeCategory(db);
  const names = [
    '=HYPERLINK("x")',
    '@SUM(A1)',
    '-2 °C',
    'A <b> & "C" \'d\' ]]>',
    'line\nbreak\r\nand\ttab',
    'bell \u0007, null-like \u0001 \ufffe',
    '名 🍵 \u202eevil',
  ];
  await makeProducts(
    db,
    names.map((name) => ({ categoryId, name, description: `${name} &amp; <script>` })),
  );
  await openFeeds(shop, token);
  const { google, meta, csv } = await fetchFeeds(shop);
  expect(google.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['A <b> & "C" \'d\' ]]>', '名 🍵 \u202eevil', 'bell  , null-like', '=HYPERLINK("x")']),
  );
  expect(google).toHaveLength(names.length);
  expect(meta).toHaveLength(names.length);
  expect(csv.trimEnd().split('\r\n')).toHaveLength(names.length + 1);
  for (const title of meta.map((it) => it.title)) expect(title).not.toMatch(/^[=@+-]/);
  expect(google.find(({ title }) => title?.startsWith('A <b>'))?.description).toContain('&amp; <script>');
});

test('[FEED-4] what shipping costs in the chosen country is in the feed, and a place that is shipped to nowhere has none', async () => {
  const token = await logIn();
  await storePricing(db, { shipping: ZONES });
  const categoryId = await makeCategory(db);
  await makeProducts(db, [
    { categoryId, name: 'Cheap', priceCents: 1000, shipping: 1 },
    { categoryId, name: 'Dear', priceCents: 6000, shipping: 1 },
    { categoryId, name: 'Download', shipping: 0 },
  ]);
  await openFeeds(shop, token, 'US');
  const read = async () =>
    Object.fromEntries((await fetchFeeds(shop)).google.map((it) => [it.title, `${it['shipping.country']} ${it['shipping.price']}`]));
  expect(await read()).toEqual({ Cheap: 'US 4.99 USD', Dear: 'US 0.00 USD', Download: 'undefined undefined' });
  await openFeeds(shop, token, 'FR');
  expect(await read()).toMatchObject({ Cheap: 'undefined undefined' });
  expect((await shop.call(readFeeds, { token })).body.build?.problems).toMatchObject({ no_shipping: 2 });
});

test('[FEED-4] working days until a product is sent, and of the cheapest rate, are in the feed where they are set', async () => {
  const token = await logIn();
  const zones = ZONES.zones.map((zone) => ({ ...zone, rates: zone.rates.map((it) => ({ ...it, deliveryDays: { min: 1, max: 3 } })) }));
  const categoryId = await makeCategory(db);
  await makeProducts(db, [
    { categoryId, name: 'Made to order', shipping: 1, handlingDays: '5-10' },
    { categoryId, name: 'There', shipping: 1 },
  ]);
  const read = async () =>
    (await fetchFeeds(shop)).google.map((it) =>
      ['handling', 'transit'].flatMap((kind) => [it[`shipping.min_${kind}_time`], it[`shipping.max_${kind}_time`]]).join(' '),
    );
  await storePricing(db, { shipping: { ...ZONES, zones, dispatch: { handling: { min: 0, max: 2 } } } });
  await openFeeds(shop, token, 'US');
  expect((await read()).sort()).toEqual(['0 2 1 3', '5 10 1 3']);
});

test('[FEED-5] a feed is sent compressed or not, and not again as long as it is the same', async () => {
  const token = await logIn();
  const categoryId = await makeCategory(db);
  await makeProducts(
    db,
    Array.from({ length: 450 }, (_, n) => ({ categoryId, name: `Cup ${n}` })),
  );
  await openFeeds(shop, token);
  const url = FEED_PATHS.google;
  const packed = await shop.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(packed.rawPayload.length) });
  const plain = await shop.send({ url });
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body.text);
  expect(readGoogleFeed(String(plain.body.text))).toHaveLength(450);
  expect(plain.headers['x-robots-tag']).toBe('noindex');
  const ask = (headers: Record<string, string>) => shop.send({ url, headers });
  expect((await ask({ 'if-none-match': String(plain.headers.etag) })).status).toBe(304);
  expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200);
  expect((await ask({ 'if-modified-since': String(plain.headers['last-modified']) })).status).toBe(304);
  expect((await ask({ 'if-modified-since': 'yesterday' })).status).toBe(200);
  expect((await shop.send({ url, method: 'HEAD' })).status).toBe(200);
  await buildNow(shop);
  expect((await ask({ 'if-none-match': String(plain.headers.etag) })).status).toBe(200);
});

test('[FEED-6] the feeds are made again within the hour, or as soon as somebody asks; a process that was killed leaves nothing', async () => {
  const token = await logIn();
  await openFeeds(shop, token);
  const read = async () => (await shop.call(readFeeds, { token })).body.build?.products;
  await makeProducts(db, [{ categoryId: await makeCategory(db) }]);
  await runDue();
  expect(await read()).toBe(0);
  expect((await shop.call(renewFeeds, { token })).status).toBe(200);
  expect((await shop.call(renewFeeds, { token })).status).toBe(200);
  expect(await db.$count(feedBuilds)).toBe(2);
  await runDue();
  expect(await read()).toBe(1);
  await db.update(products).set({ status: 'archived' });
  shop.advanceClock(59 * MINUTE);
  await runDue();
  expect(await read()).toBe(1);
  shop.advanceClock(2 * MINUTE);
  await Promise.all([runDue(), runDue()]);
  expect(await read()).toBe(0);
  const stopped = new AbortController();
  stopped.abort();
  shop.advanceClock(61 * MINUTE);
  await runJob(shop.deps, stopped.signal);
  shop.advanceClock(61 * MINUTE);
  await runDue();
  await buildNow(shop);
  expect(await db.$count(feedBuilds, eq(feedBuilds.items, 0))).toBeLessThanOrEqual(2);
});

test('[FEED-7] a closed shop has no feeds', async () => {
  const { token } = await shop.signUp({ role: 1, teamRole: 'owner' });
  await openFeeds(shop, token);
  expect((await shop.call(updateOpening, { token, body: { isOpen: false } })).status).toBe(200);
  for (const path of Object.values(FEED_PATHS)) expect(await statusOf(path)).toBe(404);
});
