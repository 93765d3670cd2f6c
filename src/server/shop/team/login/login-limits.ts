/**
 * How often a password may be guessed, without anybody being locked out by a stranger (docs/decisions/0039-login-limits.md):
 *
 *   each attempt ─▶ its network, unless the device is known: 100 wrong in 15 min
 *                ─▶ its origin and this account: 5 wrong in 15 min
 *                     ├─ known device or network ─▶ 10 wrong a day
 *                     └─ any other ─▶ 10, then one each 2.4 h, for the account as a whole
 *                ─▶ right or wrong in 15 min: 300 of its network, or 30 of the known device ─▶ the password is checked
 */
import type { User } from '../../../../contract/auth.ts';
import { DAY, MINUTE } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import { queueNotice } from '../../messages/emails/outbox.ts';
import type { SessionOrigin } from '../sessions/session.service.ts';
import { type Origin, parseUserAgent } from './known-device.ts';
import {
  type Attempt,
  type AttemptLimit,
  buildAttemptKey,
  consumeAttempt,
  consumePacedAttempt,
  EMAIL_IP_LIMIT,
  requireAttempt,
  requireWithinLimit,
} from './rate-limits.ts';

/** Tells an account's owner that somebody keeps guessing the password, or that somebody logged in from a new device and network. */

const WARNING_LIMIT = { name: 'login-warning', maxAttempts: 1, windowMs: DAY };

/** At most once a day, and not if the network has caused too many emails already. */
export async function warnOwner(
  { db, now, publicUrl }: Pick<Deps, 'db' | 'now' | 'publicUrl'>,
  { _id, email }: User,
  network: string,
): Promise<void> {
  const { renderLoginAttemptsEmail } = await import('../../messages/emails/templates/account-emails.ts');
  await db.transaction(async (tx) => {
    const warning = await consumeAttempt({ db: tx, now }, WARNING_LIMIT, _id);
    if (warning.isOverLimit) return;
    const networkEmail = await consumeAttempt({ db: tx, now }, EMAIL_IP_LIMIT, network);
    if (networkEmail.isOverLimit) return warning.release();
    await queueNotice(tx, renderLoginAttemptsEmail({ recipient: email, userId: _id, publicUrl, shop: await readEmailShop(tx) }), now());
  });
}

/** In the transaction of the login, so that no login succeeds without it. */
export async function queueNewLoginEmail(
  tx: Database,
  { now, publicUrl }: Pick<Deps, 'now' | 'publicUrl'>,
  { _id, email }: User,
  { ip, userAgent }: SessionOrigin,
): Promise<void> {
  const { renderNewLoginEmail } = await import('../../messages/emails/templates/account-emails.ts');
  const login = { ...parseUserAgent(userAgent ?? null), ip, at: now() };
  await queueNotice(tx, renderNewLoginEmail({ recipient: email, userId: _id, publicUrl, shop: await readEmailShop(tx), ...login }), now());
}

export const LOGIN_LIMIT = { name: 'login', maxAttempts: 5, windowMs: 15 * MINUTE };
export const KNOWN_ORIGIN_LIMIT = { name: 'login-known', maxAttempts: 10, windowMs: DAY };
/** Ten thousand guesses from whatever number of networks take 2.7 years. */
export const ACCOUNT_PACE = { name: 'login-account', maxAtOnce: 10, intervalMs: DAY / 10 };

/** What somebody tries to log in to. */
export interface LoginTarget {
  email: string;
  /** Absent if there is no account. It is part of the counters' keys, so a new password starts new counts. */
  passwordHash: string | undefined;
}

interface LoginAttempts {
  attempts: Attempt[];
  /** Strangers have used up all attempts that the account allows them. */
  isUnderAttack: boolean;
}

/** Counts an attempt to log in; throws `too_many_attempts` where there were too many. */
export async function requireLoginAttempts(
  context: Pick<Deps, 'db' | 'now'>,
  { email, passwordHash = '' }: LoginTarget,
  origin: Origin,
): Promise<LoginAttempts> {
  const now = context.now();
  const attempt = requireWithinLimit(await consumeAttempt(context, LOGIN_LIMIT, email, passwordHash, origin.key), now);
  const strangers = origin.isKnown ? null : await consumePacedAttempt(context, ACCOUNT_PACE, email, passwordHash);
  const next = strangers ?? (await consumeAttempt(context, KNOWN_ORIGIN_LIMIT, email, passwordHash, origin.key));
  if (next.isOverLimit) await attempt.release();
  requireWithinLimit(next, now);
  return { attempts: [attempt, next], isUnderAttack: strangers?.isLast ?? false };
}

/**
 * Counts a try of this network, whichever accounts it is for. One from a device that the account knows isn't counted: thousands may share the
 * network's address, and a known device has limits of its own. Returns what a right try takes back.
 */
export async function requireNetworkAttempt(
  context: Pick<Deps, 'db' | 'now'>,
  limit: AttemptLimit,
  { isDevice }: Origin,
  network: string,
): Promise<Attempt[]> {
  return isDevice ? [] : [await requireAttempt(context, limit, network)];
}

/** The keys of the counts that a right password resets: those of its origin. */
export function listKeysToReset({ email, passwordHash = '' }: LoginTarget, origin: Origin): string[] {
  return [LOGIN_LIMIT, KNOWN_ORIGIN_LIMIT].map((limit) => buildAttemptKey(limit, email, passwordHash, origin.key));
}
