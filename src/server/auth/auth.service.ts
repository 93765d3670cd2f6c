/** Accounts: who a person is, and how they prove it. */
import { randomUUID } from 'node:crypto';
import type { updateProfile as update } from '../../contract/account.ts';
import type { register, resetPassword as reset, User } from '../../contract/auth.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { Database } from '../database/connect.ts';
import { findUniqueViolation } from '../database/pg-errors.ts';
import type { Deps } from '../deps.ts';
import { renderPasswordChangedEmail } from '../email/email-templates.ts';
import { queueEmail } from '../email/outbox.ts';
import { AppError } from '../errors.ts';
import { type Caller, createSession, deleteExpiredSessions, deleteSessions, hasSession } from './auth-session.ts';
import { deleteAttempts, deleteExpiredAttempts } from './login-attempt.repository.ts';
import {
  buildAttemptKey,
  consumeAttempt,
  getIpNetwork,
  LOGIN_IP_LIMIT,
  LOGIN_LIMIT,
  REGISTER_IP_LIMIT,
  RESET_IP_LIMIT,
  RESET_LIMIT,
  requireAttempt,
  runWithAttempts,
} from './login-limits.ts';
import { hashAnswer, hashPassword, verifyAnswer, verifyPassword } from './password-hash.ts';
import * as repository from './user.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;
/** Where something is written to the person: its links lead to the shop. */
type EmailContext = Pick<Deps, 'db' | 'now' | 'publicUrl'>;

interface NewUser {
  name: string;
  email: string;
  password: string;
  phone: string;
  address: string;
  answer: string;
  role: 0 | 1;
  /** Without it, now. */
  createdAt?: Date;
}

/** Throws `conflict` where the e-mail is taken, whatever its case. */
export async function addUser(db: Database, { password, answer, ...input }: NewUser): Promise<User> {
  const email = input.email.trim();
  const hashes = { passwordHash: await hashPassword(password), answerHash: await hashAnswer(answer) };
  const trimmed = { name: input.name.trim(), email, phone: input.phone.trim(), address: input.address.trim() };
  try {
    return await repository.createUser(db, { ...input, ...trimmed, ...hashes, id: randomUUID() });
  } catch (error) {
    if (findUniqueViolation(error) !== 'users_email_key') throw error;
    throw new AppError('conflict', 'There is already an account with this e-mail. Log in, or reset its password.', {
      issues: [{ path: 'email', message: 'is taken' }],
    });
  }
}

/** Throws `too_many` where one network makes accounts by the dozen. `address` is the caller's IP address, here and below. */
export async function registerUser(context: Context, input: BodyOf<typeof register>, ip: string): Promise<User> {
  await requireAttempt(context, REGISTER_IP_LIMIT, getIpNetwork(ip));
  return addUser(context.db, { ...input, role: 0, createdAt: context.now() });
}

/** Throws `unauthorized` for whatever doesn't fit, in the same words and time, and `too_many` after five wrong tries. */
export async function logIn(context: Context, input: { email: string; password: string }, ip: string) {
  const { db, now } = context;
  const email = repository.normalizeEmail(input.email);
  const attempts = [await requireAttempt(context, LOGIN_IP_LIMIT, getIpNetwork(ip)), await requireAttempt(context, LOGIN_LIMIT, email)];
  const session = await runWithAttempts(db, attempts, async () => {
    const found = await repository.findCredentials(db, input.email);
    if (!(await verifyPassword(found?.passwordHash, input.password)) || !found) return null;
    return db.transaction(async (tx) => {
      // It may have been changed while we compared: then this login came too late.
      if (!(await repository.lockCurrentPassword(tx, found.user._id, found.passwordHash))) return null;
      await deleteAttempts(tx, [buildAttemptKey(LOGIN_LIMIT, email)]);
      return { user: found.user, token: await createSession(tx, found.user._id, now()) };
    });
  });
  if (!session) throw new AppError('unauthorized', 'invalid email or password');
  return session;
}

/**
 * Throws `unauthorized`, always in the same words: for an unknown e-mail, a wrong answer, an admin, and for any answer
 * once five were wrong within a day. Logging in isn't touched by those.
 */
export async function resetPassword(context: EmailContext, input: BodyOf<typeof reset>, ip: string): Promise<void> {
  const { db } = context;
  const email = repository.normalizeEmail(input.email);
  const ipAttempt = await requireAttempt(context, RESET_IP_LIMIT, getIpNetwork(ip));
  const accountAttempt = await consumeAttempt(context, RESET_LIMIT, email);
  const user = await runWithAttempts(db, [ipAttempt, accountAttempt], async () => {
    const found = await repository.findCredentials(db, input.email);
    const isCorrectAnswer = await verifyAnswer(found?.answerHash, input.answer);
    // An answer is easier to guess than a password: what an admin may do isn't hung on it.
    if (!found || !isCorrectAnswer || accountAttempt.isOverLimit || found.user.role === 1) return null;
    await changePassword(db, found.user, input.newPassword, { notify: (tx) => queuePasswordChangedEmail(tx, context, found.user) });
    return found.user;
  });
  if (!user) throw new AppError('unauthorized', 'email or password wrong');
}

function queuePasswordChangedEmail(tx: Database, { now, publicUrl }: EmailContext, user: User): Promise<void> {
  return queueEmail(tx, renderPasswordChangedEmail({ user, publicUrl }), now());
}

interface ChangePasswordOptions {
  /** A new role besides. */
  role?: 1;
  /** What else belongs to it, in the same transaction. */
  notify?: (tx: Database) => Promise<void>;
}

/** Ends every session and forgives wrong tries, all or nothing. */
export async function changePassword(
  db: Database,
  { _id, email }: User,
  password: string,
  { role, notify }: ChangePasswordOptions,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  const normalizedEmail = repository.normalizeEmail(email);
  await db.transaction(async (tx) => {
    // The user first: a login under way waits for this row, or its session is seen by the delete.
    await repository.updateUser(tx, _id, { passwordHash, ...(role && { role }) });
    await deleteSessions(tx, _id);
    await deleteAttempts(tx, [buildAttemptKey(LOGIN_LIMIT, normalizedEmail), buildAttemptKey(RESET_LIMIT, normalizedEmail)]);
    await notify?.(tx);
  });
}

/** The e-mail stays. A new password ends every other session. Throws `unauthorized` where the caller's own has just ended. */
export async function updateProfile(context: EmailContext, caller: Caller, input: BodyOf<typeof update>): Promise<User> {
  const passwordHash = input.password ? await hashPassword(input.password) : undefined;
  const change = { name: input.name.trim(), address: input.address.trim(), ...(passwordHash && { passwordHash }) };
  return context.db.transaction(async (tx) => {
    const user = await repository.updateUser(tx, caller.id, change);
    // With the row held: another session's new password may have ended this one while we hashed.
    if (!user || !(await hasSession(tx, caller.tokenHash))) throw new AppError('unauthorized', 'Please log in');
    if (passwordHash) {
      await deleteSessions(tx, caller.id, caller.tokenHash);
      await queuePasswordChangedEmail(tx, context, user);
    }
    return user;
  });
}

/** Clears away what no longer counts; gives how much that was. */
export async function cleanUpSessions(db: Database, now: Date): Promise<{ sessions: number; attempts: number }> {
  return { sessions: await deleteExpiredSessions(db, now), attempts: await deleteExpiredAttempts(db, now) };
}
