import { openShop } from '../../../../tests/harness.ts';
import { GOOD_CARD } from '../../../../tests/paying.ts';
import { type SentEvent, tellProviderStory } from '../../../../tests/provider-story.ts';
import { createDemoProvider, type DemoProvider } from './demo.provider.ts';
import { SIGNATURE_HEADER, signPayload } from './webhook-signature.ts';

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
if (!demoProvider) throw new Error('the harness made no provider');
const provider = demoProvider;

tellProviderStory({
  provider,
  now: shop.deps.now,
  wait: shop.wait,
  pay: async ({ url }) => {
    const { status } = await shop.send({
      method: 'POST',
      url: new URL(url).pathname,
      payload: new URLSearchParams(GOOD_CARD).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    return status === 303;
  },
  sent: async () => {
    await provider.redeliver();
    return sent;
  },
  sign: (raw, at, secret) => ({ [SIGNATURE_HEADER]: signPayload(secret, raw, at) }),
  secret: SECRET,
  withSecrets: ([secret = '', ...olderSecrets]) => createDemoProvider({ ...shop.deps, secret, previousSecrets: olderSecrets }),
});
