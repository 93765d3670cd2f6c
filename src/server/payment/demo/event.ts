/** The demo provider's events: how they are written, and how the shop reads them. */
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../../errors.ts';
import type { PaymentEvent } from '../provider.ts';
import type { DemoSession } from './demo.repository.ts';
import { findFault, SIGNATURE_HEADER } from './signature.ts';

const PAID = 'checkout.paid';

/** The same bytes however often it is sent: made of nothing but the session. */
export function writeEvent(session: DemoSession): string {
  const { id, checkout, eventId } = session;
  const object = { session: id, reference: checkout.orderId, amount: checkout.totalCents, currency: checkout.currency };
  return JSON.stringify({ id: eventId, type: PAID, object });
}

const isText = (value: unknown): value is string => typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString());
  } catch (cause) {
    throw new AppError('invalid', "The event isn't valid JSON", { cause });
  }
}

/** Throws `bad_signature`, or `invalid` for an event that is signed and yet no event. */
export function readDemoEvent(secret: string, raw: Buffer, headers: IncomingHttpHeaders, now: Date): PaymentEvent {
  const fault = findFault(secret, raw, headers[SIGNATURE_HEADER], now);
  if (fault) throw new AppError('bad_signature', fault);
  const event = parse(raw);
  if (!isRecord(event) || !isText(event.id) || !isText(event.type) || !isRecord(event.object)) {
    throw new AppError('invalid', 'The event lacks its id, type or object');
  }
  const { session, reference, amount, currency } = event.object;
  if (!isText(session) || !isText(reference) || !isText(currency) || typeof amount !== 'number' || !Number.isSafeInteger(amount)) {
    throw new AppError('invalid', 'The event lacks its session, reference, amount or currency');
  }
  return {
    id: event.id,
    type: event.type === PAID ? 'paid' : 'ignored',
    sessionId: session,
    orderId: reference,
    amountCents: amount,
    currency: currency.toLowerCase(),
  };
}
