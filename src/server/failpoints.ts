/**
 * The moments at which an order, its stock or its money would be lost if the process died just then. Nothing listens in a shop that
 * runs, and then they cost nothing; tests listen (node:diagnostics_channel) and kill the process there: tests/crash/.
 */
import { channel } from 'node:diagnostics_channel';

export const FAILPOINTS = [
  /** The order and its stock are written, and not yet committed. */
  'checkout.written',
  /** They are committed; the provider knows nothing. */
  'checkout.committed',
  /** The provider has a session; the order doesn't know it. */
  'checkout.opened',
  /** The order knows it; the shopper has no answer. */
  'checkout.noted',
  /** An open session was ended at the provider; its order is still pending. */
  'session.ended',
  /** The provider said how a session stands; nothing is done about it. */
  'session.reported',
  /** An event is known to be true; nothing is written. */
  'event.heard',
  /** The event and its effect are written, and not yet committed. */
  'event.written',
  /** They are committed; the provider has no answer. */
  'event.committed',
  /** Orders that were ended gave their stock back, and it is not yet committed. */
  'order.closed',
  /** A refund was asked for and is committed; the provider knows nothing. */
  'refund.asked',
  /** The provider has made it; the order doesn't know. */
  'refund.made',
  /** The order knows it, and it is not yet committed. */
  'refund.written',
  /** Somebody else has the letter; the outbox doesn't know. */
  'letter.sent',
] as const;

export type Failpoint = (typeof FAILPOINTS)[number];

export const failpointChannel = (name: Failpoint): string => `storefront:${name}`;

const channels = new Map(FAILPOINTS.map((name) => [name, channel(failpointChannel(name))]));

export function failpoint(name: Failpoint): void {
  channels.get(name)?.publish(name);
}
