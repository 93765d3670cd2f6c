import { afterAll, afterEach } from 'vitest';
import { testProviderContract } from '../../../../../tests/support/provider-contract.ts';
import { API_KEY, startFakeStripe } from '../../../../../tests/support/stripe/stripe-server.ts';
import { signStripeEvent } from '../../../../../tests/support/stripe/webhook-signature.ts';
import { createStripeProvider } from './stripe.provider.ts';

const SECRET = 'whsec_story';
let offset = 0;
const now = () => new Date(Date.now() + offset);
const stripe = await startFakeStripe(now);
afterAll(stripe.close);
afterEach(() => {
  offset = 0;
});

const createProvider = (webhookSecrets: string[]) =>
  createStripeProvider({ secretKey: API_KEY, webhookSecrets, apiBase: stripe.baseUrl, now });

testProviderContract({
  provider: createProvider([SECRET]),
  now,
  advanceClock: (milliseconds) => {
    offset += milliseconds;
  },
  pay: async ({ id }) => stripe.state.pay(id),
  webhook: {
    listSentEvents: async () =>
      stripe.state.events.map((event) => {
        const raw = JSON.stringify(event, null, 2);
        return { raw, headers: signStripeEvent(raw, now(), SECRET) };
      }),
    sign: (raw, at, secret) => signStripeEvent(raw, at, secret),
    secret: SECRET,
    withSecrets: createProvider,
  },
});
