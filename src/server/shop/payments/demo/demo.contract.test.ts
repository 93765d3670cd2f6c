import { VALID_CARD } from '../../../../../tests/support/checkout.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { type SentEvent, testProviderContract } from '../../../../../tests/support/provider-contract.ts';
import type { DemoProvider } from '../provider.ts';
import { createDemoProvider } from './demo.provider.ts';
import { SIGNATURE_HEADER, signPayload } from './demo.webhook.ts';

const SECRET = 'a secret of the story';
const sent: SentEvent[] = [];
let demoProvider: DemoProvider | undefined;
const shop = await openShop({
  deps: ({ db, now }) => {
    const deliver = async (raw: string, headers: Record<string, string>) => sent.push({ raw, headers }) && 200;
    demoProvider = createDemoProvider({ db, now, secret: SECRET, deliver });
    return { payment: demoProvider };
  },
});
if (!demoProvider) throw new Error('no provider was created');
const provider = demoProvider;

testProviderContract({
  provider,
  now: shop.deps.now,
  advanceClock: shop.advanceClock,
  pay: async ({ url }) => {
    const { status } = await shop.send({
      method: 'POST',
      url: new URL(url).pathname,
      payload: new URLSearchParams(VALID_CARD).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    return status === 303;
  },
  webhook: {
    listSentEvents: async () => {
      await provider.redeliver();
      return sent;
    },
    sign: (raw, at, secret) => ({ [SIGNATURE_HEADER]: signPayload(secret, raw, at) }),
    secret: SECRET,
    withSecrets: ([secret = '', ...olderSecrets]) => createDemoProvider({ ...shop.deps, secret, previousSecrets: olderSecrets }),
  },
});
