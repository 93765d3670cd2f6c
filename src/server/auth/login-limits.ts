/** How often one may try. Counts stand in the database, so they hold across instances and restarts. */
import { createHash } from 'node:crypto';
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { type AttemptCount, decrementAttempts, incrementAttempts } from './login-attempt.repository.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface AttemptLimit {
  name: string;
  maxAttempts: number;
  /** Milliseconds from the first try on. */
  windowMs: number;
}

export const LOGIN_LIMIT = { name: 'login', maxAttempts: 5, windowMs: 15 * MINUTE };
export const LOGIN_IP_LIMIT = { name: 'login-from', maxAttempts: 100, windowMs: 15 * MINUTE };
export const RESET_LIMIT = { name: 'reset', maxAttempts: 5, windowMs: 24 * HOUR };
export const RESET_IP_LIMIT = { name: 'reset-from', maxAttempts: 50, windowMs: 24 * HOUR };
export const REGISTER_IP_LIMIT = { name: 'register-from', maxAttempts: 60, windowMs: HOUR };

interface Attempt extends AttemptCount {
  isOverLimit: boolean;
}

/** Whoever has one IPv6 address has its whole /64; they count as one. */
export function getIpNetwork(ip: string): string {
  const normalized = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (!normalized.includes(':')) return normalized;
  const [head = [], tail = []] = normalized.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

/** Hashed: whatever was typed, a key is short, and the table tells nobody who tried to log in. */
export function buildAttemptKey(limit: AttemptLimit, subject: string): string {
  return `${limit.name}:${createHash('sha256').update(subject).digest('hex')}`;
}

/** Counts a try before it is made, so that parallel guesses can't slip past. */
export async function consumeAttempt({ db, now }: Pick<Deps, 'db' | 'now'>, limit: AttemptLimit, subject: string): Promise<Attempt> {
  const time = now();
  const counted = await incrementAttempts(db, buildAttemptKey(limit, subject), time, new Date(time.getTime() + limit.windowMs));
  return { ...counted, isOverLimit: counted.count > limit.maxAttempts };
}

/** The same; throws `too_many`, with the seconds to wait, where there have been too many. */
export async function requireAttempt(context: Pick<Deps, 'db' | 'now'>, limit: AttemptLimit, subject: string): Promise<Attempt> {
  const attempt = await consumeAttempt(context, limit, subject);
  if (!attempt.isOverLimit) return attempt;
  const seconds = Math.max(1, Math.ceil((attempt.resetAt.getTime() - context.now().getTime()) / 1000));
  const minutes = Math.ceil(seconds / 60);
  throw new AppError('too_many', `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`, {
    retryAfter: seconds,
  });
}

/** A wrong attempt (null) stays counted; a right one is given back, and so is one that failed for another reason. */
export async function runWithAttempts<T>(db: Database, attempts: Attempt[], authenticate: () => Promise<T | null>): Promise<T | null> {
  let isWrong = false;
  try {
    const result = await authenticate();
    isWrong = result === null;
    return result;
  } finally {
    if (!isWrong) for (const attempt of attempts) await decrementAttempts(db, attempt);
  }
}
