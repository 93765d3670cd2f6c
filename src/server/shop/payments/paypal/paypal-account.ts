/** What an owner's PayPal app can do, and the webhook by which it reports to the shop: read and made by PayPal's API when its secret is entered. */
import type { PaypalProblem } from '../../../../contract/paypal-connection.ts';
import { isRecord } from '../../../../contract/values.ts';
import { createPaypalClient, isPaypalKeyRefused, isUnknownAtPaypal, type PaypalAccess, PaypalError } from './paypal-client.ts';

/** What paypal.webhook.ts reads. */
export const WEBHOOK_EVENTS = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
] as const;

const PATH = '/v1/notifications/webhooks';
const EVENT_TYPES = WEBHOOK_EVENTS.map((name) => ({ name }));

/** `detail` is PayPal's own name of what is missing. */
export interface FoundPaypalProblem {
  problem: PaypalProblem;
  detail: string | null;
}

/** Null: the error says nothing of the account, only of this one call. */
export function toPaypalProblem(error: unknown): FoundPaypalProblem | null {
  if (isPaypalKeyRefused(error)) return { problem: 'key_refused', detail: null };
  if (error instanceof PaypalError && error.status < 500 && error.status !== 429) return null;
  return { problem: 'unreachable', detail: null };
}

const toPath = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

async function findByUrl(access: PaypalAccess, url: string): Promise<string | null> {
  const { webhooks } = await createPaypalClient(access).call(PATH);
  const found: unknown = Array.isArray(webhooks) ? webhooks.find((it) => isRecord(it) && it.url === url) : null;
  return isRecord(found) && typeof found.id === 'string' ? found.id : null;
}

/** Its id: a new one, or one that this app has for the address already. Also tries the client id and the secret. */
export async function providePaypalWebhook(access: PaypalAccess, url: string): Promise<{ id: string; isNew: boolean }> {
  const paypal = createPaypalClient(access);
  const known = await findByUrl(access, url);
  if (known) {
    await paypal.call(toPath(known), {
      method: 'PATCH',
      body: [{ op: 'replace', path: '/event_types', value: EVENT_TYPES }],
    });
    return { id: known, isNew: false };
  }
  const { id } = await paypal.call(PATH, { method: 'POST', body: { url, event_types: EVENT_TYPES } });
  if (typeof id !== 'string') throw new Error('PayPal made a webhook without an id');
  return { id, isNew: true };
}

export async function movePaypalWebhook(access: PaypalAccess, id: string, url: string): Promise<void> {
  const body = [{ op: 'replace', path: '/url', value: url }];
  await createPaypalClient(access).call(toPath(id), { method: 'PATCH', body });
}

export async function removePaypalWebhook(access: PaypalAccess, id: string): Promise<void> {
  await createPaypalClient(access).call(toPath(id), { method: 'DELETE' });
}

/** What keeps PayPal from reporting payments to this URL. Throws PayPal's error where the secret is refused or PayPal doesn't answer. */
export async function checkPaypalWebhook(access: PaypalAccess, id: string, url: string | null): Promise<FoundPaypalProblem[]> {
  let webhook: Record<string, unknown>;
  try {
    webhook = await createPaypalClient(access).call(toPath(id));
  } catch (error) {
    if (isUnknownAtPaypal(error)) return [{ problem: 'webhook_missing', detail: null }];
    throw error;
  }
  const types = Array.isArray(webhook.event_types) ? webhook.event_types.map((it) => (isRecord(it) ? it.name : null)) : [];
  const missing = types.includes('*') ? [] : WEBHOOK_EVENTS.filter((name) => !types.includes(name));
  return [
    ...(url === null || webhook.url === url ? [] : [{ problem: 'webhook_elsewhere' as const, detail: String(webhook.url) }]),
    ...(missing.length ? [{ problem: 'webhook_events_missing' as const, detail: missing.join(', ') }] : []),
  ];
}
