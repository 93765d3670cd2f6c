import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShopWithPayments, startPayment, VALID_CARD } from '../../../../../tests/support/checkout.ts';
import { SILENT_LOG } from '../../../../../tests/support/silent-log.ts';
import { DAY } from '../../../../contract/values.ts';
import { settings } from '../../database/schema/content.ts';
import { demoEvents, demoSessions } from '../../database/schema/payment.ts';
import { expireOrders } from '../../orders/checkout/expire-orders.service.ts';
import { loadDemoSecret } from './demo.provider.ts';

const shop = await openShopWithPayments();
const openPage = () => startPayment(shop);

test('[PAY-3] the webhook is down: the customer still gets to the success page, and the event is delivered later, once', async () => {
  const { url, status, camera } = await openPage();
  shop.webhook.isDown = true;
  expect((await shop.submitForm(url, VALID_CARD)).status).toBe(303);
  expect([await status(), shop.webhook.attempts]).toEqual(['pending', 3]);
  expect(await shop.provider.redeliver()).toBe(0);
  shop.webhook.isDown = false;
  // Three days later: expiring the order finds the payment, and redelivery signs the event with a current timestamp.
  shop.advanceClock(3 * DAY);
  await expireOrders(shop.deps, SILENT_LOG);
  expect([await status(), await shop.readStock(camera)]).toEqual(['paid', 4]);
  expect(await shop.provider.redeliver()).toBe(1);
  expect([await status(), await shop.countEvents(), await shop.readStock(camera)]).toEqual(['paid', 2, 4]);
  expect(await shop.provider.redeliver()).toBe(0);
});

test('[PAY-3] killed after the shop stored the event and before the provider did: delivered again, it changes nothing', async () => {
  const { url, id, status, camera } = await openPage();
  await shop.submitForm(url, VALID_CARD);
  await shop.deps.db.update(demoEvents).set({ deliveredAt: null }).where(eq(demoEvents.sessionId, id));
  expect(await shop.provider.redeliver()).toBe(1);
  expect([await status(), await shop.countEvents(), await shop.readStock(camera)]).toEqual(['paid', 1, 4]);
});

test('two calls for one order create one session', async () => {
  const { id, order } = await openPage();
  const [row] = await shop.deps.db.select().from(demoSessions);
  const checkout = { ...(row?.checkout as Parameters<typeof shop.provider.startCheckout>[0]), expiresAt: new Date() };
  const again = await Promise.all([shop.provider.startCheckout(checkout), shop.provider.startCheckout(checkout)]);
  expect(again.map((session) => session.id)).toEqual([id, id]);
  expect([checkout.orderId, await shop.deps.db.$count(demoSessions)]).toEqual([order, 1]);
});

test('the secret is created once, however many processes start at once, and an invalid one is reported', async () => {
  const { db } = shop.deps;
  const secrets = await Promise.all(Array.from({ length: 5 }, () => loadDemoSecret(db)));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/);
  await db.update(settings).set({ value: 'broken' });
  await expect(loadDemoSecret(db)).rejects.toThrow('demo_secret');
});
