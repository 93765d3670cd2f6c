import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  type Bucket,
  decrementAttempts,
  incrementAttempts,
  readBucket,
  returnToBucket,
  takeFromBucket,
} from './login-attempt.repository.ts';

/** Limits how many attempts are made. Counts are in the database, so they hold across processes and restarts. */
type Context = Pick<Deps, 'db' | 'now'>;

export interface AttemptLimit {
  /** First part of the key under which attempts are counted. */
  name: string;
  maxAttempts: number;
  /** Milliseconds from the first attempt on. */
  windowMs: number;
}

/** Allows this many at once, and after that one per interval. */
export interface AttemptPace {
  name: string;
  maxAtOnce: number;
  intervalMs: number;
}

export interface Attempt {
  isOverLimit: boolean;
  /** When the next one is allowed, if this one is over the limit. */
  retryAt: Date;
  /** Takes the attempt back, so that it doesn't count. */
  release: () => Promise<void>;
}

/** An IPv6 address counts as its /64 network, since whoever has one address of it usually has them all. */
export function getIpNetwork(ip: string): string {
  const normalized = ip.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (!normalized.includes(':')) return normalized;
  const [head = [], tail = []] = normalized.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

/** A browser in its network, as far as it can be told from others there by what it says of itself. It proves nothing. */
export function getBrowserKey({ ip, headers }: { ip: string; headers: IncomingHttpHeaders }): string {
  const said = [getIpNetwork(ip), headers['user-agent'], headers['accept-language']].join('\n');
  return createHash('sha256').update(said).digest('base64url');
}

/** The subject (an email, a network) is hashed: keys stay short, and the table doesn't say who tried to log in. */
export function buildAttemptKey({ name }: Pick<AttemptLimit, 'name'>, ...subject: string[]): string {
  return `${name}:${createHash('sha256').update(subject.join('\n')).digest('hex')}`;
}

/** Counts an attempt before it is made, so that parallel guesses can't slip past. */
export async function consumeAttempt({ db, now }: Context, limit: AttemptLimit, ...subject: string[]): Promise<Attempt> {
  const time = now();
  const key = buildAttemptKey(limit, ...subject);
  const { count, resetAt } = await incrementAttempts(db, key, time, new Date(time.getTime() + limit.windowMs));
  return { isOverLimit: count > limit.maxAttempts, retryAt: resetAt, release: () => decrementAttempts(db, { key, resetAt }) };
}

/** `isLast`: the next one has to wait. */
export interface PacedAttempt extends Attempt {
  isLast: boolean;
}

export async function consumePacedAttempt({ db, now }: Context, pace: AttemptPace, ...subject: string[]): Promise<PacedAttempt> {
  const bucket: Bucket = { key: buildAttemptKey(pace, ...subject), capacity: pace.maxAtOnce, intervalMs: pace.intervalMs };
  const time = now();
  const fullAt = await takeFromBucket(db, bucket, time);
  const awaitedMs = (pace.maxAtOnce - 1) * pace.intervalMs;
  const retryAt = new Date((fullAt ?? (await readBucket(db, bucket.key)) ?? time).getTime() - awaitedMs);
  return {
    isOverLimit: fullAt === null,
    isLast: retryAt > time,
    retryAt,
    release: async () => {
      if (fullAt) await returnToBucket(db, bucket);
    },
  };
}

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return 'a minute';
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** Throws `too_many_attempts`, with the seconds to wait, for an attempt over the limit. */
export function requireWithinLimit<T extends Attempt>(attempt: T, now: Date): T {
  if (!attempt.isOverLimit) return attempt;
  const seconds = Math.max(1, Math.ceil((attempt.retryAt.getTime() - now.getTime()) / SECOND));
  throw new AppError('too_many_attempts', `Too many tries. Please wait ${describeWait(seconds)} and try again.`, { retryAfter: seconds });
}

export async function requireAttempt(context: Context, limit: AttemptLimit, ...subject: string[]): Promise<Attempt> {
  return requireWithinLimit(await consumeAttempt(context, limit, ...subject), context.now());
}

/** Keeps the attempts counted where `authenticate` returns null (wrong); uncounts them where it succeeds or throws. */
export async function runWithAttempts<T>(attempts: Attempt[], authenticate: () => Promise<T | null>): Promise<T | null> {
  let isWrong = false;
  try {
    const result = await authenticate();
    isWrong = result === null;
    return result;
  } finally {
    if (!isWrong) for (const attempt of attempts) await attempt.release();
  }
}

export const REGISTER_IP_LIMIT = { name: 'register-ip', maxAttempts: 60, windowMs: HOUR };
/** Per session. Somebody who stole it can't guess more often, and its owner can log in again meanwhile. */
export const REAUTHENTICATION_LIMIT = { name: 'reauthenticate', maxAttempts: 10, windowMs: DAY };
export const RESET_LIMIT = { name: 'reset', maxAttempts: 5, windowMs: DAY };
/** Wrong answers from one network, whichever accounts they are for: the commonest sports open many of them. Not those of a known device. */
export const ANSWER_NETWORK_LIMIT = { name: 'reset-answer-network', maxAttempts: 5, windowMs: DAY };
export const RESET_IP_LIMIT = { name: 'reset-ip', maxAttempts: 50, windowMs: DAY };
/** Emails that calls from one network cause, not counting those about its orders. */
export const EMAIL_IP_LIMIT = { name: 'email-ip', maxAttempts: 60, windowMs: HOUR };
/** Wrong passwords from one network, whichever accounts they are for. */
export const LOGIN_IP_LIMIT = { name: 'login-ip', maxAttempts: 100, windowMs: 15 * MINUTE };
/** Right passwords count here too, because each costs a hash. */
export const LOGIN_HASH_LIMIT = { name: 'login-hash', maxAttempts: 300, windowMs: 15 * MINUTE };
/** For a device that the account knows, instead of the network's two limits. */
export const KNOWN_HASH_LIMIT = { name: 'login-hash-known', maxAttempts: 30, windowMs: 15 * MINUTE };
