/** What buyers write and confirm at the checkout: kept on the order, and shown wherever the order is. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { makeShipTo } from '../../../../../tests/support/addresses.ts';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { listOutbox } from '../../../../../tests/support/emails.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { addTestEndpoint } from '../../../../../tests/support/webhooks.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { CUSTOMER_NOTE_MAX_LENGTH, GIFT_MESSAGE_MAX_LENGTH } from '../../../../contract/checkout-fields.ts';
import { updateOrderTexts } from '../../../../contract/documents.ts';
import { readGuestOrder } from '../../../../contract/guest-order.ts';
import { readOrder, startCheckout } from '../../../../contract/order.ts';
import { exportOrders, readAnyOrder } from '../../../../contract/order-admin.ts';
import { updateProduct } from '../../../../contract/product-admin.ts';
import { readSettings, updateSettings } from '../../../../contract/settings.ts';
import { DAY } from '../../../../contract/values.ts';
import { applyRetention } from '../../customers/privacy/privacy.service.ts';
import { products } from '../../database/schema/catalog.ts';
import { pages } from '../../database/schema/content.ts';
import { orders } from '../../database/schema/order.ts';
import { buildWords, buildWordsForTeam } from '../../messages/emails/templates/checkout-words.ts';
import type { OrderEmailData } from '../../messages/emails/templates/order-parts.ts';
import { deliverWebhooks } from '../../messages/webhooks/deliver-webhooks.ts';

const shop = await openShopWithPayments((demo) => demo, {}, { publicUrl: 'https://shop.example' });
const { db } = shop.deps;

let [mug, wine] = ['', ''];
let token = '';
let admin = '';
beforeEach(async () => {
  [mug = '', wine = ''] = await seedProducts(shop, [
    { name: 'Mug', priceCents: 1250, quantity: 100 },
    { name: 'Wine', priceCents: 900, quantity: 100 },
  ]);
  await db.update(products).set({ shipping: 1 }).where(eq(products.id, mug));
  await db.update(products).set({ minimumAge: '18' }).where(eq(products.id, wine));
  admin = (await shop.signUp({ role: 1, teamRole: 'owner', email: 'admin@example.com' })).token;
  ({ token } = await shop.signUp({ name: 'Ada' }));
});

async function ask(change: { asksForNote?: boolean; asksForGiftMessage?: boolean }) {
  const { shop: _shop, payment: _payment, footerPages: _pages, ...settings } = (await shop.call(readSettings)).body.settings;
  return (await shop.call(updateSettings, { token: admin, body: { ...settings, ...change } })).body.settings;
}

const ADDRESS = { shipTo: makeShipTo('US', 'NY') };
type Words = { customerNote?: string; giftMessage?: string; confirmations?: string[] };
const checkOut = (ids: string[], words: Words, where: object = ADDRESS) =>
  shop.call(startCheckout, { token, body: { products: ids.map((_id) => ({ _id })), ...where, ...words } });
const readOwn = async (id: string) => (await shop.call(readOrder, { token, params: { id } })).body.order;

const NOTE = 'Ring twice 🔔\n<b>Zoë</b> & "co"';
const GIFT = 'Alles Gute, 山田さん!';

test('[NOTE-1] notes and gift messages are off until the merchant switches each on; what is sent then isn’t kept', async () => {
  expect((await shop.call(readSettings)).body.settings).not.toHaveProperty('asksForNote');
  const { body } = await checkOut([mug], { customerNote: NOTE, giftMessage: GIFT });
  expect(await readOwn(body.order)).not.toHaveProperty('customerNote');
  expect(await ask({ asksForNote: true })).toMatchObject({ asksForNote: true });
  // A form of the version before sends neither.
  expect(await ask({})).toMatchObject({ asksForNote: true });
  const second = await readOwn((await checkOut([mug], { customerNote: NOTE, giftMessage: GIFT })).body.order);
  expect([second.customerNote, second.giftMessage]).toEqual([NOTE, undefined]);
  expect(await ask({ asksForNote: false })).not.toHaveProperty('asksForNote');
});

test('[NOTE-2] customer, team, emails, webhook and export have them as they were typed, up to their lengths', async () => {
  await ask({ asksForNote: true, asksForGiftMessage: true });
  const endpoint = await addTestEndpoint(db, ['order.paid']);
  expect((await checkOut([mug], { customerNote: 'a'.repeat(CUSTOMER_NOTE_MAX_LENGTH + 1) })).status).toBe(400);
  expect((await checkOut([mug], { giftMessage: 'a'.repeat(GIFT_MESSAGE_MAX_LENGTH + 1) })).status).toBe(400);
  expect((await checkOut([mug], { customerNote: 7 as never })).status).toBe(400);
  const { body } = await checkOut([mug], { customerNote: `  ${NOTE.replace('\n', '\r\n')}\u0007 `, giftMessage: GIFT });
  await shop.pay(body.url);
  const kept = { customerNote: NOTE, giftMessage: GIFT };
  expect(await readOwn(body.order)).toMatchObject(kept);
  expect((await shop.call(readAnyOrder, { token: admin, params: { id: body.order } })).body.order).toMatchObject(kept);
  await deliverWebhooks(shop.deps, { log: SILENT_LOG });
  expect(endpoint.received.map((it) => JSON.parse(String(it.body)).data.order)).toMatchObject([kept]);
  const paid = (await listOutbox(db)).find(({ kind }) => kind === 'order paid');
  expect(paid?.text).toContain(`Note to the shop\n${NOTE}`);
  expect(paid?.html).toContain('&lt;b&gt;Zoë&lt;/b&gt; &amp; ');
  expect(paid?.text).toContain(`Gift message\n${GIFT}`);
  await checkOut([mug], { customerNote: '=1+1', giftMessage: ' \n ' });
  const csv = await shop.app.inject({ method: 'GET', url: exportOrders.path, headers: { authorization: admin } });
  expect(csv.body).toContain(',customer_note,gift_message,confirmed,minimum_age');
  expect(csv.body).toContain(`${NOTE.replaceAll('"', '""')}","${GIFT}"`);
  expect(csv.body).not.toMatch(/,=1/);
});

test('[NOTE-3] a gift message is kept of orders alone that are sent', async () => {
  await ask({ asksForNote: true, asksForGiftMessage: true });
  await db.update(products).set({ shipping: 0 }).where(eq(products.id, mug));
  const { body } = await checkOut([mug], { customerNote: NOTE, giftMessage: GIFT }, {});
  expect(await readOwn(body.order)).toMatchObject({ customerNote: NOTE, needsShipping: false });
  expect(await readOwn(body.order)).not.toHaveProperty('giftMessage');
});

test('[NOTE-5] [LIMIT-5] they are erased with the buyer’s address; no email of an unpaid or free order has them', async () => {
  await ask({ asksForNote: true, asksForGiftMessage: true });
  const guest = { email: 'grace@example.com', name: 'Grace', ...ADDRESS };
  const body = { products: [{ _id: mug }], guest, customerNote: NOTE, giftMessage: GIFT };
  const started = (await shop.call(startCheckout, { body })).body;
  await shop.pay(started.url);
  const read = () => shop.call(readGuestOrder, { params: { id: started.order }, body: { signature: started.signature ?? '' } });
  expect((await read()).body.order).toMatchObject({ customerNote: NOTE, giftMessage: GIFT });
  await db.update(orders).set({ createdAt: new Date(shop.deps.now().getTime() - shop.deps.retention.orders - DAY) });
  await applyRetention(shop.deps);
  const [row] = await db.select().from(orders).where(eq(orders.id, started.order));
  expect(row).toMatchObject({ guestEmail: '', customerNote: null, giftMessage: null });
  const order = { customerNote: NOTE, giftMessage: GIFT } as OrderEmailData['order'];
  expect(buildWords({ order: { ...order, total: 0 } }).filter(Boolean)).toEqual([]);
  expect(buildWords({ order: { ...order, total: 1 } }).filter(Boolean)).toHaveLength(2);
});

test('[AGE-3] what needs an age isn’t sold before the buyer has confirmed it; the order keeps what was confirmed, and when', async () => {
  const cart = (await shop.call(priceCart, { body: { products: [{ _id: mug }, { _id: wine }] } })).body;
  const confirmation = { _id: 'age-18', text: 'I am 18 years old or older.' };
  expect(cart.confirmations).toEqual([confirmation]);
  expect(cart.lines.map(({ item }) => item.minimumAge)).toEqual([undefined, 18]);
  expect((await shop.call(priceCart, { body: { products: [{ _id: mug }] } })).body).not.toHaveProperty('confirmations');
  for (const confirmations of [undefined, [], ['digital'], ['age-16']]) {
    const refused = await checkOut([mug, wine], confirmations ? { confirmations } : {});
    expect([refused.status, refused.body.issues?.map(({ path }) => path)]).toEqual([400, ['confirmations.age-18']]);
  }
  expect((await checkOut([wine], { confirmations: ['age-0'] })).status).toBe(400);
  expect(await shop.readStock(wine)).toBe(100);
  // Who is old enough for more is for less.
  const { body } = await checkOut([mug, wine], { confirmations: ['age-21'] });
  const order = await readOwn(body.order);
  expect(order.confirmations).toEqual([{ ...confirmation, at: order.createdAt }]);
  expect(order.lines.map(({ name, minimumAge }) => [name, minimumAge]).sort()).toEqual([
    ['Mug', undefined],
    ['Wine', 18],
  ]);
  await shop.pay(body.url);
  const paid = (await listOutbox(db)).find(({ kind }) => kind === 'order paid');
  expect(paid?.text).toContain('You confirmed\nI am 18 years old or older.');
  // What is confirmed without need isn't kept.
  expect(await readOwn((await checkOut([mug], { confirmations: ['age-18'] })).body.order)).not.toHaveProperty('confirmations');
});

test('[AGE-5] [NOTE-2] the merchant’s email of a new order has the note, the message and the age to check', () => {
  const plain = { slug: 'wine', name: 'Wine', minimumAge: 16 };
  const order = {
    customerNote: NOTE,
    giftMessage: GIFT,
    lines: [plain, { ...plain, minimumAge: 18 }],
  } as unknown as OrderEmailData['order'];
  expect(buildWordsForTeam({ order })).toEqual([
    { title: 'Note to the shop', lines: NOTE },
    { title: 'Gift message', lines: GIFT },
    'Check the age: 18+',
  ]);
  expect(buildWordsForTeam({ order: { ...order, lines: [] } })).toHaveLength(2);
});

test('[AGE-3] a bundle is for those who may buy each of its parts', async () => {
  const [box = ''] = await seedProducts(shop, [{ name: 'Box', priceCents: 2000, quantity: 0 }]);
  const body = {
    parts: [
      { product: mug, count: 1 },
      { product: wine, count: 2 },
    ],
  };
  expect((await shop.call(updateProduct, { token: admin, params: { id: box }, body: body as never })).status).toBe(200);
  const cart = (await shop.call(priceCart, { body: { products: [{ _id: box }] } })).body;
  expect([cart.confirmations?.map(({ _id }) => _id), cart.lines[0]?.item.minimumAge]).toEqual([['age-18'], 18]);
  expect((await checkOut([box], {})).status).toBe(400);
  const started = await checkOut([box], { confirmations: ['age-18'] });
  expect((await readOwn(started.body.order)).lines.map(({ minimumAge }) => minimumAge)).toEqual([18]);
});

test('[NOTE-6] the price of a cart names the pages that its order would be made under, and a shop without them none', async () => {
  expect((await shop.call(priceCart, { body: { products: [{ _id: mug }] } })).body).not.toHaveProperty('texts');
  const at = new Date();
  const page = { id: randomUUID(), slug: 'terms', title: 'Terms', text: 'Fair.', status: 'published' as const };
  await db.insert(pages).values({ ...page, inFooter: false, footerPosition: 0, description: '', createdAt: at, updatedAt: at });
  expect((await shop.call(updateOrderTexts, { token: admin, body: { pages: ['terms'] } })).status).toBe(200);
  const { texts } = (await shop.call(priceCart, { body: { products: [{ _id: mug }] } })).body;
  expect(texts).toEqual([{ slug: 'terms', title: 'Terms' }]);
});
