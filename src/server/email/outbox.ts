/** Transactional outbox: an email is written in the transaction of the change it reports, so that both are committed or neither. */
import { randomUUID } from 'node:crypto';
import { HOUR } from '../../contract/time.ts';
import type { Database } from '../database/connect.ts';
import { createEmail, isUnconfirmed, lockRecipient, readNoticeHistory } from './email.repository.ts';
import type { EmailMessage } from './email-message.ts';

/** An address gets one notice within this time. */
const NOTICE_INTERVAL = HOUR;

const listeners = new Set<() => void>();

/** A job sends the email after the caller's transaction is committed. Returns its id. */
export async function queueEmail(tx: Database, email: EmailMessage, now: Date): Promise<string> {
  const id = randomUUID();
  await createEmail(tx, { id, ...email, createdAt: now, nextAttemptAt: now });
  for (const listener of listeners) listener();
  return id;
}

/**
 * For an email that costs nothing to bring about, unlike one about an order that was paid: it waits until an hour after the last such
 * one to its address, and isn't queued where one of its kind was within the hour. So nobody can flood an address, and none is lost but
 * one that says what the one before said. An address that its account's owner hasn't confirmed gets none: false.
 */
export async function queueNotice(tx: Database, email: EmailMessage, now: Date): Promise<boolean> {
  await lockRecipient(tx, email.recipient);
  // The link to an order of a guest is one that its buyer asked for.
  if (email.kind !== 'claim orders' && (await isUnconfirmed(tx, email.recipient))) return false;
  const since = new Date(now.getTime() - NOTICE_INTERVAL);
  const { hasSameKind, lastDueAt } = await readNoticeHistory(tx, email, since);
  if (hasSameKind) return true;
  const dueAt = lastDueAt ? new Date(Math.max(now.getTime(), lastDueAt.getTime() + NOTICE_INTERVAL)) : now;
  await createEmail(tx, { id: randomUUID(), ...email, createdAt: now, nextAttemptAt: dueAt });
  for (const listener of listeners) listener();
  return true;
}

/**
 * Calls the listener when an email is queued in this process. Only a hint to send soon: the transaction may not be committed yet,
 * and the job looks every minute anyway. Returns a function that stops listening.
 */
export function onEmailQueued(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
