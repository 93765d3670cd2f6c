/**
 * A card provider in the house: a hosted page, test cards and signed events, so that a shop can be tried whole without
 * an account anywhere. It plays a company outside: it meets the shop only through the port and by HTTP.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/connect.ts';
import { AppError } from '../../errors.ts';
import type { PaymentProvider, RefundRequest, SessionReport } from '../provider.ts';
import { withTimeout } from '../timeout.ts';
import * as repository from './demo.repository.ts';
import { readDemoEvent, serializeEvent, toPaymentId, toSessionId } from './demo.webhook.ts';
import { demoPayRoutes } from './payment-page.http.ts';
import { SIGNATURE_HEADER, signPayload } from './webhook-signature.ts';

const MAX_ATTEMPTS = 3;
const INITIAL_BACKOFF_MS = 100;
const DELIVERY_TIMEOUT_MS = 5000;

/** Posts a body, byte for byte, to the shop's webhook and gives the status of its answer. */
export type DeliverWebhook = (body: string, headers: Record<string, string>, webhookUrl: string) => Promise<number>;

export interface DemoDeps {
  db: Database;
  now: () => Date;
  /** Shared with whoever reads the events; see `demoSecret`. */
  secret: string;
  /** Events signed with them are read as well, while the secret is changed. */
  previousSecrets?: readonly string[];
  /** Absent: by fetch to the address that stands in the session. */
  deliver?: DeliverWebhook;
}

export interface DemoProvider extends PaymentProvider {
  /** What the hosted page does when a card is good. False where the session is no longer open. */
  pay: (sessionId: string) => Promise<boolean>;
  routes: NonNullable<PaymentProvider['routes']>;
  redeliver: NonNullable<PaymentProvider['redeliver']>;
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

/** A random secret that is made once and kept in the database. */
export async function loadDemoSecret(db: Database): Promise<string> {
  const value = await repository.findOrCreateSecret(db, randomBytes(32).toString('hex'));
  if (typeof value === 'object' && value !== null && 'secret' in value && typeof value.secret === 'string') return value.secret;
  throw new Error('the setting demo_secret is damaged: delete it, and a new one is made');
}

export function createDemoProvider(deps: DemoDeps): DemoProvider {
  const pay = (id: string) => paySession(deps, id);
  return {
    name: 'demo',
    testMode: true,
    startCheckout: async ({ expiresAt, ...checkout }) => {
      const session = await repository.createSession(deps.db, {
        id: `demo_${randomBytes(24).toString('base64url')}`,
        idempotencyKey: checkout.orderId,
        status: 'open',
        checkout,
        webhookUrl: `${checkout.origin}/api/v1/payment/webhook`,
        createdAt: deps.now(),
        expiresAt,
      });
      return { id: session.id, url: `${checkout.origin}/pay/${session.id}` };
    },
    readEvent: (raw, headers, now) => readDemoEvent([deps.secret, ...(deps.previousSecrets ?? [])], raw, headers, now),
    readCheckout: (id) => readCheckout(deps, id),
    expireCheckout: async (id) => {
      await repository.updateToExpired(deps.db, id, newEventId(), deps.now());
      return readCheckout(deps, id);
    },
    refund: (refund) => createRefund(deps, refund),
    pay,
    routes: (app) => demoPayRoutes(app, { db: deps.db, now: deps.now, pay }),
    redeliver: async () => {
      for (const id of await repository.listExpiredSessions(deps.db, deps.now())) {
        await repository.updateToExpired(deps.db, id, newEventId(), deps.now());
      }
      let deliveredCount = 0;
      for (const event of await repository.listUndeliveredEvents(deps.db)) if (await deliverEvent(deps, event)) deliveredCount += 1;
      return deliveredCount;
    },
  };
}

const newEventId = () => `evt_demo_${randomBytes(16).toString('hex')}`;

async function readCheckout({ db, now }: DemoDeps, id: string): Promise<SessionReport> {
  const session = await repository.findSession(db, id);
  if (!session) throw new Error(`there is no session ${id}`);
  const { status, checkout, expiresAt } = session;
  const isOpen = status === 'open' && expiresAt > now();
  return {
    state: status === 'paid' ? 'paid' : isOpen ? 'open' : 'expired',
    sessionId: id,
    orderId: checkout.orderId,
    amountCents: checkout.totalCents,
    currency: checkout.currency,
    paymentId: status === 'paid' ? toPaymentId(id) : null,
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
    case 'unpaid':
      throw new AppError('conflict', 'There is no such payment');
    case 'too_much':
      throw new AppError('conflict', 'That is more than what is left of the payment');
    case 'other_words':
      throw new Error('the key was used for another refund');
    default:
      return result.error satisfies never;
  }
}

/** False where the session was no longer open. True means paid, delivered or not: what didn't arrive is sent again later. */
async function paySession(deps: DemoDeps, id: string): Promise<boolean> {
  const event = await repository.updateToPaid(deps.db, id, newEventId(), deps.now());
  if (!event) return false;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (attempt) await sleep(INITIAL_BACKOFF_MS * 3 ** (attempt - 1));
    if (await deliverEvent(deps, event)) break;
  }
  return true;
}

/** Signed anew each time, so that a late delivery isn't refused for its age. */
async function deliverEvent({ db, now, secret, deliver = postWebhook }: DemoDeps, event: repository.DemoEvent): Promise<boolean> {
  const body = serializeEvent(event);
  const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signPayload(secret, body, now()) };
  try {
    const status = await withTimeout(deliver(body, headers, event.session.webhookUrl), DELIVERY_TIMEOUT_MS, 'the webhook');
    if (status < 200 || status > 299) return false;
    await repository.updateEventDelivered(db, event.id, now());
    return true;
  } catch {
    // Whatever stood in the way: deliveredAt stays empty, and that is the note to try again.
    return false;
  }
}
