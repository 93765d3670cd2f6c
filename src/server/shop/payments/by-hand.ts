/**
 * The second part of the port, of a provider whose money comes without a payment page: a person, or a bank statement, says what came. These calls
 * are made in the transaction of the order, with the order locked, so that the two can't differ.
 */
import type { Database } from '../../platform/database/connect.ts';
import type { PaymentEvent, PaymentProvider } from './provider.ts';

export interface Receipt {
  id: string;
  amountCents: number;
  /** ISO 4217, lower case */
  currency: string;
  /** The same key is booked once; null: a booking of its own. */
  key: string | null;
  /** The day on which it came, as the bank says. */
  receivedOn: string | null;
  note: string;
  at: Date;
}

/**
 * booked: it counts. `event`: what the order is told once everything is there; null: some is left. extra: a payment of its own. duplicate: its key is
 * booked. ended: the session can't be paid any more. too_much: more than is left. wrong_currency: not the session's.
 */
export type Received =
  | { outcome: 'booked'; receivedCents: number; leftCents: number; event: PaymentEvent | null }
  | { outcome: 'extra'; paymentId: string }
  | { outcome: 'duplicate' | 'ended' }
  | { outcome: 'too_much'; leftCents: number }
  | { outcome: 'wrong_currency'; currency: string };

export interface ByHand {
  receive(tx: Database, sessionId: string, receipt: Receipt): Promise<Received>;
  /** Books it as a payment of its own, whatever the session's state: it changes nothing about what is to be paid, and can be refunded. */
  receiveExtra(tx: Database, sessionId: string, receipt: Receipt): Promise<Received>;
  /** Ends an unpaid session. Returns what had come by then, and the id by which that can be refunded. */
  end(tx: Database, sessionId: string): Promise<{ receivedCents: number; paymentId: string }>;
  /** An ended session of which nothing came can be paid again. */
  reopen(tx: Database, sessionId: string, expiresAt: Date): Promise<void>;
}

export interface ManualProvider extends PaymentProvider {
  readonly byHand: ByHand;
}
