/**
 * The second step of a login. A right password is answered with a challenge: an HMAC over the account, the current state of its password
 * and second factor, and the device that it was sent from. So it expires after five minutes or when password or factor change, and nothing
 * has to be stored.
 */
import type { BodyOf } from '../../../../contract/endpoint.ts';
import type { logInBySecondFactor as loginCall } from '../../../../contract/second-factor.ts';
import { MINUTE } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { type AccountLink, createAccountLink, isAccountLink, readAccountId } from '../login/account-link.ts';
import { completeLogin, type Login } from '../login/complete-login.ts';
import { type Client, findOrigin, getDeviceToken } from '../login/known-device.ts';
import { deleteAttempts } from '../login/login-attempt.repository.ts';
import { type LoginTarget, listKeysToReset, requireLoginAttempts, requireNetworkAttempt, warnOwner } from '../login/login-limits.ts';
import { getIpNetwork, LOGIN_IP_LIMIT, requireAttempt, runWithAttempts } from '../login/rate-limits.ts';
import { findCredentialsById, lockCurrentPassword } from '../login/user.repository.ts';
import { createDisabledError } from '../passwords/password.service.ts';
import type { SessionOrigin } from '../sessions/session.service.ts';
import { findSecondFactor } from './second-factor.repository.ts';
import { consumeCode, createWrongCodeError } from './second-factor.service.ts';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl'>;

const CHALLENGE_DURATION = 5 * MINUTE;

const createExpiredError = () => new AppError('challenge_expired', 'This login has taken too long. Log in again with your password');

/** The account's current state; null if it has no second factor. */
async function describeChallenge(db: Database, userId: string, passwordHash: string, device: string): Promise<AccountLink | null> {
  const factor = await findSecondFactor(db, userId);
  return factor && { kind: 'second-factor', userId, state: `${passwordHash}\n${factor.confirmedAt.toISOString()}\n${device}` };
}

/** If the account has a second factor, the error that answers a right password: `second_factor_required`. Otherwise null. */
export async function createChallenge(
  tx: Database,
  now: Date,
  userId: string,
  passwordHash: string,
  client: Client,
): Promise<AppError | null> {
  const device = getDeviceToken(client);
  const link = await describeChallenge(tx, userId, passwordHash, device);
  if (!link) return null;
  const token = await createAccountLink(tx, link, new Date(now.getTime() + CHALLENGE_DURATION));
  return new AppError('second_factor_required', 'Continue with a code from your authenticator app (auth/login/second-factor)', {
    challenge: { token, device },
  });
}

/**
 * Throws `challenge_expired` for an invalid or expired challenge or one of another device, `wrong_second_factor`, `account_disabled`, and
 * `too_many_attempts`: wrong codes are counted like wrong passwords (login-limits.ts), but separately.
 */
export async function logInBySecondFactor(
  context: Context,
  { challenge, device, code }: BodyOf<typeof loginCall>,
  sentFrom: SessionOrigin,
): Promise<Login> {
  const { db, now } = context;
  const network = getIpNetwork(sentFrom.ip);
  const id = readAccountId(challenge);
  const found = id ? await findCredentialsById(db, id) : null;
  const link = found && (await describeChallenge(db, found.user._id, found.passwordHash, device));
  if (!link || !(await isAccountLink(db, link, challenge, now()))) {
    await requireAttempt(context, LOGIN_IP_LIMIT, network);
    throw createExpiredError();
  }
  const { user, passwordHash } = found;
  const origin = await findOrigin(db, user._id, { ip: sentFrom.ip, device });
  const networkAttempts = await requireNetworkAttempt(context, LOGIN_IP_LIMIT, origin, network);
  const target: LoginTarget = { email: `second factor\n${user._id}`, passwordHash };
  const { attempts, isUnderAttack } = await requireLoginAttempts(context, target, origin);
  const login = await runWithAttempts([...networkAttempts, ...attempts], () =>
    db.transaction(async (tx) => {
      const locked = await lockCurrentPassword(tx, user._id, passwordHash);
      if (!locked) throw createExpiredError();
      if (locked.isDisabled) throw createDisabledError();
      if (!(await consumeCode(tx, context, { id: user._id, email: user.email }, code))) return null;
      await deleteAttempts(tx, listKeysToReset(target, origin));
      return completeLogin(tx, context, user, { origin, device, ...sentFrom });
    }),
  );
  if (login) return login;
  // Somebody who guesses codes knows the password already.
  if (isUnderAttack) await warnOwner(context, user, network);
  throw createWrongCodeError();
}
