/**
 * Sessions: opaque, random tokens, of which the database knows only the SHA-256; and the list of an account's sessions for its owner and for
 * admins.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { ListedSession } from '../../../../contract/account-security.ts';
import { DAY, HOUR } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { parseUserAgent, USER_AGENT_MAX_LENGTH } from '../login/known-device.ts';
import { findUser } from '../login/user.repository.ts';
import { findSecondFactorDueAt } from '../second-factor/second-factor-demand.ts';
import * as repository from './session.repository.ts';

/** How long a login lasts. */

/** A session that is not used for this long expires. */
export const IDLE_TIMEOUT = 7 * DAY;

/** A session expires at this age, however much it is used. */
export const ABSOLUTE_TIMEOUT = 30 * DAY;

/** The last use is written at most this often, so that reading pages doesn't cost a write each time. */
const TOUCH_INTERVAL = HOUR;

/** More logins than this end the oldest session, so that nobody fills the table. */
const MAX_SESSIONS = 20;

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A session that isn't within them has expired. */
export function getSessionBounds(now: Date): repository.SessionBounds {
  return { usedAfter: new Date(now.getTime() - IDLE_TIMEOUT), createdAfter: new Date(now.getTime() - ABSOLUTE_TIMEOUT) };
}

/** From where somebody logs in. */
export interface SessionOrigin {
  ip: string;
  userAgent: string | undefined;
}

/** Starts a session and returns its token, which can't be read again afterwards. */
export async function createSession(db: Database, userId: string, now: Date, origin?: SessionOrigin): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await repository.deleteOldestSessions(db, userId, MAX_SESSIONS - 1);
  await repository.createSession(db, {
    tokenHash: hashToken(token),
    userId,
    createdAt: now,
    usedAt: now,
    ip: origin?.ip ?? null,
    userAgent: origin?.userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null,
  });
  return token;
}

/** Null where the token is unknown or its session has expired. */
export async function findCaller(context: Pick<Deps, 'db' | 'accounts'>, token: string, now: Date): Promise<Caller | null> {
  const { db } = context;
  const found = await repository.findSessionCaller(db, hashToken(token), getSessionBounds(now));
  if (!found) return null;
  const { caller, graceFrom, usedAt } = found;
  if (now.getTime() - usedAt.getTime() > TOUCH_INTERVAL) await repository.updateSessionUse(db, caller.tokenHash, now);
  return { ...caller, secondFactorDueAt: await findSecondFactorDueAt(context, caller, graceFrom, now) };
}

/** Deletes sessions that have expired; returns how many. */
export function deleteExpiredSessions(db: Database, now: Date): Promise<number> {
  return repository.deleteExpiredSessions(db, getSessionBounds(now));
}

type Context = Pick<Deps, 'db' | 'now'>;

/** Public name of a session, a UUID. It is a hash of the token's hash, so that neither can be derived from it. */
function toSessionId(tokenHash: string): string {
  const hex = createHash('sha256').update(`session ${tokenHash}`).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export const listSessions = (context: Context, { id, tokenHash }: Caller) => listSessionsOf(context, id, tokenHash);

/** `current`: the token's hash of the session that asks. */
export async function listSessionsOf({ db, now }: Context, userId: string, current?: string): Promise<ListedSession[]> {
  const rows = await repository.listSessions(db, userId, getSessionBounds(now()));
  return rows.map(({ tokenHash, userAgent, ip, createdAt, usedAt }) => ({
    _id: toSessionId(tokenHash),
    ...parseUserAgent(userAgent),
    ip,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
    isCurrent: tokenHash === current,
  }));
}

/** Throws `not_found`, also for another account's. */
export async function endSession({ db, now }: Context, caller: Caller, id: string): Promise<void> {
  const rows = await repository.listSessions(db, caller.id, getSessionBounds(now()));
  const found = rows.find(({ tokenHash }) => toSessionId(tokenHash) === id.toLowerCase());
  if (!found) throw new AppError('not_found', 'There is no such session in your account');
  await repository.deleteSession(db, found.tokenHash);
}

/** Returns how many ended. */
export function endOtherSessions(db: Database, caller: Caller): Promise<number> {
  return repository.deleteSessions(db, caller.id, caller.tokenHash);
}

/** Returns how many ended. Throws `user_not_found`. */
export async function endUserSessions(db: Database, caller: Caller, userId: string): Promise<number> {
  if (!(await findUser(db, userId))) throw new AppError('user_not_found', 'There is no such account');
  return repository.deleteSessions(db, userId, caller.tokenHash);
}
