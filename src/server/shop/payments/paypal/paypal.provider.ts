/**
 * PayPal by its Orders API: customers approve the payment on PayPal's page, and the shop takes the money when they come back, when PayPal reports it, or when
 * it asks. Nothing is taken of a session that has ended, so ending one needs no call.
 */
import { SECOND } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError, getErrorChain } from '../../../platform/errors.ts';
import type { JoinedAccount } from '../join-accounts.ts';
import { type Checkout, orBusy, type ProviderSession, type RefundRequest, type SessionReport } from '../provider.ts';
import * as repository from './paypal.repository.ts';
import { readPaypalEvent } from './paypal.webhook.ts';
import { canPaypalTake, fromPaypalMoney, toPaypalMoney } from './paypal-amounts.ts';
import {
  createPaypalClient,
  isPaypalKeyRefused,
  isRefusedByPaypal,
  isUnknownAtPaypal,
  type PaypalAccess,
  type PaypalClient,
  PaypalError,
} from './paypal-client.ts';
import { findApproveUrl, findCapture, listRefunds, type PaypalCapture, toCaptureReport, toOrderBody } from './paypal-order.ts';
import { createSignatureCheck, SIGNATURE_HEADER } from './paypal-signature.ts';

const LIVE_PAGE = 'https://www.paypal.com';
const SANDBOX_PAGE = 'https://www.sandbox.paypal.com';

export interface PaypalDeps extends PaypalAccess {
  db: Database;
  now: () => Date;
  /** Of the endpoints that report to the shop: several while one is made anew. */
  webhookIds: readonly string[];
}

interface Context extends Pick<PaypalDeps, 'db' | 'now' | 'clientId'> {
  paypal: PaypalClient;
  pageOrigin: string;
}

export function createPaypalProvider({ db, now, timeout = 10 * SECOND, ...access }: PaypalDeps): JoinedAccount {
  const { clientId, isSandbox, apiBase } = access;
  const pageOrigin = apiBase ?? (isSandbox ? SANDBOX_PAGE : LIVE_PAGE);
  const paypal = createPaypalClient({ ...access, timeout: timeout * 0.8 });
  const context = { db, now, clientId, paypal, pageOrigin };
  const checkSignature = createSignatureCheck(access);
  return {
    name: 'paypal',
    testMode: isSandbox,
    timeout,
    pageOrigins: [pageOrigin],
    signatureHeader: SIGNATURE_HEADER,
    canTake: canPaypalTake,
    startCheckout: (checkout) => startCheckout(context, checkout),
    readCheckout: (id) => readCheckout(context, id),
    resumeCheckout: async (id) => {
      await orBusy(repository.reopenSession(db, id));
      return readCheckout(context, id);
    },
    expireCheckout: (id) => expireCheckout(context, id),
    refund: (request) => refund(context, request),
    readEvent: async (raw, headers, at) => {
      await checkSignature(raw, headers, at);
      return readPaypalEvent(paypal, raw, at);
    },
    isElsewhere: (error) => getErrorChain(error).some(isUnknownAtPaypal),
    isKeyRefused: (error) => getErrorChain(error).some(isPaypalKeyRefused),
  };
}

const toOrderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`;

/** PayPal takes only addresses that it knows as right: without one, the customer can pay all the same. */
async function createOrder(paypal: PaypalClient, checkout: Checkout): Promise<Record<string, unknown>> {
  const create = (hasAddress: boolean) =>
    paypal.call('/v2/checkout/orders', {
      method: 'POST',
      body: toOrderBody(checkout, hasAddress),
      key: `checkout-${checkout.orderId}${hasAddress ? '' : '-unshipped'}`,
    });
  if (!checkout.shipTo) return create(false);
  try {
    return await create(true);
  } catch (error) {
    if (error instanceof PaypalError && [400, 422].includes(error.status)) return create(false);
    throw error;
  }
}

async function startCheckout({ db, now, clientId, paypal, pageOrigin }: Context, checkout: Checkout): Promise<ProviderSession> {
  const order = await createOrder(paypal, checkout);
  const url = findApproveUrl(order);
  if (typeof order.id !== 'string' || !url) throw new Error('PayPal made an order without a page to approve it');
  if (new URL(url).origin !== pageOrigin) throw new Error(`PayPal's page is at ${new URL(url).origin}, and not at ${pageOrigin}`);
  const { orderId, totalCents: amountCents, currency, expiresAt } = checkout;
  const session = { id: order.id, orderId, account: clientId, status: 'open', amountCents, currency, url, expiresAt } as const;
  await orBusy(repository.createSession(db, { ...session, createdAt: now() }));
  return { id: order.id, url };
}

const toUnpaidReport = (
  { id: sessionId, orderId, amountCents, currency, url }: repository.PaypalSession,
  state: 'open' | 'expired',
): SessionReport => ({ state, sessionId, orderId, amountCents, currency, paymentId: null, ...(state === 'open' && { url }) });

async function readCheckout(context: Context, id: string): Promise<SessionReport | null> {
  const { db, now, clientId } = context;
  const session = await orBusy(repository.findSession(db, id, clientId));
  if (!session) return null;
  if (session.status === 'ended') return toUnpaidReport(session, 'expired');
  const isOver = session.expiresAt <= now() && (session.status === 'open' || session.status === 'declined');
  return isOver ? expireCheckout(context, id) : settle(context, session);
}

async function expireCheckout(context: Context, id: string): Promise<SessionReport | null> {
  const { db, clientId } = context;
  await orBusy(repository.endSession(db, id));
  const session = await orBusy(repository.findSession(db, id, clientId));
  if (!session) return null;
  return session.status === 'ended' ? toUnpaidReport(session, 'expired') : settle(context, session);
}

async function toCaptured({ db }: Context, session: repository.PaypalSession, capture: PaypalCapture): Promise<SessionReport> {
  if (session.captureId !== capture.id) await orBusy(repository.saveCapture(db, session.id, capture.id));
  return toCaptureReport(session, capture);
}

/** What PayPal says of it; what the customer has approved is taken. */
async function settle(context: Context, session: repository.PaypalSession): Promise<SessionReport | null> {
  const { paypal, db } = context;
  let order: Record<string, unknown>;
  try {
    order = await paypal.call(toOrderPath(session.id));
  } catch (error) {
    if (isUnknownAtPaypal(error)) return null;
    throw error;
  }
  const capture = findCapture(order);
  if (capture) return toCaptured(context, session, capture);
  if (order.status !== 'APPROVED') return session.status === 'capturing' ? decline(context, session) : toUnpaidReport(session, 'open');
  if (session.status === 'declined') return toUnpaidReport(session, 'open');
  const begun = session.status === 'open' ? await orBusy(repository.beginCapture(db, session.id)) : session;
  // Somebody else has ended it, or is taking its money, since it was read.
  return begun ? takeMoney(context, begun) : readCheckout(context, session.id);
}

/** With the same key as long as nobody knows whether it was taken: PayPal takes it once. */
async function takeMoney(context: Context, session: repository.PaypalSession): Promise<SessionReport | null> {
  const { paypal } = context;
  const key = `capture-${session.orderId}-${session.attempts}`;
  try {
    const order = await paypal.call(`${toOrderPath(session.id)}/capture`, { method: 'POST', key });
    const capture = findCapture(order);
    if (!capture) throw new Error(`PayPal took the money of order ${session.id} without saying how much`);
    return await toCaptured(context, session, capture);
  } catch (error) {
    if (!isRefusedByPaypal(error)) throw error;
    const capture = findCapture(await paypal.call(toOrderPath(session.id)));
    return capture ? toCaptured(context, session, capture) : decline(context, session);
  }
}

/** The customer may go back to PayPal's page, and choose another way there. */
async function decline(context: Context, session: repository.PaypalSession): Promise<SessionReport> {
  const { db, now, clientId } = context;
  await orBusy(repository.saveDecline(db, session.id));
  if (session.expiresAt <= now()) await orBusy(repository.endSession(db, session.id));
  const current = (await orBusy(repository.findSession(db, session.id, clientId))) ?? session;
  return toUnpaidReport(current, current.status === 'ended' ? 'expired' : 'open');
}

/** The refund that this key has made before: PayPal forgets keys after some weeks, and a refund may be tried again later. */
async function findRefund(paypal: PaypalClient, paymentId: string, key: string): Promise<Record<string, unknown> | null> {
  const { supplementary_data: data } = await paypal.call(`/v2/payments/captures/${encodeURIComponent(paymentId)}`);
  const ids = (data as { related_ids?: { order_id?: unknown } } | undefined)?.related_ids;
  if (typeof ids?.order_id !== 'string') return null;
  return listRefunds(await paypal.call(toOrderPath(ids.order_id))).find(({ custom_id: id }) => id === key) ?? null;
}

async function refund({ paypal }: Context, { paymentId, amountCents, currency, key }: RefundRequest): Promise<{ id: string }> {
  if (!canPaypalTake(amountCents, currency)) throw new AppError('refund_refused', `PayPal refunds whole ${currency.toUpperCase()} only`);
  try {
    const body = { amount: toPaypalMoney(amountCents, currency), custom_id: key };
    const path = `/v2/payments/captures/${encodeURIComponent(paymentId)}/refund`;
    const made = (await findRefund(paypal, paymentId, key)) ?? (await paypal.call(path, { method: 'POST', body, key }));
    if (typeof made.id !== 'string') throw new Error('PayPal made a refund without an id');
    if (fromPaypalMoney(made.amount)?.amountCents !== amountCents) throw new Error('the key was used for another refund');
    if (made.status === 'FAILED' || made.status === 'CANCELLED')
      throw new AppError('refund_refused', `The refund ended as ${made.status.toLowerCase()}`);
    return { id: made.id };
  } catch (cause) {
    // Only then no refund was made; after any other error it may have been.
    if (isRefusedByPaypal(cause)) throw new AppError('refund_refused', cause.message, { cause });
    throw cause;
  }
}
