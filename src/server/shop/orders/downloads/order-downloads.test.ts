/** What a customer gets of an order that nobody ships: links to its files, for as often and as long as they work. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { addFile, makeBytes, seedUnshipped, uploadPiece } from '../../../../../tests/support/downloads.ts';
import { buyAsGuest, checkOutAsGuest, guest } from '../../../../../tests/support/guests.ts';
import { createDownload, DOWNLOAD_PIECE_BYTES, deleteDownload, listDownloads } from '../../../../contract/downloads.ts';
import { readGuestOrder } from '../../../../contract/guest-order.ts';
import { startCheckout } from '../../../../contract/order.ts';
import { listAllOrders, readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import {
  readAnyOrderDownloads,
  readDownload,
  readGuestDownloads,
  readOrderDownloads,
  renewOrderDownloads,
  resendOrderDownloads,
  startDownload,
  updateDownloadLimits,
} from '../../../../contract/order-downloads.ts';
import { DAY, HOUR } from '../../../../contract/values.ts';
import { cleanUpDownloads } from '../../catalog/downloads/download.service.ts';
import { products } from '../../database/schema/catalog.ts';
import { downloadPieces } from '../../database/schema/downloads.ts';
import { emails } from '../../database/schema/messages.ts';
import { openLinks } from '../../messages/emails/sealed-links.ts';

const PUBLIC_URL = 'https://shop.example';
const shop = await openShopWithPayments((demo) => demo, {}, { publicUrl: PUBLIC_URL });
const { db } = shop.deps;

let token = '';
let book = '';
beforeEach(async () => {
  token = (await shop.signUp({ role: 1, teamRole: 'owner' })).token;
  [book = ''] = await seedUnshipped(shop, [{ name: 'Book' }]);
});

const buyWithoutAddress = async (ids: string[]) => {
  const { name, email } = guest;
  const { status, body } = await shop.call(startCheckout, { body: { products: ids.map((_id) => ({ _id })), guest: { name, email } } });
  expect([status, body.message]).toEqual([200, undefined]);
  await shop.pay(body.url);
  return { id: body.order, signature: body.signature ?? '' };
};

const read = async ({ id, signature }: { id: string; signature: string }) =>
  (await shop.call(readGuestDownloads, { params: { id }, body: { signature } })).body;

const firstOf = async (order: { id: string; signature: string }) => {
  const [download] = (await read(order)).downloads;
  if (!download?.signature) throw new Error('the order has no download');
  return { id: download._id, signature: download.signature };
};

const start = ({ id, signature }: { id: string; signature: string }) => shop.call(startDownload, { params: { id }, body: { signature } });

const fetchFile = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ method: 'GET', url, headers });

const readSentEmails = async () => {
  const rows = await db.select().from(emails).where(eq(emails.recipient, guest.email));
  return Promise.all(rows.map(async (row) => ({ ...row, sent: await openLinks(db, row, shop.deps.now()) })));
};

test('[DOWNLOAD-2] [DOWNLOAD-10] [DOWNLOAD-11] a guest buys a file without an address, gets it by link and email, and five times at most', async () => {
  const bytes = makeBytes(1234);
  await addFile(shop, token, book, { name: 'Bäume "2".pdf', bytes });
  const order = await buyWithoutAddress([book]);
  const { body } = await shop.call(readGuestOrder, { params: { id: order.id }, body: { signature: order.signature } });
  expect(body.order).toMatchObject({ status: 'delivered', needsShipping: false, hasDownloads: true, address: '', shipTo: null });
  expect(body.order.timeline.map(({ status }) => status)).toEqual(['pending', 'paid', 'delivered']);
  const { downloads } = await read(order);
  expect(downloads).toMatchObject([{ line: 0, name: 'Bäume "2".pdf', bytes: 1234, left: 5, ended: null }]);
  const [email] = await readSentEmails();
  const link = await firstOf(order);
  expect(email?.kind).toBe('order downloads');
  expect(email?.sent?.text).toContain(`${PUBLIC_URL}/download/${link.id}#${link.signature}`);
  expect(email?.sent?.text).toContain('(5 downloads, until ');
  expect(email?.text).not.toContain(link.signature);
  for (const left of [4, 3, 2, 1, 0]) {
    const started = await start(link);
    expect([started.status, started.body.left]).toEqual([200, left]);
    const sent = await fetchFile(started.body.url);
    expect([sent.statusCode, sent.rawPayload.equals(bytes)]).toEqual([200, true]);
  }
  const refused = await start(link);
  expect([refused.status, refused.body]).toMatchObject([
    410,
    { code: 'download_ended', message: expect.stringContaining('as often as it can be') },
  ]);
  expect((await read(order)).downloads).toMatchObject([{ left: 0, ended: 'used_up' }]);
  const list = await shop.call(listAllOrders, { token, query: { status: 'to_ship' } });
  expect(list.body.total).toBe(0);
  expect(await shop.listFindings()).toEqual([]);
});

test('[DOWNLOAD-2] of ten that start the last download at once, one gets it', async () => {
  await addFile(shop, token, book);
  await shop.call(updateDownloadLimits, { token, body: { downloads: 1, days: null } });
  const link = await firstOf(await buyWithoutAddress([book]));
  const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await start(link)).status));
  expect(statuses.sort()).toEqual([200, ...Array.from({ length: 9 }, () => 410)]);
});

test('[DOWNLOAD-2] the links end after the days that the settings say, and the team can renew them and send them again', async () => {
  await addFile(shop, token, book);
  await shop.call(updateDownloadLimits, { token, body: { downloads: 2, days: 7 } });
  const order = await buyWithoutAddress([book]);
  const link = await firstOf(order);
  await start(link);
  shop.advanceClock(7 * DAY + 1000);
  expect(await start(link)).toMatchObject({ status: 410, body: { message: expect.stringContaining('is over') } });
  const params = { id: order.id };
  // The login has ended too.
  token = (await shop.signUp({ role: 1, teamRole: 'staff' })).token;
  const renewed = await shop.call(renewOrderDownloads, { token, params });
  expect([renewed.status, renewed.body.downloads]).toMatchObject([200, [{ left: 2, ended: null }]]);
  expect(renewed.body.downloads[0]?.signature).toBeUndefined();
  expect((await start(link)).status).toBe(200);
  expect((await shop.call(resendOrderDownloads, { token, params })).status).toBe(200);
  expect((await readSentEmails()).map(({ kind }) => kind)).toEqual(['order downloads', 'order downloads']);
  const { history } = (await shop.call(readAnyOrder, { token, params })).body.order;
  expect(history.slice(-2).map(({ why }) => why)).toEqual(['Downloads renewed', 'Downloads sent again']);
});

test('[DOWNLOAD-3] before the payment, by a forged or a foreign link, and after a refund nothing is opened', async () => {
  await addFile(shop, token, book);
  const { name, email } = guest;
  const unpaid = await shop.call(startCheckout, { body: { products: [{ _id: book }], guest: { name, email } } });
  expect(await read({ id: unpaid.body.order, signature: unpaid.body.signature ?? '' })).toMatchObject({ downloads: [], keys: [] });
  await shop.pay(unpaid.body.url);
  const order = { id: unpaid.body.order, signature: unpaid.body.signature ?? '' };
  const link = await firstOf(order);
  const other = await firstOf(await buyWithoutAddress([book]));
  for (const signature of [other.signature, order.signature, 'A'.repeat(43)])
    for (const call of [readDownload, startDownload] as const)
      expect((await shop.call(call, { params: { id: link.id }, body: { signature } })).status).toBe(404);
  for (const signature of ['', 'short', 'ä'.repeat(43), 7])
    expect((await shop.call(startDownload, { params: { id: link.id }, body: { signature } })).status).toBe(400);
  expect((await shop.call(readGuestDownloads, { params: { id: order.id }, body: { signature: other.signature } })).status).toBe(404);
  const stranger = await shop.signUp();
  expect((await shop.call(readOrderDownloads, { token: stranger.token, params: { id: order.id } })).status).toBe(404);
  const { url } = (await start(link)).body;
  const [, , ticket = ''] = url.split('/');
  expect((await fetchFile(url.replace(ticket, ticket.slice(0, -1)))).statusCode).toBe(410);
  expect((await fetchFile(url.replace(link.id, other.id))).statusCode).toBe(410);
  await shop.call(refundOrder, { token, params: { id: order.id }, body: { amount: 9, reason: 'Sorry', restock: false } });
  expect((await read(order)).downloads).toMatchObject([{ ended: 'refunded' }]);
  expect((await start(link)).status).toBe(410);
  expect((await fetchFile(url)).statusCode).toBe(410);
  expect((await shop.call(renewOrderDownloads, { token, params: { id: order.id } })).status).toBe(409);
  expect((await fetchFile((await start(other)).body.url)).statusCode).toBe(200);
});

test('[DOWNLOAD-4] a file is an attachment that no cache keeps, and goes on where a connection broke off', async () => {
  const bytes = makeBytes(DOWNLOAD_PIECE_BYTES + 5000);
  await addFile(shop, token, book, { name: 'Bäume.zip', bytes });
  const { url } = (await start(await firstOf(await buyWithoutAddress([book])))).body;
  const whole = await fetchFile(url);
  expect(whole.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="B_ume.zip"; filename*=UTF-8''B%C3%A4ume.zip`,
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
  });
  expect(whole.rawPayload.equals(bytes)).toBe(true);
  const parts: [range: string, start: number, end: number][] = [
    ['bytes=1-', 1, bytes.length],
    ['bytes=-5001', bytes.length - 5001, bytes.length],
    [`bytes=${DOWNLOAD_PIECE_BYTES - 2}-${DOWNLOAD_PIECE_BYTES + 1}`, DOWNLOAD_PIECE_BYTES - 2, DOWNLOAD_PIECE_BYTES + 2],
  ];
  for (const [range, from, to] of parts) {
    const part = await fetchFile(url, { range });
    expect([range, part.statusCode, part.headers['content-range']]).toEqual([range, 206, `bytes ${from}-${to - 1}/${bytes.length}`]);
    expect(part.rawPayload.equals(bytes.subarray(from, to))).toBe(true);
  }
  expect((await fetchFile(url, { range: `bytes=${bytes.length}-` })).statusCode).toBe(416);
  expect((await shop.app.inject({ method: 'HEAD', url })).headers['content-length']).toBe(String(bytes.length));
  // From the first byte on three times for each download: a shared URL ends.
  expect((await fetchFile(url)).statusCode).toBe(200);
  expect((await fetchFile(url, { range: 'bytes=0-' })).statusCode).toBe(206);
  expect((await fetchFile(url)).statusCode).toBe(410);
  shop.advanceClock(6 * HOUR + 1000);
  expect((await fetchFile(url, { range: 'bytes=1-' })).statusCode).toBe(410);
});

test('[DOWNLOAD-5] a file that is deleted stays with whoever bought it, and its bytes go when nobody may fetch them', async () => {
  const id = await addFile(shop, token, book);
  const link = await firstOf(await buyWithoutAddress([book]));
  expect((await shop.call(deleteDownload, { token, params: { id } })).status).toBe(200);
  expect((await shop.call(deleteDownload, { token, params: { id } })).status).toBe(404);
  expect((await shop.call(listDownloads, { token, params: { product: book } })).body.files).toEqual([]);
  expect((await read(await buyWithoutAddress([book]))).downloads).toEqual([]);
  shop.advanceClock(29 * DAY);
  await cleanUpDownloads(shop.deps, shop.deps.now());
  expect((await fetchFile((await start(link)).body.url)).statusCode).toBe(200);
  shop.advanceClock(2 * DAY);
  const [piece] = await db.select().from(downloadPieces);
  await cleanUpDownloads(shop.deps, shop.deps.now());
  expect(await shop.deps.downloads.find(piece?.name ?? '')).toBeNull();
  expect((await shop.call(readDownload, { params: { id: link.id }, body: { signature: link.signature } })).body.download.ended).toBe(
    'deleted',
  );
});

test('[DOWNLOAD-1] an upload goes on where it broke off, and nobody gets the file before its last piece', async () => {
  const bytes = makeBytes(DOWNLOAD_PIECE_BYTES * 2 + 10);
  const params = { product: book };
  const created = await shop.call(createDownload, { token, params, body: { name: 'Film.mp4', bytes: bytes.length } });
  const { _id: id } = created.body.file;
  expect(created.body.file).toMatchObject({ isReady: false, missing: [0, 1, 2] });
  const piece = (index: number) => bytes.subarray(index * DOWNLOAD_PIECE_BYTES, (index + 1) * DOWNLOAD_PIECE_BYTES);
  for (const [index, sent] of [
    [0, piece(0).subarray(1)],
    [2, piece(0)],
    [1, Buffer.alloc(0)],
    [3, piece(2)],
    [-1, piece(2)],
  ] as const)
    expect([index, (await uploadPiece(shop, token, id, index, sent)).status]).toEqual([index, 400]);
  const answers = await Promise.all([piece(2), piece(2), piece(2)].map((it) => uploadPiece(shop, token, id, 2, it)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await shop.call(listDownloads, { token, params })).body.files).toMatchObject([{ isReady: false, missing: [0, 1] }]);
  expect((await read(await buyWithoutAddress([book]))).downloads).toEqual([]);
  const last = await Promise.all([0, 1].map((index) => uploadPiece(shop, token, id, index, piece(index))));
  expect(last.map(({ status }) => status)).toEqual([200, 200]);
  expect(await db.$count(downloadPieces)).toBe(3);
  const { url } = (await start(await firstOf(await buyWithoutAddress([book])))).body;
  expect((await fetchFile(url)).rawPayload.equals(bytes)).toBe(true);
});

test('[DOWNLOAD-10] what is shipped needs an address, beside files too, and is then shipped', async () => {
  await addFile(shop, token, book);
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 100, quantity: 10 }]);
  await db.update(products).set({ shipping: 1 }).where(eq(products.id, mug));
  const { name, email } = guest;
  const body = { products: [{ _id: book }, { _id: mug }], guest: { name, email } };
  expect(await shop.call(startCheckout, { body })).toMatchObject({ status: 400, body: { issues: [{ path: 'guest.address' }] } });
  const order = await buyAsGuest(shop, [book, mug]);
  expect((await read(order)).downloads).toHaveLength(1);
  const { body: found } = await shop.call(listAllOrders, { token, query: { status: 'to_ship' } });
  expect(found.orders).toMatchObject([{ _id: order.id, status: 'paid', hasDownloads: true }]);
  expect((await checkOutAsGuest(shop, [mug])).status).toBe(200);
  expect((await shop.call(readAnyOrderDownloads, { token, params: { id: order.id } })).body.downloads).toHaveLength(1);
});
