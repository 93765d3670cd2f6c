/** How often one may try. Counts stand in the database, so they hold across instances and restarts. */
import { createHash } from 'node:crypto';
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { type Counted, countAttempt, uncountAttempt } from './attempt.repository.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Limit {
  name: string;
  max: number;
  /** Milliseconds from the first try on. */
  span: number;
}

export const LOGIN = { name: 'login', max: 5, span: 15 * MINUTE };
export const LOGIN_FROM = { name: 'login-from', max: 100, span: 15 * MINUTE };
export const RESET = { name: 'reset', max: 5, span: 24 * HOUR };
export const RESET_FROM = { name: 'reset-from', max: 50, span: 24 * HOUR };
export const REGISTER_FROM = { name: 'register-from', max: 60, span: HOUR };

interface Try extends Counted {
  isTooMany: boolean;
}

/** Whoever has one IPv6 address has its whole /64; they count as one. */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (!plain.includes(':')) return plain;
  const [head = [], tail = []] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

/** Hashed: whatever was typed, a key is short, and the table tells nobody who tried to log in. */
export function keyOf(limit: Limit, subject: string): string {
  return `${limit.name}:${createHash('sha256').update(subject).digest('hex')}`;
}

/** Counts a try before it is made, so that parallel guesses can't slip past. */
export async function takeTry({ db, now }: Pick<Deps, 'db' | 'now'>, limit: Limit, subject: string): Promise<Try> {
  const time = now();
  const counted = await countAttempt(db, keyOf(limit, subject), time, new Date(time.getTime() + limit.span));
  return { ...counted, isTooMany: counted.count > limit.max };
}

/** The same; throws `too_many`, with the seconds to wait, where there have been too many. */
export async function requireTry(context: Pick<Deps, 'db' | 'now'>, limit: Limit, subject: string): Promise<Try> {
  const taken = await takeTry(context, limit, subject);
  if (!taken.isTooMany) return taken;
  const seconds = Math.max(1, Math.ceil((taken.resetAt.getTime() - context.now().getTime()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw new AppError('too_many', `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`, {
    retryAfter: seconds,
  });
}

/** A wrong attempt (null) stays counted; a right one is given back, and so is one that failed for another reason. */
export async function judge<T>(db: Database, tries: Try[], attempt: () => Promise<T | null>): Promise<T | null> {
  let isWrong = false;
  try {
    const result = await attempt();
    isWrong = result === null;
    return result;
  } finally {
    if (!isWrong) for (const taken of tries) await uncountAttempt(db, taken);
  }
}
