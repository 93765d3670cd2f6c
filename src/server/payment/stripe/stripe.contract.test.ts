import { afterAll, afterEach } from 'vitest';
import { tellProviderStory } from '../../../../tests/provider-story.ts';
import { KEY, openStandIn } from '../../../../tests/stripe/server.ts';
import { signStripe } from '../../../../tests/stripe/signing.ts';
import { createStripeProvider } from './stripe.provider.ts';

const SECRET = 'whsec_story';
let offset = 0;
const now = () => new Date(Date.now() + offset);
const stripe = await openStandIn(now);
afterAll(stripe.close);
afterEach(() => {
  offset = 0;
});

const createProvider = (webhookSecrets: string[]) => createStripeProvider({ secretKey: KEY, webhookSecrets, apiBase: stripe.base, now });

tellProviderStory({
  provider: createProvider([SECRET]),
  now,
  wait: (milliseconds) => {
    offset += milliseconds;
  },
  pay: async ({ id }) => stripe.books.pay(id),
  sent: async () =>
    stripe.books.events.map((event) => {
      const raw = JSON.stringify(event, null, 2);
      return { raw, headers: signStripe(raw, now(), SECRET) };
    }),
  sign: (raw, at, secret) => signStripe(raw, at, secret),
  secret: SECRET,
  withSecrets: createProvider,
});
