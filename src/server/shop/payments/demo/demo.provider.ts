/**
 * A built-in payment provider with a hosted payment page, test cards and signed events, to try a shop without an account anywhere. It
 * behaves like an external company: it communicates with the shop only through the provider interface and by HTTP.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pTimeout from 'p-timeout';
import { isRecord, SECOND } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { type DemoProvider, orBusy, type RefundRequest, type SessionReport } from '../provider.ts';
import * as repository from './demo.repository.ts';
import { readDemoEvent, SIGNATURE_HEADER, serializeEvent, signPayload, toPaymentId, toSessionId } from './demo.webhook.ts';
import { paymentPageRoutes } from './payment-page-routes.ts';

const MAX_ATTEMPTS = 3;
const INITIAL_BACKOFF_MS = 100;
const DELIVERY_TIMEOUT_MS = 5 * SECOND;

/** Posts the exact body to the shop's webhook and returns the response's status. */
export type DeliverWebhook = (body: string, headers: Record<string, string>, webhookUrl: string) => Promise<number>;

export interface DemoDeps {
  db: Database;
  now: () => Date;
  /** Signs the events; see `loadDemoSecret`. */
  secret: string;
  /** Also accepted in signatures, while the secret is rotated. */
  previousSecrets?: readonly string[];
  /** Absent: by `fetch` to the session's webhook URL. */
  deliver?: DeliverWebhook;
}

const postWebhook: DeliverWebhook = async (body, headers, webhookUrl) => {
  const response = await fetch(webhookUrl, {
    method: 'POST',
    body,
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
  });
  await response.body?.cancel();
  return response.status;
};

/** The random secret in the database; created on first use. */
export async function loadDemoSecret(db: Database): Promise<string> {
  const value = await repository.findOrCreateSecret(db, randomBytes(32).toString('hex'));
  if (isRecord(value) && typeof value.secret === 'string') return value.secret;
  throw new Error('The setting demo_secret is invalid: delete it, and a new one is created');
}

export function createDemoProvider(deps: DemoDeps): DemoProvider {
  const pay = (id: string) => paySession(deps, id);
  return {
    name: 'demo',
    testMode: true,
    // Its page is the shop's own.
    pageOrigins: [],
    startCheckout: async ({ expiresAt, ...checkout }) => {
      const creating = repository.createSession(deps.db, {
        id: `demo_${randomBytes(24).toString('base64url')}`,
        idempotencyKey: checkout.orderId,
        status: 'open',
        checkout,
        webhookUrl: `${checkout.origin}/api/v1/payment/webhook`,
        createdAt: deps.now(),
        expiresAt,
      });
      const session = await orBusy(creating);
      return { id: session.id, url: toPageUrl(session) };
    },
    readEvent: (raw, headers, now) => readDemoEvent([deps.secret, ...(deps.previousSecrets ?? [])], raw, headers, now),
    readCheckout: (id) => orBusy(readCheckout(deps, id)),
    expireCheckout: async (id) => {
      await orBusy(repository.updateToExpired(deps.db, id, newEventId(), deps.now()));
      return orBusy(readCheckout(deps, id));
    },
    refund: (refund) => orBusy(createRefund(deps, refund)),
    pay,
    routes: (app) => paymentPageRoutes(app, { db: deps.db, now: deps.now, pay }),
    redeliver: async (signal) => {
      for (const id of await repository.listExpiredSessions(deps.db, deps.now())) {
        if (signal?.aborted) return 0;
        await repository.updateToExpired(deps.db, id, newEventId(), deps.now());
      }
      let deliveredCount = 0;
      for (const event of await repository.listUndeliveredEvents(deps.db)) {
        if (signal?.aborted) break;
        if (await deliverEvent(deps, event)) deliveredCount += 1;
      }
      return deliveredCount;
    },
  };
}

const toPageUrl = ({ id, checkout }: Pick<repository.DemoSession, 'id' | 'checkout'>) => `${checkout.origin}/pay/${id}`;

const newEventId = () => `evt_demo_${randomBytes(16).toString('hex')}`;

async function readCheckout({ db, now }: DemoDeps, id: string): Promise<SessionReport | null> {
  const session = await repository.findSession(db, id);
  if (!session) return null;
  const { status, checkout, expiresAt } = session;
  const isOpen = status === 'open' && expiresAt > now();
  return {
    state: status === 'paid' ? 'paid' : isOpen ? 'open' : 'expired',
    sessionId: id,
    orderId: checkout.orderId,
    amountCents: checkout.totalCents,
    currency: checkout.currency,
    paymentId: status === 'paid' ? toPaymentId(id) : null,
    ...(isOpen && { url: toPageUrl(session) }),
  };
}

async function createRefund({ db, now }: DemoDeps, { paymentId, amountCents, key }: RefundRequest): Promise<{ id: string }> {
  const id = `demo_refund_${randomBytes(16).toString('hex')}`;
  const result = await repository.createRefund(
    db,
    { id, key, amountCents, sessionId: toSessionId(paymentId), eventId: newEventId() },
    now(),
  );
  if ('id' in result) return result;
  switch (result.error) {
    case 'not_paid':
      throw new AppError('refund_refused', 'There is no such payment');
    case 'exceeds_payment':
      throw new AppError('refund_refused', 'That is more than what is left of the payment');
    case 'key_reused':
      throw new Error('The idempotency key was used for another refund');
    default:
      return result.error satisfies never;
  }
}

/** False if the session wasn't open. If its event can't be delivered now, `redeliver` sends it later. */
async function paySession(deps: DemoDeps, id: string): Promise<boolean> {
  const event = await repository.updateToPaid(deps.db, id, newEventId(), deps.now());
  if (!event) return false;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (attempt) await sleep(INITIAL_BACKOFF_MS * 3 ** (attempt - 1));
    if (await deliverEvent(deps, event)) break;
  }
  return true;
}

/** Signed again for each attempt, because an old timestamp would be rejected. */
async function deliverEvent({ db, now, secret, deliver = postWebhook }: DemoDeps, event: repository.DemoEvent): Promise<boolean> {
  const body = serializeEvent(event);
  const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signPayload(secret, body, now()) };
  try {
    const status = await pTimeout(deliver(body, headers, event.session.webhookUrl), { milliseconds: DELIVERY_TIMEOUT_MS });
    if (status < 200 || status > 299) return false;
    await repository.updateEventDelivered(db, event.id, now());
    return true;
  } catch {
    // `deliveredAt` stays null, so `redeliver` tries again.
    return false;
  }
}
