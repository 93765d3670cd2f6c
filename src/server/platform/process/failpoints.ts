/**
 * Named points at which a crash would be most dangerous for orders, stock and money. In production nothing subscribes and a
 * failpoint costs nothing; a test subscribes through node:diagnostics_channel and kills the process there (tests/faults/).
 */
import { channel } from 'node:diagnostics_channel';

export const FAILPOINTS = [
  /** Order and reserved stock are written; the transaction is still open. */
  'checkout.before-commit',
  /** Order and stock are committed; the provider has not been called. */
  'checkout.committed',
  /** The provider has created a session; the order row doesn't name it yet. */
  'checkout.session-created',
  /** The order row names the session; the response has not been sent. */
  'checkout.session-saved',
  /** The provider has expired a session; its order is still pending. */
  'session.expired',
  /** The provider has reported a session's status; nothing is written. */
  'session.status-fetched',
  /** A webhook's signature is verified; nothing is written. */
  'event.verified',
  /** A webhook event and its effect are written; the transaction is still open. */
  'event.before-commit',
  /** Event and effect are committed; the provider has no response. */
  'event.committed',
  /** A cancelled or expired order has released its stock; the transaction is still open. */
  'gift-card.before-commit',
  'order-close.before-commit',
  /** A refund request is committed; the provider has not been called. */
  'refund.requested',
  /** The provider has created the refund; the order doesn't show it yet. */
  'refund.created',
  /** The refund is written to the order; the transaction is still open. */
  'refund.before-commit',
  /** The mail server has accepted an email; the outbox row isn't marked as sent. */
  'email.sent',
  /** A webhook was answered, or couldn't be sent; neither is written. */
  'webhook.attempted',
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

/** Points at which a test can pause the code, so that something else happens meanwhile (tests/support/hold-at.ts). */
export type Pausepoint =
  /** A backup has its lock; nothing is read yet. */
  'backup.begun';

export const failpointChannel = (name: Failpoint | Pausepoint): string => `storefront:failpoint:${name}`;

const channels = new Map(FAILPOINTS.map((name) => [name, channel(failpointChannel(name))]));

export function failpoint(name: Failpoint): void {
  channels.get(name)?.publish(name);
}

/** What a test may do at a pausepoint: let the work wait. */
export interface Pause {
  waitFor: (promise: Promise<unknown>) => void;
}

export async function pausepoint(name: Pausepoint): Promise<void> {
  const waiting: Promise<unknown>[] = [];
  channel(failpointChannel(name)).publish({ waitFor: (promise) => waiting.push(promise) } satisfies Pause);
  await Promise.all(waiting);
}
