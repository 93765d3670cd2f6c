/** Where letters are put: with what they tell of, in one transaction. Both are kept, or neither. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/connect.ts';
import { createEmail } from './email.repository.ts';
import type { EmailMessage } from './email-layout.ts';

const listeners = new Set<() => void>();

/** Writes the letter in the caller's transaction; a job sends it once that is over. */
export async function queueEmail(tx: Database, email: EmailMessage, now: Date): Promise<void> {
  await createEmail(tx, { id: randomUUID(), ...email, createdAt: now, nextAttemptAt: now });
  for (const listener of listeners) listener();
}

/**
 * Tells that a letter was written in this process; its transaction may not be over yet. Only a hint to look soon: the job looks
 * every minute anyway. Gives back how to stop listening.
 */
export function onEmailQueued(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
