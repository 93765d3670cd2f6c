/** Sessions and the tokens that prove them: opaque and random; the database knows only their SHA-256. */

import { createHash, randomBytes } from 'node:crypto';
import { DAY, HOUR } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { USER_AGENT_MAX_LENGTH } from '../login/known-device.ts';
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
