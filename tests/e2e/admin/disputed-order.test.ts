/** What the admin's page of an order says of a disputed payment, and of one that is on its way. */
import { expect, test } from 'vitest';
import { listAllOrders } from '../../../src/contract/order-admin.ts';
import type { AdminOrder, Dispute } from '../../../src/contract/order-fields.ts';
import { call, first, logInAdmin } from '../support/api-client.ts';
import { button } from '../support/steps.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

const DISPUTE: Dispute = {
  at: '2026-11-20T10:00:00.000Z',
  amount: 49,
  reason: 'product_not_received',
  status: 'needs_response',
  respondBy: '2026-11-29T23:59:00.000Z',
  withdrawn: true,
  closedAt: null,
};

test('[ORDER-11] [ORDER-12] a disputed order says by when to answer, and what came of it; a payment on its way can only be waited for', {
  tags: ['full'],
}, async () => {
  const admin = await logInAdmin(origin);
  const { orders } = await call(origin, listAllOrders, { token: admin.token, query: { status: 'paid', limit: 1 } });
  const paid = first(orders);
  let order: AdminOrder = { ...paid, disputes: [DISPUTE] };
  const { page } = await visit({ session: admin, viewport: NARROW });
  await page.route(`**/order/admin/orders/${paid._id}`, (route) => route.fulfill({ json: { success: true, order } }));
  const show = async (next: AdminOrder) => {
    order = next;
    await goTo(page, `/dashboard/admin/orders/${paid._id}`);
    await main(page).getByRole('heading', { name: 'Items', exact: true }).waitFor();
  };
  await show(order);
  const panel = main(page).getByRole('region', { name: "The customer's bank disputes the payment" });
  await expect
    .poll(() => panel.innerText())
    .toMatch(/\$49\.00: product not received.*Needs your answer.*Answer by.*Nov (29|30).*has taken/s);
  await main(page)
    .getByText(/don’t ship or refund anything more/)
    .waitFor();
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  await show({ ...paid, disputes: [{ ...DISPUTE, status: 'won', withdrawn: false, closedAt: '2026-11-24T10:00:00.000Z' }] });
  await expect.poll(() => main(page).getByRole('region', { name: 'Dispute', exact: true }).innerText()).toMatch(/Won.*Ended/s);
  await show({ ...paid, status: 'pending', number: null, paidAt: null, stock: 'held', processingSince: '2026-11-24T10:00:00.000Z' });
  await main(page).getByText('Payment processing', { exact: true }).waitFor();
  await main(page)
    .getByText(/takes some days/)
    .waitFor();
  await expect.poll(() => button(page, 'End checkout').count()).toBe(0);
});
