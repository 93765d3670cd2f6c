/** A shop with the stand-in for PayPal, on one clock, beside a demo provider that takes cards. */
import { afterAll, beforeEach, expect } from 'vitest';
import { receivePaymentWebhook, startCheckout } from '../../../src/contract/order.ts';
import { readAnyOrder } from '../../../src/contract/order-admin.ts';
import { createDemoProvider } from '../../../src/server/shop/payments/demo/demo.provider.ts';
import { createPaypalProvider } from '../../../src/server/shop/payments/paypal/paypal.provider.ts';
import { seedProducts, WEBHOOK_SECRET } from '../checkout.ts';
import { openShop } from '../harness.ts';
import { CLIENT_ID, CLIENT_SECRET, startFakePaypal } from './paypal-server.ts';
import type { PaypalEvent } from './paypal-state.ts';

export const PAYPAL_ID = '00000000-0000-4000-8000-000000000002';
export const WEBHOOK_ID = 'WEBHOOK-OF-THE-SHOP';

export async function openPaypalShop({ timeout }: { timeout?: number } = {}) {
  let shopNow = () => new Date();
  const paypal = await startFakePaypal(() => shopNow());
  afterAll(paypal.close);
  const keys = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, isSandbox: true, apiBase: paypal.baseUrl, webhookIds: [WEBHOOK_ID] };
  const shop = await openShop({
    deps: ({ db, now }) => ({
      payment: createDemoProvider({ db, now, secret: WEBHOOK_SECRET }),
      paypal: createPaypalProvider({ db, now, ...keys, ...(timeout && { timeout }) }),
    }),
  });
  shopNow = shop.deps.now;
  const { state } = paypal;
  beforeEach(() => {
    Object.assign(paypal, { delay: 0 });
    Object.assign(state, { nextCapture: 'COMPLETED', paidInstead: null, refundStatus: 'COMPLETED' });
    paypal.failures.length = 0;
    paypal.calls.length = 0;
    state.events.length = 0;
  });

  /** As PayPal posts it; returns the status of the answer. */
  async function post(event: PaypalEvent, { webhookId = WEBHOOK_ID, at = shop.deps.now(), change = (it: string) => it } = {}) {
    const raw = JSON.stringify(event);
    const headers = paypal.signEvent(raw, at, webhookId);
    return (await shop.send({ method: 'POST', url: receivePaymentWebhook.path, payload: change(raw), headers })).status;
  }

  /** All that PayPal has to report. */
  async function deliver(events: readonly PaypalEvent[] = state.events.splice(0)): Promise<void> {
    for (const event of events) expect(await post(event)).toBe(200);
  }

  /** Two of five mugs at 12.50, not paid yet. */
  async function checkOut() {
    const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
    const customer = await shop.signUp();
    const start = () =>
      shop.call(startCheckout, { token: customer.token, body: { products: [{ _id: mug, count: 2 }], payment: PAYPAL_ID } });
    const { status, body } = await start();
    if (status !== 200) throw new Error(`no checkout: ${status} ${body.message}`);
    const admin = await shop.signUp({ role: 1 });
    const params = { id: body.order };
    const read = async () => (await shop.call(readAnyOrder, { token: admin.token, params })).body.order;
    /** The browser comes back from PayPal's page; returns where it goes on. */
    const comeBack = async () => {
      const url = `/payment/return?order=${body.order}&token=${body.id}&PayerID=PAYER`;
      const { status: code, headers } = await shop.send({ method: 'GET', url });
      expect(code).toBe(303);
      return String(headers.location);
    };
    const approve = () => state.approve(body.id);
    return { mug, customer, admin, params, order: body.order, session: body.id, url: body.url, start, read, approve, comeBack };
  }

  const countCaptures = () => state.captures.size;
  return { shop, paypal, state, post, deliver, checkOut, countCaptures };
}
