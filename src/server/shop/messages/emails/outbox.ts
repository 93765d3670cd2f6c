/** Transactional outbox: an email is written in the transaction of the change it reports, so that both are committed or neither. */
import { randomUUID } from 'node:crypto';
import { HOUR } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { createEmail, isUnconfirmed, lockRecipient, readNoticeHistory } from './email.repository.ts';
import type { EmailMessage } from './email-message.ts';
import { sealLinks } from './sealed-links.ts';

/** An address gets one notice per interval. */
const NOTICE_INTERVAL = HOUR;

const listeners = new Set<() => void>();

/** Says that emails wait to be sent, so that they don't wait for the schedule. */
export function announceEmails(): void {
  for (const listener of listeners) listener();
}

/** A job sends the email after the caller's transaction is committed, and not before `dueAt`. Returns its id. */
export async function queueEmail(tx: Database, email: EmailMessage, now: Date, dueAt = now): Promise<string> {
  const id = randomUUID();
  await createEmail(tx, { ...(await sealLinks(tx, id, email)), createdAt: now, nextAttemptAt: dueAt });
  announceEmails();
  return id;
}

/**
 * For emails that anybody can trigger for free, unlike those about paid orders. It is sent at the earliest an hour after the last such
 * email to its address, and isn't queued if one of its kind was queued within the hour. So nobody can flood an address, and nothing is lost
 * but repetitions. An address that its account's owner hasn't confirmed gets none: returns false.
 */
export async function queueNotice(tx: Database, email: EmailMessage, now: Date): Promise<boolean> {
  await lockRecipient(tx, email.recipient);
  // Except the link to a guest's orders, which the address's owner asked for.
  if (email.kind !== 'claim orders' && (await isUnconfirmed(tx, email.recipient))) return false;
  const since = new Date(now.getTime() - NOTICE_INTERVAL);
  const { hasSameKind, lastDueAt } = await readNoticeHistory(tx, email, since);
  if (hasSameKind) return true;
  const dueAt = lastDueAt ? new Date(Math.max(now.getTime(), lastDueAt.getTime() + NOTICE_INTERVAL)) : now;
  await createEmail(tx, { ...(await sealLinks(tx, randomUUID(), email)), createdAt: now, nextAttemptAt: dueAt });
  announceEmails();
  return true;
}

/**
 * Calls the listener when an email is queued in this process. It is only a hint to send soon: the transaction may not be committed yet, and
 * the job looks every minute anyway. Returns a function that stops listening.
 */
export function onEmailQueued(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
