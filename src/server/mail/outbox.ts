/** Where letters are put: with what they tell of, in one transaction. Both are kept, or neither. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/connect.ts';
import type { Letter } from './letter.ts';
import { createMail } from './mail.repository.ts';

const listeners = new Set<() => void>();

/** Writes the letter in the caller's transaction; a job sends it once that is over. */
export async function queueMail(tx: Database, letter: Letter, at: Date): Promise<void> {
  await createMail(tx, { id: randomUUID(), ...letter, createdAt: at, dueAt: at });
  for (const tell of listeners) tell();
}

/**
 * Tells that a letter was written in this process; its transaction may not be over yet. Only a hint to look soon: the job looks
 * every minute anyway. Gives back how to stop listening.
 */
export function onLetter(tell: () => void): () => void {
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
  };
}
