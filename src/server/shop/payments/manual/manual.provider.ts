/**
 * The generic provider of payments by hand: bank transfer, cash, invoice, in the shop. It keeps what is to be paid, what came, in parts too, and what
 * was paid back. Nobody reports to it from outside, so it has no webhook: what came is booked by the team (orders/payments/book-payment.service.ts).
 */
import { randomUUID } from 'node:crypto';
import { isUuid } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ByHand, ManualProvider, Receipt, Received } from '../by-hand.ts';
import { orBusy, type PaymentEvent, type RefundRequest, type SessionReport } from '../provider.ts';
import * as repository from './manual.repository.ts';

interface ManualDeps {
  db: Database;
  now: () => Date;
}

const SESSION = 'manual_';
const PAYMENT = 'manual_pay_';
const EXTRA = 'manual_extra_';

export const toPaymentId = ({ orderId }: repository.ManualSession): string => `${PAYMENT}${orderId}`;

function toState({ status, receivedCents, expiresAt }: repository.ManualSession, now: Date): SessionReport['state'] {
  if (status === 'paid') return 'paid';
  if (status === 'ended') return 'expired';
  if (receivedCents > 0) return 'processing';
  return expiresAt <= now ? 'expired' : 'open';
}

function toReport(session: repository.ManualSession, now: Date): SessionReport {
  const { id: sessionId, orderId, amountCents, currency, url } = session;
  const state = toState(session, now);
  const paymentId = state === 'paid' || state === 'processing' ? toPaymentId(session) : null;
  // Of one that is paid in part, what has come.
  const cents = state === 'processing' ? session.receivedCents : amountCents;
  return { state, sessionId, orderId, amountCents: cents, currency, paymentId, ...(state === 'open' && { url }) };
}

function toEvent(session: repository.ManualSession, { id, at }: Receipt): PaymentEvent {
  const { id: sessionId, orderId, amountCents, currency } = session;
  return { id: `manual:${id}`, type: 'paid', at, sessionId, orderId, amountCents, currency, paymentId: toPaymentId(session) };
}

async function receive(tx: Database, sessionId: string, receipt: Receipt): Promise<Received> {
  const session = await repository.lockSession(tx, sessionId);
  if (!session) throw new Error(`there is no session ${sessionId}`);
  const { status, amountCents, receivedCents, currency } = session;
  if (receipt.currency !== currency) return { outcome: 'wrong_currency', currency };
  const leftCents = amountCents - receivedCents;
  if (status === 'open' && toState(session, receipt.at) === 'expired') return { outcome: 'ended' };
  if (status === 'ended') return { outcome: 'ended' };
  if (receipt.amountCents > leftCents) return { outcome: 'too_much', leftCents };
  if (!(await repository.createReceipt(tx, session, receipt, false))) return { outcome: 'duplicate' };
  const received = receivedCents + receipt.amountCents;
  const isPaid = received === amountCents;
  await repository.updateSession(tx, sessionId, { receivedCents: received, ...(isPaid && { status: 'paid' }) });
  return {
    outcome: 'booked',
    receivedCents: received,
    leftCents: amountCents - received,
    event: isPaid ? toEvent(session, receipt) : null,
  };
}

async function receiveExtra(tx: Database, sessionId: string, receipt: Receipt): Promise<Received> {
  const session = await repository.lockSession(tx, sessionId);
  if (!session) throw new Error(`there is no session ${sessionId}`);
  if (!(await repository.createReceipt(tx, session, receipt, true))) return { outcome: 'duplicate' };
  return { outcome: 'extra', paymentId: `${EXTRA}${receipt.id}` };
}

const byHand: ByHand = {
  receive,
  receiveExtra,
  end: async (tx, sessionId) => {
    const session = await repository.lockSession(tx, sessionId);
    if (!session) throw new Error(`there is no session ${sessionId}`);
    if (session.status === 'open') await repository.updateSession(tx, sessionId, { status: 'ended' });
    return { receivedCents: session.receivedCents, paymentId: toPaymentId(session) };
  },
  reopen: async (tx, sessionId, expiresAt) => {
    const session = await repository.lockSession(tx, sessionId);
    if (session && session.status !== 'paid' && session.receivedCents === 0)
      await repository.updateSession(tx, sessionId, { status: 'open', expiresAt });
  },
};

/** What came by this payment, in cents; null: there is none. Locks its session. */
async function findReceived(tx: Database, paymentId: string): Promise<number | null> {
  if (paymentId.startsWith(EXTRA)) {
    const id = paymentId.slice(EXTRA.length);
    const receipt = isUuid(id) ? await repository.findExtraReceipt(tx, id) : null;
    if (receipt) await repository.lockSession(tx, receipt.sessionId);
    return receipt?.amountCents ?? null;
  }
  if (!paymentId.startsWith(PAYMENT)) return null;
  const session = await repository.lockSession(tx, SESSION + paymentId.slice(PAYMENT.length));
  return session?.receivedCents ?? null;
}

async function refund({ db, now }: ManualDeps, { key, paymentId, amountCents }: RefundRequest): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const received = await findReceived(tx, paymentId);
    if (!received) throw new AppError('refund_refused', 'There is no such payment');
    const existing = await repository.findRefund(tx, key);
    if (existing && existing.paymentId === paymentId && existing.amountCents === amountCents) return { id: existing.id };
    if (existing) throw new Error('The idempotency key was used for another refund');
    const left = received - (await repository.sumRefunds(tx, paymentId));
    if (amountCents <= 0 || amountCents > left) throw new AppError('refund_refused', 'That is more than what is left of the payment');
    const id = `manual_refund_${randomUUID()}`;
    await repository.createRefund(tx, { key, id, paymentId, amountCents, at: now() });
    return { id };
  });
}

export function createManualProvider(deps: ManualDeps): ManualProvider {
  const { db, now } = deps;
  const read = async (id: string) => {
    const session = await repository.findSession(db, id);
    return session && toReport(session, now());
  };
  return {
    name: 'manual',
    testMode: false,
    pageOrigins: [],
    byHand,
    startCheckout: async ({ orderId, totalCents, currency, successUrl, expiresAt }) => {
      const id = SESSION + orderId;
      const session = { id, orderId, amountCents: totalCents, currency, url: successUrl, createdAt: now(), expiresAt };
      await orBusy(repository.createSession(db, { ...session, status: 'open' }));
      return { id, url: successUrl };
    },
    readEvent: () => {
      throw new AppError('invalid_signature', 'Payments by hand are booked by the team');
    },
    readCheckout: (id) => orBusy(read(id)),
    expireCheckout: async (id) => {
      await orBusy(repository.endUnpaid(db, id));
      return orBusy(read(id));
    },
    refund: (request) => orBusy(refund(deps, request)),
  };
}
