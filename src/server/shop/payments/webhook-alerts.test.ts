import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { seedProducts, signedHeaders, WEBHOOK_SECRET } from '../../../../tests/support/checkout.ts';
import { openShop } from '../../../../tests/support/harness.ts';
import { receivePaymentWebhook, startCheckout } from '../../../contract/order.ts';
import { createDemoProvider } from './demo/demo.provider.ts';

const logLines: string[] = [];
const shop = await openShop({
  deps: ({ db, now }) => ({ payment: createDemoProvider({ db, now, secret: WEBHOOK_SECRET }) }),
  app: { logger: { level: 'warn', stream: { write: (line: string) => void logLines.push(line) } } },
});

/** An event about a new order, and what the log says of it. */
async function postEvent(change: object, headers: (body: string) => Record<string, string>): Promise<{ status: number; log: object[] }> {
  const [mug = ''] = await seedProducts(shop, [{ priceCents: 1250 }]);
  const { token } = await shop.signUp();
  const { body } = await shop.call(startCheckout, { token, body: { products: [{ _id: mug }] } });
  const object = { session: body.id, reference: body.order, amount: 1250, currency: 'usd', ...change };
  const payload = JSON.stringify({ id: `evt_${randomUUID()}`, type: 'checkout.paid', object });
  logLines.length = 0;
  const { status } = await shop.send({ method: 'POST', url: receivePaymentWebhook.path, payload, headers: headers(payload) });
  return { status, log: logLines.map((line) => JSON.parse(line) as object) };
}

test('[PAY-4] threat 7: a payment that fits no order is logged as an error', async () => {
  const sign = (body: string) => signedHeaders(body, shop.deps.now());
  expect(await postEvent({ amount: 1 }, sign)).toMatchObject({
    status: 200,
    log: [{ level: 50, msg: 'payment needs manual review', outcome: 'review', amountCents: 1 }],
  });
  expect(await postEvent({ reference: '00000000-0000-4000-8000-000000000000' }, sign)).toMatchObject({
    log: [{ outcome: 'wrong_session' }],
  });
});

test('[PAY-3] fault 10: a rejected event is logged with the reason: a wrong secret, or a wrong clock', async () => {
  const log = (reason: RegExp) => [{ level: 40, msg: 'payment event rejected', reason: expect.stringMatching(reason) }];
  expect(await postEvent({}, (body) => signedHeaders(body, shop.deps.now(), 'guess'))).toMatchObject({
    status: 400,
    log: log(/signature/i),
  });
  const late = (body: string) => signedHeaders(body, new Date(shop.deps.now().getTime() - 600_000));
  expect(await postEvent({}, late)).toMatchObject({ status: 400, log: log(/clock/i) });
});

test('[PAY-3] a correct payment logs no warning', async () => {
  expect(await postEvent({}, (body) => signedHeaders(body, shop.deps.now()))).toEqual({ status: 200, log: [] });
});
