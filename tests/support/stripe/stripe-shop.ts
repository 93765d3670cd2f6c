/** A shop with a fake Stripe, on one clock. */
import { eq } from 'drizzle-orm';
import { afterAll, expect } from 'vitest';
import { receivePaymentWebhook, startCheckout } from '../../../src/contract/order.ts';
import { readAnyOrder } from '../../../src/contract/order-admin.ts';
import { products } from '../../../src/server/shop/database/schema/catalog.ts';
import { selectProvider } from '../../../src/server/shop/payments/select-provider.ts';
import { seedProducts } from '../checkout.ts';
import { openShop, type Shop } from '../harness.ts';
import { API_KEY, startFakeStripe } from './stripe-server.ts';
import type { StripeEvent } from './stripe-state.ts';
import { signStripeEvent } from './webhook-signature.ts';

const SECRET = 'whsec_shop';

export async function readStock({ deps }: Shop, productId: string): Promise<number | undefined> {
  const [product] = await deps.db.select({ quantity: products.quantity }).from(products).where(eq(products.id, productId));
  return product?.quantity;
}

export async function openStripeShop() {
  let shopNow = () => new Date();
  const stripe = await startFakeStripe(() => shopNow());
  afterAll(stripe.close);
  const payment = await selectProvider(
    { demo: false, stripe: { secretKey: API_KEY, webhookSecrets: [SECRET], apiBase: stripe.baseUrl, checkoutUrl: null } },
    { db: null as never, now: () => shopNow(), deliver: () => Promise.reject(new Error('no event of the demo')) },
  );
  const shop = await openShop({ deps: () => ({ payment }) });
  shopNow = shop.deps.now;

  async function deliver(events: readonly StripeEvent[] = stripe.state.events.splice(0)): Promise<void> {
    for (const event of events) {
      const payload = JSON.stringify(event);
      const headers = signStripeEvent(payload, shop.deps.now(), SECRET);
      expect((await shop.send({ method: 'POST', url: receivePaymentWebhook.path, payload, headers })).status).toBe(200);
    }
  }

  /** Two of five mugs at $12.50, not paid yet. */
  async function checkOut() {
    const [mug = ''] = await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]);
    const customer = await shop.signUp();
    const start = () => shop.call(startCheckout, { token: customer.token, body: { products: [{ _id: mug, count: 2 }] } });
    const { body } = await start();
    const admin = await shop.signUp({ role: 1 });
    const params = { id: body.order };
    const read = async () => (await shop.call(readAnyOrder, { token: admin.token, params })).body.order;
    return { customer, admin, mug, params, session: body.id, start, read };
  }

  return { shop, stripe, deliver, checkOut };
}
