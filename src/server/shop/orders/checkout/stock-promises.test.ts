/** What was promised of goods that weren't there, wherever an order is told: to programs, to guests, in emails, on papers. */
import { expect, test } from 'vitest';
import { openShopWithPayments, seedProducts } from '../../../../../tests/support/checkout.ts';
import { listOutbox } from '../../../../../tests/support/emails.ts';
import { buyAsGuest } from '../../../../../tests/support/guests.ts';
import { readGuestOrder } from '../../../../contract/guest-order.ts';
import { readAnyOrder } from '../../../../contract/order-admin.ts';
import { exportToProcure, listToProcure } from '../../../../contract/procurement.ts';
import { updateProduct } from '../../../../contract/product-admin.ts';
import type { StockPolicyInput } from '../../../../contract/stock-policy.ts';
import { createApiKey } from '../../../../contract/team.ts';
import { renderPayload } from '../../messages/webhooks/webhook-payload.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;

/** A guest has bought a mug of which none is there. */
async function sellMug(stock: StockPolicyInput) {
  const [product = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 0 }]);
  const owner = await shop.signUp({ role: 1, teamRole: 'owner' });
  const saved = await shop.call(updateProduct, { token: owner.token, params: { id: product }, body: { stock } });
  if (saved.status !== 200) throw new Error(saved.body.message);
  return { owner, ...(await buyAsGuest(shop, [product])) };
}

test.each<[string, StockPolicyInput, string]>([
  ['backorder', { policy: 'backorder', limit: 5, shipsIn: '2–3 weeks' }, 'Ships in 2–3 weeks'],
  ['what is made to order', { policy: 'untracked', shipsIn: '5 days' }, 'Ships in 5 days'],
])(
  '[STOCKPOLICY-2] the promise of %s is on the guest’s order, in the email, in what other programs get and on the packing slip',
  async (_what, policy, text) => {
    const { owner, id, signature } = await sellMug(policy);
    const promise = { policy: policy.policy, pieces: 1, text };
    const asGuest = await shop.call(readGuestOrder, { params: { id }, body: { signature } });
    expect([asGuest.status, asGuest.body]).toMatchObject([200, { order: { lines: [{ promise }] } }]);
    const event = { id: crypto.randomUUID(), type: 'order.paid', subjectId: id, details: {}, createdAt: new Date() };
    const payload = JSON.parse(await renderPayload(db, event as never));
    expect(payload.data.order.lines).toMatchObject([{ promise }]);
    const told = (await listOutbox(db)).filter(({ kind }) => kind === 'order paid');
    expect(told.length).toBeGreaterThan(0);
    for (const email of told) for (const body of [email.text, email.html]) expect(body).toContain(text);
    // The packing slip is made of this.
    const asTeam = await shop.call(readAnyOrder, { token: owner.token, params: { id } });
    expect(asTeam.body).toMatchObject({ order: { lines: [{ promise }] } });
  },
);

test('[STOCKPOLICY-6] whoever may only read sees what is to procure, and a key needs the scope of orders; customers and other keys don’t', async () => {
  const { owner } = await sellMug({ policy: 'backorder', shipsIn: '2–3 weeks' });
  const reader = await shop.signUp({ role: 1, teamRole: 'read-only' });
  const customer = await shop.signUp();
  const makeKey = async (scopes: string[]) => {
    const made = await shop.call(createApiKey, { token: owner.token, body: { name: scopes.join(), scopes } });
    if (made.status !== 200) throw new Error(made.body.message);
    return `Bearer ${made.body.key}`;
  };
  const keys = { read: await makeKey(['read']), orders: await makeKey(['orders']), catalogue: await makeKey(['catalogue']) };
  for (const [token, status] of [
    [reader.token, 200],
    [keys.read, 200],
    [keys.orders, 200],
    [keys.catalogue, 403],
    [customer.token, 403],
    [undefined, 401],
  ] as const) {
    const listed = await shop.call(listToProcure, { ...(token && { token }) });
    expect([token, listed.status]).toEqual([token, status]);
    if (status === 200) expect(listed.body).toMatchObject({ total: 1, items: [{ owed: 1, orders: [{ promise: 'Ships in 2–3 weeks' }] }] });
    const exported = await shop.call(exportToProcure, { ...(token && { token }) });
    expect([token, exported.status]).toEqual([token, status]);
  }
});
