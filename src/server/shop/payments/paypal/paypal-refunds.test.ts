import { expect, test } from 'vitest';
import { openPaypalShop } from '../../../../../tests/support/paypal/paypal-shop.ts';
import { refundOrder } from '../../../../contract/order-admin.ts';
import { MINUTE } from '../../../../contract/values.ts';
import { verifyShop } from '../../integrity/verify.service.ts';

const { shop, state, deliver, checkOut } = await openPaypalShop();

async function openPaid() {
  const checkout = await checkOut();
  checkout.approve();
  await checkout.comeBack();
  await deliver();
  const captureId = state.orders.get(checkout.session)?.capture?.id ?? '';
  const refund = (amount: number) =>
    shop.call(refundOrder, { token: checkout.admin.token, params: checkout.params, body: { amount, reason: 'Broken', restock: false } });
  return { ...checkout, captureId, refund };
}

test('[PAYPAL-10] a part, then the rest is refunded at PayPal; its own events add nothing', async () => {
  const { refund, read, captureId } = await openPaid();
  expect((await refund(10)).status).toBe(200);
  expect((await refund(15)).status).toBe(200);
  await deliver();
  expect(await read()).toMatchObject({ status: 'refunded', refunded: 25 });
  expect([state.sumRefunds(captureId), await verifyShop(shop.deps.db, shop.deps.now())]).toEqual([2500, []]);
});

test('[PAYPAL-10] what somebody refunds at PayPal itself is known here, in whichever order it is told', async () => {
  const { read, captureId } = await openPaid();
  state.refund(captureId, { amount: { currency_code: 'USD', value: '5.00' } });
  state.refund(captureId, { amount: { currency_code: 'USD', value: '7.50' } });
  await deliver(state.events.splice(0).toReversed());
  expect(await read()).toMatchObject({ status: 'paid', refunded: 12.5 });
});

test('[PAYPAL-10] a refund that PayPal refuses is none', async () => {
  const { refund, read, captureId } = await openPaid();
  state.refundStatus = 'FAILED';
  expect((await refund(5)).status).toBeGreaterThanOrEqual(400);
  expect([(await read()).refunded, state.sumRefunds(captureId)]).toEqual([0, 0]);
});

test('[PAYPAL-11] a dispute and its end are on the order, and an older report changes nothing', async () => {
  const { read, captureId } = await openPaid();
  state.dispute(captureId, { dispute_life_cycle_stage: 'INQUIRY' });
  const older = [...state.events];
  await deliver();
  expect((await read()).disputes).toMatchObject([{ status: 'needs_response', reason: 'merchandise_or_service_not_received' }]);
  shop.advanceClock(MINUTE);
  state.dispute(captureId, { status: 'UNDER_REVIEW' }, 'UPDATED');
  await deliver();
  expect((await read()).disputes).toMatchObject([{ status: 'under_review' }]);
  shop.advanceClock(MINUTE);
  state.dispute(captureId, { status: 'RESOLVED', dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' } }, 'RESOLVED');
  await deliver();
  await deliver(older.map((it) => ({ ...it, id: `${it.id}-again` })));
  expect((await read()).disputes).toMatchObject([{ status: 'won' }]);
});

test('[PAYPAL-11] money that PayPal takes back by itself is a lost dispute', async () => {
  const { read, captureId } = await openPaid();
  state.reverse(captureId);
  await deliver();
  expect((await read()).disputes).toMatchObject([{ status: 'lost', amount: 25 }]);
});
