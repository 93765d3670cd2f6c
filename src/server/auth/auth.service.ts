/** Registering and logging in. */
import { randomUUID } from 'node:crypto';
import type { login, register, User } from '../../contract/auth.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { Database } from '../database/connect.ts';
import { findUniqueViolation } from '../database/pg-errors.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { createSession, deleteExpiredSessions } from './auth-session.ts';
import { deleteAttempts, deleteExpiredAttempts } from './login-attempt.repository.ts';
import {
  buildAttemptKey,
  getIpNetwork,
  LOGIN_IP_LIMIT,
  LOGIN_LIMIT,
  REGISTER_IP_LIMIT,
  requireAttempt,
  runWithAttempts,
} from './login-limits.ts';
import { hashAnswer, hashPassword, verifyPassword } from './password-hash.ts';
import * as repository from './user.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;

interface NewUser {
  name: string;
  email: string;
  password: string;
  phone: string;
  address: string;
  /** To the security question of a password reset. */
  answer: string;
  role: 0 | 1;
  /** Absent: now. */
  createdAt?: Date;
}

/** Throws `email_taken` where the e-mail is taken, whatever its case. */
export async function addUser(db: Database, { password, answer, ...input }: NewUser): Promise<User> {
  const email = input.email.trim();
  const hashes = { passwordHash: await hashPassword(password), answerHash: await hashAnswer(answer) };
  const trimmed = { name: input.name.trim(), email, phone: input.phone.trim(), address: input.address.trim() };
  try {
    return await repository.createUser(db, { ...input, ...trimmed, ...hashes, id: randomUUID() });
  } catch (error) {
    if (findUniqueViolation(error) !== 'users_email_key') throw error;
    throw new AppError('email_taken', 'There is already an account with this e-mail. Log in, or reset its password.', {
      issues: [{ path: 'email', code: 'taken', message: 'is taken' }],
    });
  }
}

/** Throws `too_many_attempts` where one network has registered too many accounts. */
export async function registerUser(context: Context, input: BodyOf<typeof register>, ip: string): Promise<User> {
  await requireAttempt(context, REGISTER_IP_LIMIT, getIpNetwork(ip));
  return addUser(context.db, { ...input, role: 0, createdAt: context.now() });
}

/**
 * Throws `invalid_credentials` for an unknown e-mail and for a wrong password, with the same message and after the same work, and
 * `too_many_attempts` after five wrong attempts.
 */
export async function logIn(context: Context, input: BodyOf<typeof login>, ip: string): Promise<{ user: User; token: string }> {
  const { db, now } = context;
  const email = repository.normalizeEmail(input.email);
  const attempts = [await requireAttempt(context, LOGIN_IP_LIMIT, getIpNetwork(ip)), await requireAttempt(context, LOGIN_LIMIT, email)];
  const session = await runWithAttempts(db, attempts, async () => {
    const found = await repository.findCredentials(db, input.email);
    // Verified before `found` is looked at: an unknown e-mail costs a hash too.
    if (!(await verifyPassword(found?.passwordHash, input.password)) || !found) return null;
    return db.transaction(async (tx) => {
      // The password may have been changed while the hash was verified: then this login came too late.
      if (!(await repository.lockCurrentPassword(tx, found.user._id, found.passwordHash))) return null;
      await deleteAttempts(tx, [buildAttemptKey(LOGIN_LIMIT, email)]);
      return { user: found.user, token: await createSession(tx, found.user._id, now()) };
    });
  });
  if (!session) throw new AppError('invalid_credentials', 'invalid email or password');
  return session;
}

/** Deletes expired sessions and counts of attempts; returns how many of each. */
export async function cleanUpSessions(db: Database, now: Date): Promise<{ sessions: number; attempts: number }> {
  return { sessions: await deleteExpiredSessions(db, now), attempts: await deleteExpiredAttempts(db, now) };
}
