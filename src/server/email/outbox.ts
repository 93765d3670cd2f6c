/** Transactional outbox: an email is written in the transaction of the change it reports, so that both are committed or neither. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/connect.ts';
import { createEmail } from './email.repository.ts';
import type { EmailMessage } from './email-message.ts';

const listeners = new Set<() => void>();

/** A job sends the email after the caller's transaction is committed. */
export async function queueEmail(tx: Database, email: EmailMessage, now: Date): Promise<void> {
  await createEmail(tx, { id: randomUUID(), ...email, createdAt: now, nextAttemptAt: now });
  for (const listener of listeners) listener();
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
