/** What the shop writes of an order, for its team or to its customer. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { readOrder } from '../../../../contract/order.ts';
import { addOrderNote, readAnyOrder } from '../../../../contract/order-admin.ts';
import { emails } from '../../database/schema/messages.ts';

const shop = await openShopWithPayments();
let token: string;

beforeEach(async () => {
  ({ token } = await shop.signUp({ role: 1, name: 'Ada Admin' }));
});

async function createOrder(isPaid = true) {
  const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
  const buyer = await shop.signUp();
  const { body } = await shop.checkOut(buyer.token, [mug]);
  if (isPaid) await shop.pay(body.url);
  const params = { id: body.order };
  const write = (audience: string, text: string, as = token) => shop.call(addOrderNote, { token: as, params, body: { audience, text } });
  const readOwn = async () => (await shop.call(readOrder, { token: buyer.token, params })).body.order;
  const listEmails = () => shop.deps.db.select().from(emails).where(eq(emails.kind, 'order message'));
  return { params, buyer, write, readOwn, listEmails };
}

test('[OWORK-8] a note for the team shows who wrote it and when; the customer doesn’t see it', async () => {
  const { params, write, readOwn, listEmails } = await createOrder();
  const before = (await shop.call(readAnyOrder, { token, params })).body.order.version;
  const { status, body } = await write('team', '  Call before delivery.\nSecond line <b>  ');
  expect([status, body.order.notes]).toEqual([
    200,
    [{ at: expect.stringMatching(/^\d{4}-/), by: 'Ada Admin', audience: 'team', text: 'Call before delivery.\nSecond line <b>' }],
  ]);
  expect(body.order.version).toBe(before);
  expect([JSON.stringify(await readOwn()).includes('Call before'), await listEmails()]).toEqual([false, []]);
});

test('[OWORK-8] a message to the customer is shown on their order without its author’s name, and is sent by email', async () => {
  const { write, readOwn, listEmails, buyer } = await createOrder();
  await write('customer', 'Your mug <i>waits</i>\nuntil Monday.');
  await write('customer', 'It is here.');
  expect((await readOwn()).messages.map(({ text }) => text)).toEqual(['Your mug <i>waits</i>\nuntil Monday.', 'It is here.']);
  expect(JSON.stringify(await readOwn())).not.toContain('Ada Admin');
  const sent = await listEmails();
  expect(sent).toHaveLength(2);
  const email = sent.find(({ text }) => text.includes('until Monday.'));
  expect(email).toMatchObject({ recipient: buyer.email, subject: expect.stringMatching(/^A message about your order #\d+$/) });
  expect(email?.html).not.toContain('<i>waits');
});

test('[OWORK-8] a checkout can have a note for the team, but no message to the customer', async () => {
  const { write, listEmails } = await createOrder(false);
  expect((await write('customer', 'Hello')).status).toBe(409);
  expect((await write('team', 'Hello')).status).toBe(200);
  expect(await listEmails()).toEqual([]);
});

test('[OWORK-8] only admins can write notes and messages, within the allowed length', async () => {
  const { write, buyer } = await createOrder();
  expect((await write('team', 'x', buyer.token)).status).toBe(403);
  for (const [audience, text] of [
    ['team', ' \n '],
    ['team', 'x'.repeat(2001)],
    ['public', 'x'],
  ] as const)
    expect((await write(audience, text)).status).toBe(400);
  const body = { audience: 'team', text: 'x' };
  expect((await shop.call(addOrderNote, { token, params: { id: randomUUID() }, body })).status).toBe(404);
});
