/** Registering and logging in. */
import { randomUUID } from 'node:crypto';
import type { login, register, User } from '../../../../contract/auth.ts';
import type { BodyOf, TeamRole } from '../../../../contract/endpoint.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findUniqueViolation } from '../../../platform/database/pg-errors.ts';
import { AppError } from '../../../platform/errors.ts';
import { readAsksForConsent } from '../../settings/settings.service.ts';
import { createDisabledError } from '../passwords/password.service.ts';
import { hashAnswer, hashPassword, requireUncommonPassword, verifyPassword } from '../passwords/password-hash.ts';
import { createChallenge } from '../second-factor/second-factor-login.ts';
import { deleteExpiredSessions, type SessionOrigin } from '../sessions/session.service.ts';
import { awaitsConfirmation, NO_ANSWER } from './account-link.ts';
import { completeLogin, type Login } from './complete-login.ts';
import { queueConfirmation, queueEmailTakenNotice } from './email-confirmation.service.ts';
import { type Client, findOrigin, forgetUnusedDevices } from './known-device.ts';
import { deleteAttempts, deleteExpiredAttempts } from './login-attempt.repository.ts';
import { listKeysToReset, requireLoginAttempts, requireNetworkAttempt, warnOwner } from './login-limits.ts';
import {
  EMAIL_IP_LIMIT,
  getIpNetwork,
  KNOWN_HASH_LIMIT,
  LOGIN_HASH_LIMIT,
  LOGIN_IP_LIMIT,
  REGISTER_IP_LIMIT,
  requireAttempt,
  runWithAttempts,
} from './rate-limits.ts';
import * as repository from './user.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;
type LoginContext = Context & Pick<Deps, 'publicUrl' | 'accounts'>;

interface NewUser {
  name: string;
  email: string;
  password: string;
  phone: string;
  address: string;
  /** To the security question of a password reset; null: none, so no answer resets the password. */
  answer: string | null;
  role: 0 | 1;
  /** Only admins have one. */
  teamRole?: TeamRole;
  /** Absent: now. */
  createdAt?: Date;
  isEmailUnconfirmed?: boolean;
}

type Registration = Omit<BodyOf<typeof register>, 'answer'> & Pick<NewUser, 'answer'>;

type OnCreated = (tx: Database, user: User) => Promise<void>;

type UserRow = Parameters<typeof repository.createUser>[1];

/** Hashes password and answer. Call it outside of transactions, since hashing takes a while. */
export async function prepareUser({ password, answer, ...input }: NewUser): Promise<UserRow> {
  const hashes = { passwordHash: await hashPassword(password), answerHash: answer === null ? NO_ANSWER : await hashAnswer(answer) };
  const [name, email] = [input.name.trim(), input.email.trim()];
  return { ...input, name, email, phone: input.phone.trim(), address: input.address.trim(), ...hashes, id: randomUUID() };
}

/** Throws `email_taken` where the email is taken, whatever its case. `onCreated` runs in the same transaction. */
export async function addPreparedUser(db: Database, row: UserRow, onCreated?: OnCreated): Promise<User> {
  try {
    if (!onCreated) return await repository.createUser(db, row);
    return await db.transaction(async (tx) => {
      const user = await repository.createUser(tx, row);
      await onCreated(tx, user);
      return user;
    });
  } catch (error) {
    if (findUniqueViolation(error) !== 'users_email_key') throw error;
    throw new AppError('email_taken', 'There is already an account with this email. Log in, or reset its password.', {
      issues: [{ path: 'email', code: 'taken', message: 'is taken' }],
    });
  }
}

/** prepareUser and addPreparedUser in one call. */
export async function addUser(db: Database, user: NewUser, onCreated?: OnCreated): Promise<User> {
  return addPreparedUser(db, await prepareUser(user), onCreated);
}

/** The response to a registration. It must be the same if the email is taken, which only the owner of that account may learn. */
function toNewUser({ name, email, phone, address }: Registration): User {
  return { _id: randomUUID(), name: name.trim(), email: email.trim(), phone: phone.trim(), address: address.trim(), role: 0 };
}

/** Tells the account with this email, if it is still there. */
async function queueTakenNotice(tx: Database, context: LoginContext, email: string): Promise<void> {
  const taken = await repository.findCredentials(tx, email);
  if (taken) await queueEmailTakenNotice(tx, context, taken.user);
}

/**
 * Throws `too_many_attempts` where one network has registered too many accounts, and `email_taken`. Where links can be emailed, the address
 * gets one to confirm it; and unless the operator wants otherwise, an address that is taken is answered as any other, and its owner is told.
 */
export async function registerUser(context: LoginContext, input: Registration, ip: string): Promise<User> {
  const { db, now, accounts } = context;
  await requireUncommonPassword(input.password, 'password');
  await requireAttempt(context, REGISTER_IP_LIMIT, getIpNetwork(ip));
  const { acceptsOffers, ...fields } = input;
  const user = { ...fields, role: 0, createdAt: now() } as const;
  const isConsentKept = acceptsOffers === true && (await readAsksForConsent(db));
  const keepConsent: OnCreated | undefined = isConsentKept ? (tx, { _id }) => repository.saveConsent(tx, _id, now()) : undefined;
  if (!accounts.sendsLinks) return addUser(db, user, keepConsent);
  await requireAttempt(context, EMAIL_IP_LIMIT, getIpNetwork(ip));
  try {
    return await addUser(db, { ...user, isEmailUnconfirmed: true }, async (tx, created) => {
      await keepConsent?.(tx, created);
      const { _id: id, email } = created;
      await queueConfirmation(tx, context, { id, email, pendingEmail: null, isEmailUnconfirmed: true, emailConfirmedAt: null });
    });
  } catch (error) {
    if (!accounts.hidesTakenEmails || !(error instanceof AppError) || error.code !== 'email_taken') throw error;
    await db.transaction((tx) => queueTakenNotice(tx, context, input.email));
    return toNewUser(input);
  }
}

/**
 * Throws `invalid_credentials` for an unknown email, a wrong password and an address that has to be confirmed first, with the same message
 * and after the same work; `too_many_attempts` after too many wrong passwords (login-limits.ts); and, only if the password is right,
 * `account_disabled` and `second_factor_required`.
 */
export async function logIn(context: LoginContext, input: BodyOf<typeof login>, sentFrom: SessionOrigin): Promise<Login> {
  const { db, now } = context;
  const { ip } = sentFrom;
  const client: Client = { ip, device: input.device };
  const network = getIpNetwork(ip);
  const found = await repository.findCredentials(db, input.email);
  const target = { email: repository.normalizeEmail(input.email), passwordHash: found?.passwordHash };
  const origin = await findOrigin(db, found?.user._id, client);
  const isUnproven = await awaitsConfirmation(db, context.accounts, found);
  const networkAttempts = await requireNetworkAttempt(context, LOGIN_IP_LIMIT, origin, network);
  const { attempts, isUnderAttack } = await requireLoginAttempts(context, target, origin);
  const session = await runWithAttempts([...networkAttempts, ...attempts], async () => {
    if (origin.isDevice) await requireAttempt(context, KNOWN_HASH_LIMIT, origin.key, target.email);
    else await requireAttempt(context, LOGIN_HASH_LIMIT, network);
    // Verified before `found` is looked at: an unknown email costs a hash too.
    if (!(await verifyPassword(found?.passwordHash, input.password)) || !found || isUnproven) return null;
    return db.transaction(async (tx) => {
      // The password may have been changed while the hash was verified. Then this login is too late.
      const locked = await repository.lockCurrentPassword(tx, found.user._id, found.passwordHash);
      if (!locked) return null;
      if (locked.isDisabled) throw createDisabledError();
      await deleteAttempts(tx, listKeysToReset(target, origin));
      const secondStep = await createChallenge(tx, now(), found.user._id, found.passwordHash, client);
      return secondStep ?? completeLogin(tx, context, found.user, { ...client, ...sentFrom, origin });
    });
  });
  // Not awaited, because the response time would show that there is an account. If it fails, the next wrong password tries again.
  if (!session && isUnderAttack && found) void warnOwner(context, found.user, network).catch(() => undefined);
  if (!session) throw new AppError('invalid_credentials', 'invalid email or password', { account: found?.user._id });
  if (session instanceof AppError) throw session;
  return session;
}

/** Deletes expired sessions, counts of attempts and devices that nobody used for long; returns how many of each. */
export async function cleanUpSessions(db: Database, now: Date): Promise<{ sessions: number; attempts: number; devices: number }> {
  return {
    sessions: await deleteExpiredSessions(db, now),
    attempts: await deleteExpiredAttempts(db, now),
    devices: await forgetUnusedDevices(db, now),
  };
}
