/** The sessions of an account, for its owner and for admins. */
import { createHash } from 'node:crypto';
import type { ListedSession } from '../../../../contract/account-security.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { parseUserAgent } from '../login/known-device.ts';
import { findUser } from '../login/user.repository.ts';
import { getSessionBounds } from './auth-session.ts';
import * as repository from './session.repository.ts';

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
