/** Files and licence keys are delivered at once with their buyer's consent, which ends the right of withdrawal once it has begun. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { addFile, addKeyList, seedUnshipped } from '../../../../../tests/support/downloads.ts';
import { listOutbox } from '../../../../../tests/support/emails.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { readOrder, startCheckout } from '../../../../contract/order.ts';
import { readOrderDownloads, startDownload } from '../../../../contract/order-downloads.ts';
import { readShopDetails, updateShopDetails } from '../../../../contract/shop-details.ts';
import { declareWithdrawal, readWithdrawalForm } from '../../../../contract/withdrawal.ts';
import { products } from '../../database/schema/catalog.ts';
import { orders } from '../../database/schema/order.ts';
import { findLineException } from '../lifecycle/withdrawal-period.ts';

const shop = await openShopWithPayments((demo) => demo, {}, { publicUrl: 'https://shop.example' });
const { db } = shop.deps;

let [book, game, mug] = ['', '', ''];
let token = '';
let admin = '';
beforeEach(async () => {
  admin = (await shop.signUp({ role: 1, teamRole: 'owner', email: 'admin@example.com' })).token;
  ({ token } = await shop.signUp({ name: 'Ada' }));
  [book = '', game = ''] = await seedUnshipped(shop, [{ name: 'Book' }, { name: 'Game' }]);
  [mug = ''] = await seedProducts(shop, [{ name: 'Mug', quantity: 9 }]);
  await addFile(shop, admin, book);
  await addKeyList(shop, admin, game, ['KEY-1', 'KEY-2']);
  await setDays(14);
});

async function setDays(withdrawalDays: number) {
  const { shop: details, version } = (await shop.call(readShopDetails, { token: admin })).body;
  const { logo: _logo, ...body } = details;
  expect((await shop.call(updateShopDetails, { token: admin, body: { ...body, withdrawalDays, version } })).status).toBe(200);
}

const toProducts = (ids: string[]) => ids.map((_id) => ({ _id }));
const listAsked = async (ids: string[], country: string) =>
  (await shop.call(priceCart, { body: { products: toProducts(ids), address: { country } } })).body.confirmations?.map(({ _id }) => _id);
const checkOut = (ids: string[], country: string, confirmations?: string[]) =>
  shop.call(startCheckout, { token, body: { products: toProducts(ids), country, ...(confirmations && { confirmations }) } });

async function buy(ids: string[], country = 'DE', confirmations = ['digital']) {
  const { body } = await checkOut(ids, country, confirmations);
  await shop.pay(body.url);
  const { order } = (await shop.call(readOrder, { token, params: { id: body.order } })).body;
  return { ...order, signature: order.withdrawable?.signature ?? '' };
}
type Bought = Awaited<ReturnType<typeof buy>>;

const readLines = async ({ _id: id, signature }: Bought) =>
  (await shop.call(readWithdrawalForm, { params: { id }, body: { signature } })).body.order.lines
    .map(({ name, left, exception }) => [name, left, exception])
    .sort();

async function download({ _id: id }: Bought) {
  const [file] = (await shop.call(readOrderDownloads, { token, params: { id } })).body.downloads;
  if (!file?.signature) throw new Error('the order has no download');
  expect((await shop.call(startDownload, { params: { id: file._id }, body: { signature: file.signature } })).status).toBe(200);
}

test('[CONSENT-1] of files and licence keys a shop with withdrawals asks buyers in the EU and the UK for their consent, and only them', async () => {
  for (const country of ['DE', 'GB']) {
    for (const id of [book, game]) expect(await listAsked([mug, id], country)).toEqual(['digital']);
    expect(await listAsked([mug], country)).toBeUndefined();
  }
  for (const country of ['US', 'CH']) expect(await listAsked([book, game], country)).toBeUndefined();
  const refused = await checkOut([book], 'DE');
  expect([refused.status, refused.body.issues?.[0]?.path]).toEqual([400, 'confirmations.digital']);
  expect((await checkOut([book], 'US')).status).toBe(200);
  // Sold as digital, and delivered in another way.
  await db.update(products).set({ withdrawalException: 'digital' }).where(eq(products.id, mug));
  expect(await listAsked([mug], 'DE')).toEqual(['digital']);
  await setDays(0);
  expect(await listAsked([book, mug], 'DE')).toBeUndefined();
  expect((await checkOut([book], 'DE')).status).toBe(200);
});

test('[CONSENT-2] the order keeps the consent with its words and time, and its confirmation has them', async () => {
  const order = await buy([book]);
  expect(order.confirmations).toEqual([{ _id: 'digital', text: expect.stringContaining('right of withdrawal'), at: order.createdAt }]);
  const [email] = (await listOutbox(db)).filter(({ kind }) => kind === 'order downloads');
  expect(email?.text).toContain(`You confirmed\n${order.confirmations?.[0]?.text}`);
});

test('[CONSENT-3] [WITHDRAW-8] with consent a file is excepted once it was fetched and a key once it was given; without consent nothing is', async () => {
  const order = await buy([book, game]);
  expect(await readLines(order)).toEqual([
    ['Book', 1, undefined],
    ['Game', 0, 'digital'],
  ]);
  await download(order);
  expect(await readLines(order)).toEqual([
    ['Book', 0, 'digital'],
    ['Game', 0, 'digital'],
  ]);
  const refused = await shop.call(declareWithdrawal, { params: { id: order._id }, body: { signature: order.signature, name: 'Ada' } });
  expect(refused.status).toBe(409);
  // As an order from before the shop asked.
  await db.update(orders).set({ confirmations: null }).where(eq(orders.id, order._id));
  expect(await readLines(order)).toEqual([
    ['Book', 1, undefined],
    ['Game', 1, undefined],
  ]);
  await db.update(orders).set({ country: 'US' }).where(eq(orders.id, order._id));
  expect(await readLines(order)).toEqual([
    ['Book', 1, undefined],
    ['Game', 1, undefined],
  ]);
});

test('[CONSENT-4] what a product says of itself counts where the law asks for no consent', () => {
  type State = Parameters<typeof findLineException>[1];
  const state: State = { isDelivered: true, isBegun: undefined, hasConsent: false, isConsentNeeded: false };
  const find = (change: Partial<State>) => findLineException('digital', { ...state, ...change });
  expect([find({}), find({ isDelivered: false }), find({ isDelivered: false, isBegun: true })]).toEqual(['digital', undefined, 'digital']);
  expect([find({ isConsentNeeded: true }), find({ isConsentNeeded: true, isBegun: true })]).toEqual([undefined, undefined]);
  expect([find({ hasConsent: true }), find({ hasConsent: true, isDelivered: false }), find({ hasConsent: true, isBegun: false })]).toEqual([
    'digital',
    undefined,
    undefined,
  ]);
  expect(findLineException('made_to_measure', { ...state, hasConsent: true, isBegun: false })).toBe('made_to_measure');
  expect(findLineException(undefined, { ...state, hasConsent: true })).toBeUndefined();
});
