/** What an owner's Stripe account can do, and the webhook by which it reports to the shop: read and made by Stripe's API when its key is entered. */
import Stripe from 'stripe';
import type { PaymentProblem } from '../../../../contract/payment-connection.ts';
import { SECOND } from '../../../../contract/values.ts';

/** What stripe.webhook.ts reads. */
const WEBHOOK_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

export interface StripeAccess {
  secretKey: string;
  /** Origin of Stripe's API, for tests; null: Stripe's own. */
  apiBase: string | null;
  /** Milliseconds for one call. */
  timeout?: number;
}

/** `detail` is Stripe's own name of what is missing, or its own words. */
export interface FoundProblem {
  problem: PaymentProblem;
  detail: string | null;
}

export interface StripeAccount {
  /** Null: a restricted key that may not read the account. */
  id: string | null;
  name: string | null;
  problems: FoundProblem[];
}

export function toHostOptions(url: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === 'http:';
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? '80' : '443') };
}

const connect = ({ secretKey, apiBase, timeout = 8 * SECOND }: StripeAccess) =>
  new Stripe(secretKey, { timeout, maxNetworkRetries: 1, telemetry: false, ...(apiBase && toHostOptions(apiBase)) });

/** It was rolled, revoked or mistyped. */
export const isStripeKeyRefused = (error: unknown): boolean => error instanceof Stripe.errors.StripeAuthenticationError;

const isLimited = (error: unknown): boolean => error instanceof Stripe.errors.StripePermissionError;

/** Null: the error says nothing of the account, only of this one call. */
export function toProblem(error: unknown): FoundProblem | null {
  if (isStripeKeyRefused(error)) return { problem: 'key_refused', detail: null };
  if (isLimited(error)) return { problem: 'key_limited', detail: null };
  if (error instanceof Stripe.errors.StripeInvalidRequestError) return null;
  return { problem: 'unreachable', detail: null };
}

/** Stripe's words about a call that it has refused, without anything of the key. */
export function describeStripeRefusal(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.replace(/\b(sk|rk|pk|whsec)_[\w*]+/g, '$1_…').slice(0, 300);
}

/** `list` shows whether the key may see them; a key that may not even do that may not make any. */
async function listMissingRights(stripe: Stripe): Promise<string[]> {
  const rights: [name: string, list: () => Promise<unknown>][] = [
    ['Checkout Sessions', () => stripe.checkout.sessions.list({ limit: 1 })],
    ['Refunds', () => stripe.refunds.list({ limit: 1 })],
  ];
  const missing: string[] = [];
  for (const [name, list] of rights) {
    try {
      await list();
    } catch (error) {
      if (!isLimited(error)) throw error;
      missing.push(name);
    }
  }
  return missing;
}

/** An account that isn't activated yet takes test payments all the same. */
function listAccountProblems({ charges_enabled, payouts_enabled, details_submitted, requirements }: Stripe.Account): FoundProblem[] {
  const due = requirements?.currently_due?.slice(0, 5).join(', ') || null;
  if (!details_submitted) return [{ problem: 'details_missing', detail: due }];
  return [
    ...(charges_enabled ? [] : [{ problem: 'charges_off' as const, detail: due }]),
    ...(payouts_enabled ? [] : [{ problem: 'payouts_off' as const, detail: due }]),
  ];
}

async function readAccount(stripe: Stripe): Promise<Stripe.Account | null> {
  try {
    return await stripe.accounts.retrieveCurrent();
  } catch (error) {
    if (isLimited(error)) return null;
    throw error;
  }
}

/** Throws Stripe's error where the key is refused or Stripe doesn't answer: `toProblem` says which. */
export async function readStripeAccount(access: StripeAccess, isLive: boolean): Promise<StripeAccount> {
  const stripe = connect(access);
  const missing = await listMissingRights(stripe);
  const account = await readAccount(stripe);
  const name = account?.settings?.dashboard.display_name || account?.business_profile?.name || account?.email || null;
  return {
    id: account?.id ?? null,
    name,
    problems: [
      ...(missing.length ? [{ problem: 'key_limited' as const, detail: missing.join(', ') }] : []),
      ...(account && isLive ? listAccountProblems(account) : []),
    ],
  };
}

/** Only the answer that makes an endpoint has its secret. */
export async function createStripeWebhook(access: StripeAccess, url: string): Promise<{ id: string; secret: string }> {
  const { id, secret } = await connect(access).webhookEndpoints.create({
    url,
    enabled_events: [...WEBHOOK_EVENTS],
    description: 'Made by the shop itself',
  });
  if (!secret) throw new Error('Stripe made the webhook without telling its secret');
  return { id, secret };
}

export async function moveStripeWebhook(access: StripeAccess, id: string, url: string): Promise<void> {
  await connect(access).webhookEndpoints.update(id, { url });
}

export async function removeStripeWebhook(access: StripeAccess, id: string): Promise<void> {
  await connect(access).webhookEndpoints.del(id);
}

/** What keeps Stripe from reporting payments to this URL. */
export async function checkStripeWebhook(access: StripeAccess, id: string, url: string | null): Promise<FoundProblem[]> {
  let endpoint: Stripe.WebhookEndpoint;
  try {
    endpoint = await connect(access).webhookEndpoints.retrieve(id);
  } catch (error) {
    // A restricted key may be allowed to make one and not to read it.
    if (isLimited(error)) return [];
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return [{ problem: 'webhook_missing', detail: null }];
    throw error;
  }
  const { status, url: actual, enabled_events: events } = endpoint;
  const missing = events.includes('*') ? [] : WEBHOOK_EVENTS.filter((event) => !events.includes(event));
  return [
    ...(status === 'enabled' ? [] : [{ problem: 'webhook_disabled' as const, detail: null }]),
    ...(url === null || actual === url ? [] : [{ problem: 'webhook_elsewhere' as const, detail: actual }]),
    ...(missing.length ? [{ problem: 'webhook_events_missing' as const, detail: missing.join(', ') }] : []),
  ];
}
