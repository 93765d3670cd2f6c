/** How often one may try to log in, register and reset. Counts are in the database, so they hold across processes and restarts. */
import { createHash } from 'node:crypto';
import { DAY, HOUR, MINUTE, SECOND } from '../../contract/time.ts';
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { type AttemptCount, decrementAttempts, incrementAttempts } from './login-attempt.repository.ts';

interface AttemptLimit {
  /** The beginning of the key under which attempts are counted. */
  name: string;
  maxAttempts: number;
  /** Milliseconds from the first attempt on. */
  windowMs: number;
}

export const LOGIN_LIMIT = { name: 'login', maxAttempts: 5, windowMs: 15 * MINUTE };
export const LOGIN_IP_LIMIT = { name: 'login-ip', maxAttempts: 100, windowMs: 15 * MINUTE };
export const RESET_LIMIT = { name: 'reset', maxAttempts: 5, windowMs: DAY };
export const RESET_IP_LIMIT = { name: 'reset-ip', maxAttempts: 50, windowMs: DAY };
export const REGISTER_IP_LIMIT = { name: 'register-ip', maxAttempts: 60, windowMs: HOUR };

interface Attempt extends AttemptCount {
  isOverLimit: boolean;
}

/** An IPv6 address counts as its /64 network, since whoever has one address of it usually has them all. */
export function getIpNetwork(ip: string): string {
  const normalized = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (!normalized.includes(':')) return normalized;
  const [head = [], tail = []] = normalized.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

/** The subject (an e-mail or a network) is hashed: keys stay short, and the table doesn't say who tried to log in. */
export function buildAttemptKey(limit: AttemptLimit, subject: string): string {
  return `${limit.name}:${createHash('sha256').update(subject).digest('hex')}`;
}

/** Counts an attempt before it is made, so that parallel guesses can't slip past. */
export async function consumeAttempt({ db, now }: Pick<Deps, 'db' | 'now'>, limit: AttemptLimit, subject: string): Promise<Attempt> {
  const time = now();
  const counted = await incrementAttempts(db, buildAttemptKey(limit, subject), time, new Date(time.getTime() + limit.windowMs));
  return { ...counted, isOverLimit: counted.count > limit.maxAttempts };
}

/** Counts an attempt; throws `too_many_attempts`, with the seconds to wait, where there were too many. */
export async function requireAttempt(context: Pick<Deps, 'db' | 'now'>, limit: AttemptLimit, subject: string): Promise<Attempt> {
  const attempt = await consumeAttempt(context, limit, subject);
  if (!attempt.isOverLimit) return attempt;
  const seconds = Math.max(1, Math.ceil((attempt.resetAt.getTime() - context.now().getTime()) / SECOND));
  const minutes = Math.ceil(seconds / 60);
  throw new AppError(
    'too_many_attempts',
    `Too many tries. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
    {
      retryAfter: seconds,
    },
  );
}

/** Keeps the attempts counted where `authenticate` returns null (wrong); uncounts them where it succeeds or throws. */
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
