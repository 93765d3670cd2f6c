import { afterAll } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { CLIENT_ID, CLIENT_SECRET, startFakePaypal } from '../../../../../tests/support/paypal/paypal-server.ts';
import { testProviderContract } from '../../../../../tests/support/provider-contract.ts';
import { createPaypalProvider } from './paypal.provider.ts';

const WEBHOOK_ID = 'WEBHOOK-OF-THE-STORY';
const shop = await openShop();
const { db, now } = shop.deps;
const paypal = await startFakePaypal(now);
afterAll(paypal.close);

const createProvider = (webhookIds: string[]) =>
  createPaypalProvider({
    ...{ db, now, webhookIds, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, isSandbox: true, apiBase: paypal.baseUrl },
  });
const provider = createProvider([WEBHOOK_ID]);

testProviderContract({
  provider,
  now,
  advanceClock: shop.advanceClock,
  /** The customer approves it, and comes back. */
  pay: async ({ id }) => paypal.state.approve(id) && (await provider.readCheckout(id))?.state === 'paid',
  webhook: {
    listSentEvents: async () =>
      paypal.state.events.map((event) => {
        const raw = JSON.stringify(event);
        return { raw, headers: paypal.signEvent(raw, now(), WEBHOOK_ID) };
      }),
    sign: (raw, at, secret) => paypal.signEvent(raw, at, secret),
    secret: WEBHOOK_ID,
    withSecrets: createProvider,
    // It is sent again for three days, and nothing of what has ended is reported: the shop alone knows.
    maxAgeMinutes: 3 * 24 * 60 + 60,
    reportsExpiry: false,
  },
});
