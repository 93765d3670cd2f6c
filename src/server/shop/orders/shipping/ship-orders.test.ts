/** Many orders shipped by one call, each with a result of its own. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { readAnyOrder } from '../../../../contract/order-admin.ts';
import { findOrdersByNumber, shipOrder, shipOrders } from '../../../../contract/order-shipping.ts';
import { emails } from '../../database/schema/messages.ts';

const shop = await openShop();
let token: string;

beforeEach(async () => {
  ({ token } = await shop.signUp({ role: 1, name: 'Ada Admin' }));
});

async function addOrder(status = 'paid', name = 'Grace'): Promise<{ id: string; number: number }> {
  const { id: buyer } = await shop.signUp({ name });
  const id = randomUUID();
  await shop.deps.db.execute(sql`insert into orders (id, number, user_id, status, total_cents, address, provider, created_at, expires_at, stock)
    values (${id}, ${status === 'pending' ? null : sql`nextval('orders_number_seq')`}, ${buyer}, ${status}, 100, '', 'demo', now(), now(), 'none')`);
  const number = status === 'pending' ? 0 : Number((await read(id)).number);
  return { id, number };
}

const read = async (id: string) => (await shop.call(readAnyOrder, { token, params: { id } })).body.order;
const ship = (shipments: object[], as = token) => shop.call(shipOrders, { token: as, body: { shipments } });
const toShipment = ({ id }: { id: string }, more: object = {}) => ({ order: id, carrier: ' UPS ', tracking: ' 1Z9 ', ...more });

test('[OWORK-5] each order is shipped with its carrier and number, and its customer gets the same email as for a single shipment', async () => {
  const orders = [await addOrder(), await addOrder()];
  const { status, body } = await ship([toShipment(orders[0] ?? { id: '' }), toShipment(orders[1] ?? { id: '' }, { tracking: '' })]);
  expect([status, body.results]).toEqual([200, orders.map(({ id }) => ({ order: id, error: null }))]);
  const [first, second] = await Promise.all(orders.map(({ id }) => read(id)));
  expect(first).toMatchObject({ status: 'shipped', carrier: 'UPS', tracking: '1Z9' });
  expect(first?.history.at(-1)).toMatchObject({ by: 'Ada Admin', from: 'paid', to: 'shipped', why: 'Shipped with UPS, 1Z9' });
  expect(second).toMatchObject({ status: 'shipped', tracking: null });
  expect((await shop.deps.db.select({ kind: emails.kind }).from(emails)).map(({ kind }) => kind)).toEqual([
    'order shipped',
    'order shipped',
  ]);
});

test('[OWORK-5] an order that can’t be shipped gets its reason, and the others are shipped', async () => {
  const [paid, shipped, changed, cancelled] = [await addOrder(), await addOrder(), await addOrder(), await addOrder('pending')];
  const { version } = await read(changed.id);
  await shop.call(shipOrder, { token, params: { id: shipped.id }, body: { carrier: 'DHL', tracking: 'x' } });
  await shop.deps.db.execute(sql`update orders set version = version + 1 where id = ${changed.id}`);
  const gone = { id: randomUUID() };
  const { body } = await ship([shipped, cancelled, gone, paid, paid].map((it) => toShipment(it)).concat(toShipment(changed, { version })));
  expect(body.results.map(({ error }) => error?.code ?? null)).toEqual([
    'wrong_order_status',
    'wrong_order_status',
    'order_not_found',
    null,
    'wrong_order_status',
    'version_conflict',
  ]);
  expect(await read(shipped.id)).toMatchObject({ carrier: 'DHL', tracking: 'x' });
  expect(await read(changed.id)).toMatchObject({ status: 'paid', carrier: null });
});

test('[OWORK-5] if two admins ship the same orders at once, each order is shipped once, and the second admin sees which were not', async () => {
  const orders = await Promise.all(Array.from({ length: 5 }, () => addOrder()));
  const answers = await Promise.all([ship(orders.map((it) => toShipment(it))), ship(orders.map((it) => toShipment(it)))]);
  for (const [index] of orders.entries()) {
    const codes = answers.map(({ body }) => body.results[index]?.error?.code ?? null);
    expect(codes.toSorted()).toEqual([null, 'wrong_order_status'].toSorted());
  }
  expect(await shop.deps.db.$count(emails)).toBe(5);
});

test('[OWORK-5] only admins can ship orders in bulk, and only up to the limit of one call', async () => {
  const order = await addOrder();
  const customer = await shop.signUp();
  expect((await shop.call(shipOrders, { body: { shipments: [toShipment(order)] } })).status).toBe(401);
  expect((await ship([toShipment(order)], customer.token)).status).toBe(403);
  const invalid = [
    [],
    [toShipment(order, { carrier: ' ' })],
    [toShipment({ id: 'x' })],
    Array(21).fill(toShipment(order)),
    [{ order: order.id }],
  ];
  for (const shipments of invalid) expect((await ship(shipments)).status).toBe(400);
  expect((await read(order.id)).status).toBe('paid');
});

test('[OWORK-4] orders are found by their numbers, with the data of a preview; unknown numbers are left out', async () => {
  const [first, second] = [await addOrder('paid', 'Grace'), await addOrder('shipped', 'Zoë')];
  const find = (numbers: unknown[], as = token) => shop.call(findOrdersByNumber, { token: as, body: { numbers } });
  const { body } = await find([second.number, 2_147_483_647, first.number, first.number]);
  expect(body.orders).toEqual([
    { _id: first.id, number: first.number, status: 'paid', buyer: 'Grace', version: 1, disputed: false, requested: false },
    { _id: second.id, number: second.number, status: 'shipped', buyer: 'Zoë', version: 1, disputed: false, requested: false },
  ]);
  for (const numbers of [[], [0], [-1], [1.5], ['1'], [2 ** 31], Array(501).fill(1)]) expect((await find(numbers)).status).toBe(400);
  expect((await find([first.number], (await shop.signUp()).token)).status).toBe(403);
});
