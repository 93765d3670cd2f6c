/** Customers ask to cancel a paid order, or to return what they got. */
import { beforeEach, describe, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts, warmUpPool } from '../../../../../tests/support/checkout.ts';
import { listOutbox } from '../../../../../tests/support/emails.ts';
import { buyAsGuest } from '../../../../../tests/support/guests.ts';
import { readWaiting } from '../../../../contract/email.ts';
import { requestGuestOrderChange } from '../../../../contract/guest-order.ts';
import { readOrder, requestOrderChange } from '../../../../contract/order.ts';
import { declineOrderRequest, listAllOrders, readAnyOrder, refundOrder } from '../../../../contract/order-admin.ts';
import type { Order } from '../../../../contract/order-fields.ts';
import { deliverOrder, findOrdersByNumber, shipOrder, shipOrders } from '../../../../contract/order-shipping.ts';
import { AppError } from '../../../platform/errors.ts';
import { emails } from '../../database/schema/messages.ts';

let isRefundRefused = false;
const shop = await openShopWithPayments(
  (demo) => ({
    ...demo,
    refund: (refund) => (isRefundRefused ? Promise.reject(new AppError('refund_refused', 'no')) : demo.refund(refund)),
  }),
  {},
  { publicUrl: 'https://shop.example' },
);

const CANCEL = { kind: 'cancel', reason: 'Ordered by mistake' } as const;
let mug = '';
let token = '';
let admin = '';
beforeEach(async () => {
  isRefundRefused = false;
  [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 100 }]);
  token = (await shop.signUp({ name: 'Ada' })).token;
  admin = (await shop.signUp({ role: 1, name: 'Admin', email: 'admin@example.com' })).token;
});

async function buy(): Promise<string> {
  const { body } = await shop.checkOut(token, [mug, mug]);
  await shop.pay(body.url);
  return body.order;
}

const ask = (id: string, body: unknown = CANCEL, asToken = token) =>
  shop.call(requestOrderChange, { token: asToken, params: { id }, body });
const ship = (id: string) => shop.call(shipOrder, { token: admin, params: { id }, body: { carrier: 'Night Owl', tracking: '' } });
const readRequest = async (id: string): Promise<Order['request']> =>
  (await shop.call(readOrder, { token, params: { id } })).body.order.request;
const approve = (id: string, request: string | undefined, amount = 25) =>
  shop.call(refundOrder, { token: admin, params: { id }, body: { amount, reason: 'As asked', restock: true, request } });
const listKinds = async () =>
  (await shop.deps.db.select().from(emails))
    .map(({ kind, recipient }) => `${kind} ${recipient === 'admin@example.com' ? 'shop' : 'customer'}`)
    .sort();

describe('a paid order', () => {
  test('[REQ-1] [REQ-2] can have a cancellation request, which the admin sees and approves with a refund that restocks', async () => {
    const id = await buy();
    const { status, body } = await ask(id);
    expect([status, body.order.request]).toMatchObject([200, { ...CANCEL, status: 'open', lines: [], answer: null, decidedAt: null }]);
    const open = await shop.call(listAllOrders, { token: admin, query: { status: 'requested' } });
    expect(open.body).toMatchObject({ total: 1, orders: [{ _id: id, request: { status: 'open' } }] });
    expect(await listKinds()).toEqual(['order paid customer', 'order request shop', 'request received customer']);
    const approved = await approve(id, body.order.request?._id);
    expect([approved.status, approved.body.order]).toMatchObject([200, { status: 'refunded', request: { status: 'approved' } }]);
    expect(await shop.readStock(mug)).toBe(100);
    expect((await shop.call(listAllOrders, { token: admin, query: { status: 'requested' } })).body.total).toBe(0);
    expect(approved.body.order.history.map(({ why }) => why)).toContain('Cancellation requested: Ordered by mistake');
    expect(await shop.listFindings()).toEqual([]);
  });

  test('[REQ-3] can have its request declined with a reason, which is emailed to the customer, who can send another request', async () => {
    const id = await buy();
    const request = (await ask(id)).body.order.request?._id ?? '';
    const decline = () =>
      shop.call(declineOrderRequest, { token: admin, params: { id }, body: { request, answer: ' It has left already ' } });
    await warmUpPool(shop);
    const answers = await Promise.all([decline(), decline()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await readRequest(id)).toMatchObject({ status: 'declined', answer: 'It has left already' });
    const declined = (await shop.deps.db.select().from(emails)).filter(({ kind }) => kind === 'request declined');
    expect(declined).toHaveLength(1);
    expect(declined[0]?.text).toContain('It has left already');
    expect((await approve(id, request)).body).toMatchObject({ code: 'request_closed' });
    expect((await ask(id)).status).toBe(200);
  });

  test('[REQ-1] has one open request, however many are sent at once, and at most five in all', async () => {
    const id = await buy();
    await warmUpPool(shop);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) if (status !== 200) expect(body).toMatchObject({ code: 'request_open' });
    for (let n = 0; n < 5; n += 1) {
      const request = (await readRequest(id))?._id;
      await shop.call(declineOrderRequest, { token: admin, params: { id }, body: { request, answer: 'No' } });
      expect((await ask(id)).status).toBe(n < 4 ? 200 : 429);
    }
  });

  test('[REQ-2] has its request refunded once if two admins approve it; if the provider refuses the refund, the request stays open', async () => {
    const id = await buy();
    const request = (await ask(id)).body.order.request?._id;
    isRefundRefused = true;
    expect((await approve(id, request, 12.5)).body).toMatchObject({ code: 'refund_refused' });
    expect(await readRequest(id)).toMatchObject({ status: 'open', decidedAt: null });
    isRefundRefused = false;
    await warmUpPool(shop);
    const answers = await Promise.all([approve(id, request, 12.5), approve(id, request, 12.5)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await shop.call(readAnyOrder, { token: admin, params: { id } })).body.order).toMatchObject({
      refunded: 12.5,
      request: { status: 'approved' },
    });
  });
});

describe('a shipped order', () => {
  const LINES = { kind: 'return', reason: 'Too small', lines: [{ line: 0, quantity: 1 }] };

  test('[REQ-1] can be returned line by line after it is shipped or delivered, but no more of it than was bought', async () => {
    const id = await buy();
    expect((await ask(id, LINES)).body).toMatchObject({ code: 'wrong_order_status' });
    await ship(id);
    expect((await ask(id)).body).toMatchObject({ code: 'wrong_order_status' });
    for (const [lines, path] of [
      [[], 'lines'],
      [undefined, 'lines'],
      [[{ line: 0, quantity: 3 }], 'lines.0.quantity'],
      [
        [
          { line: 0, quantity: 1 },
          { line: 0, quantity: 2 },
        ],
        'lines.0.quantity',
      ],
      [[{ line: 1, quantity: 1 }], 'lines.0.quantity'],
      [[{ line: -1, quantity: 1 }], 'lines.0.line'],
      [[{ line: 0, quantity: 0 }], 'lines.0.quantity'],
      [[{ line: 0, quantity: 1.5 }], 'lines.0.quantity'],
      ['all', 'lines'],
    ] as const) {
      const { status, body } = await ask(id, { ...LINES, lines });
      expect([status, body.issues?.map((it) => it.path)]).toEqual([400, [path]]);
    }
    await shop.call(deliverOrder, { token: admin, params: { id } });
    expect((await ask(id, LINES)).body.order.request).toMatchObject(LINES);
  });
});

describe('the effects of an open request', () => {
  const listToShip = async () => (await shop.call(listAllOrders, { token: admin, query: { status: 'to_ship' } })).body;
  const countToShip = async () => (await shop.call(readWaiting, { token: admin })).body.waiting.toShip;
  const decline = async (id: string) =>
    shop.call(declineOrderRequest, {
      token: admin,
      params: { id },
      body: { request: (await readRequest(id))?._id, answer: 'It has left' },
    });

  test('[REQ-5] an order with an open cancellation request isn’t ready to ship: not in lists, counts or bulk shipping', async () => {
    const [id, other] = [await buy(), await buy()];
    expect([(await listToShip()).total, await countToShip()]).toEqual([2, 2]);
    await ask(id);
    expect(await listToShip()).toMatchObject({ total: 1, orders: [{ _id: other }] });
    expect(await countToShip()).toBe(1);
    const { number } = (await shop.call(readAnyOrder, { token: admin, params: { id } })).body.order;
    const found = await shop.call(findOrdersByNumber, { token: admin, body: { numbers: [Number(number)] } });
    expect(found.body.orders).toMatchObject([{ status: 'paid', requested: true }]);
    const shipAll = () =>
      shop.call(shipOrders, { token: admin, body: { shipments: [id, other].map((order) => ({ order, carrier: 'UPS', tracking: '' })) } });
    expect((await shipAll()).body.results).toMatchObject([
      { order: id, error: { code: 'request_open' } },
      { order: other, error: null },
    ]);
    expect((await decline(id)).status).toBe(200);
    expect([(await listToShip()).total, await countToShip()]).toEqual([1, 1]);
    expect((await shipAll()).body.results).toMatchObject([{ error: null }, { error: { code: 'wrong_order_status' } }]);
  });

  test('[REQ-6] items that were refunded or returned can’t be returned again', async () => {
    const [cup = ''] = await seedProducts(shop, [{ name: 'Cup', priceCents: 500, quantity: 100 }]);
    const { body } = await shop.checkOut(token, [mug, mug, mug, cup]);
    await shop.pay(body.url);
    const id = body.order;
    await ship(id);
    const lines = async () =>
      (await shop.call(readOrder, { token, params: { id } })).body.order.lines.map(({ quantity, returnable = quantity }) => returnable);
    const [mugs, cups] = (await lines())[0] === 3 ? [0, 1] : [1, 0];
    const at = async (line: number) => (await lines())[line];
    const askFor = (line: number, quantity: number) => ask(id, { kind: 'return', reason: 'Too small', lines: [{ line, quantity }] });
    const refund = (body: object) =>
      shop.call(refundOrder, { token: admin, params: { id }, body: { reason: 'x', restock: false, ...body } });
    const refundLine = (line: number, quantity: number, amount: number, request?: string) =>
      refund({ amount, lines: [{ line, quantity, restock: false }], ...(request && { request }) });
    expect((await refundLine(mugs, 1, 12.5)).status).toBe(200);
    expect([await at(mugs), await at(cups)]).toEqual([2, 1]);
    expect((await askFor(mugs, 3)).body).toMatchObject({ issues: [{ path: 'lines.0.quantity', limit: 2 }] });
    expect((await askFor(mugs, 1)).status).toBe(200);
    expect(await at(mugs)).toBe(1);
    // Approved by a refund of the piece that is returned: it counts once.
    expect((await refundLine(mugs, 1, 12.5, (await readRequest(id))?._id)).status).toBe(200);
    expect(await at(mugs)).toBe(1);
    // Approved by a sum: what was asked for counts.
    expect((await askFor(cups, 1)).status).toBe(200);
    expect((await refund({ amount: 2, request: (await readRequest(id))?._id })).status).toBe(200);
    expect(await at(cups)).toBe(0);
    expect((await askFor(cups, 1)).body).toMatchObject({ issues: [{ limit: 0 }] });
    // Declined: it can be asked for again.
    expect((await askFor(mugs, 1)).status).toBe(200);
    await decline(id);
    expect(await at(mugs)).toBe(1);
  });
});

test('[REQ-1] invalid requests and those of other customers and visitors are refused, and nothing is stored', async () => {
  const id = await buy();
  const stranger = (await shop.signUp()).token;
  expect((await ask(id, CANCEL, stranger)).status).toBe(404);
  expect((await shop.call(requestOrderChange, { params: { id }, body: CANCEL })).status).toBe(401);
  for (const fields of [{ reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: undefined }, { kind: 'keep' }, { kind: undefined }]) {
    expect((await ask(id, { ...CANCEL, ...fields })).status).toBe(400);
  }
  expect((await shop.call(declineOrderRequest, { token, params: { id }, body: { request: id, answer: 'No' } })).status).toBe(403);
  expect((await shop.call(declineOrderRequest, { token: admin, params: { id }, body: { request: id, answer: 'No' } })).status).toBe(409);
  const { body } = await shop.checkOut(token, [mug]);
  expect((await ask(body.order)).body).toMatchObject({ code: 'wrong_order_status' });
  expect(await readRequest(id)).toBeNull();
});

test('[REQ-4] a guest can send a request only with the link of that order', async () => {
  const { id, signature } = await buyAsGuest(shop, [mug]);
  const call = (sent: string) => shop.call(requestGuestOrderChange, { params: { id }, body: { ...CANCEL, signature: sent } });
  expect((await call('A'.repeat(43))).status).toBe(404);
  const { status, body } = await call(signature);
  expect([status, body.order]).toMatchObject([200, { _id: id, request: { status: 'open' } }]);
  const received = (await listOutbox(shop.deps.db)).find(({ kind }) => kind === 'request received');
  expect(received?.text).toContain(`/guest/orders/${id}#${signature}`);
  expect(received?.text).not.toContain(CANCEL.reason);
});
