/** A key of Stripe as it was pasted: which it is, whether it belongs here, and what Stripe says of it, in words at its field. */
import type { PaymentMode, PaymentProblem } from '../../../contract/payment-connection.ts';
import type { Deps } from '../../deps.ts';
import { isStripeTestKey } from '../../platform/settings/checks.ts';
import { describeStripeRefusal, type StripeAccess, toProblem } from '../payments/stripe/stripe-account.ts';
import { refuse } from './save-connection.ts';

export const MODE_WORDS: Record<PaymentMode, string> = { test: 'test', live: 'live' };

/** What was pasted is none of the keys that this field takes: says which it is, and where the right one is found. */
export function requireKey(mode: PaymentMode, pasted: string): string {
  const key = pasted.trim();
  const say = (message: string) => refuse('secretKey', message);
  const right = `Paste the secret key, which begins with sk_${mode}_ (or a restricted one: rk_${mode}_)`;
  if (/^pk_/.test(key)) throw say(`This is the publishable key. ${right}`);
  if (/^whsec_/.test(key)) throw say(`This is the signing secret of a webhook. ${right}`);
  if (!/^(?:sk|rk)_(?:test|live)_[A-Za-z0-9_]+$/.test(key)) throw say(`This is no key of Stripe. ${right}`);
  if (isStripeTestKey(key) === (mode === 'test')) return key;
  const other = mode === 'test' ? 'live' : 'test';
  throw say(`This is a ${MODE_WORDS[other]} key, and these fields are for the ${MODE_WORDS[mode]} key. ${right}`);
}

const REFUSALS: Partial<Record<PaymentProblem, string>> = {
  key_refused: "Stripe doesn't accept this key: it was mistyped, rolled or revoked. Copy it again from Stripe's dashboard",
  unreachable: "Stripe doesn't answer at the moment. Nothing was changed; try again in a minute",
};

/** Throws `connection_failed` with what Stripe's answer means. */
export async function askStripe<T>(path: string, asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    const problem = toProblem(error)?.problem;
    const words = problem && REFUSALS[problem];
    throw refuse(path, words ?? `Stripe refused: ${describeStripeRefusal(error)}`, error);
  }
}

const isLocal = (url: string) => ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname);

export function toAccess({ connections }: Pick<Deps, 'connections'>, secretKey: string): StripeAccess {
  const { apiBase } = connections.server.stripeOrigins;
  if (apiBase && !isStripeTestKey(secretKey) && !isLocal(apiBase))
    throw refuse(
      'secretKey',
      'The server sends the calls of Stripe to a stand-in for tests (STRIPE_API_BASE), which must not get a live key',
    );
  return { secretKey, apiBase };
}
