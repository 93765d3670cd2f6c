/** Sets up, confirms and switches off second factors, and checks their codes. */
import type { User } from '../../../../contract/auth.ts';
import type { SecondFactor } from '../../../../contract/second-factor.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import { queueNotice } from '../../messages/emails/outbox.ts';
import type { SecondFactorEmailKind } from '../../messages/emails/templates/account-emails.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { REAUTHENTICATION_LIMIT, requireAttempt, runWithAttempts } from '../login/rate-limits.ts';
import { findCredentialsById, findUser, lockCurrentPassword } from '../login/user.repository.ts';
import { verifyPassword } from '../passwords/password-hash.ts';
import { deleteSessions } from '../sessions/session.repository.ts';
import * as repository from './second-factor.repository.ts';
import { isSecondFactorDemanded } from './second-factor-demand.ts';
import {
  buildTotpUri,
  createRecoveryCodes,
  createSecret,
  decryptSecret,
  encryptSecret,
  findStep,
  hashRecoveryCode,
} from './second-factor-secret.ts';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl'>;

export const createWrongCodeError = (): AppError => new AppError('wrong_second_factor', 'This code is wrong, was used or has expired');

async function queueChangeEmail(
  tx: Database,
  { now, publicUrl }: Omit<Context, 'db'>,
  { id: userId, email: recipient }: { id: string; email: string },
  kind: SecondFactorEmailKind,
): Promise<boolean> {
  const { renderSecondFactorEmail } = await import('../../messages/emails/templates/account-emails.ts');
  return queueNotice(tx, renderSecondFactorEmail({ recipient, userId, publicUrl, shop: await readEmailShop(tx), kind }), now());
}

export async function readSecondFactor({ db, accounts }: Pick<Deps, 'db' | 'accounts'>, caller: Caller): Promise<SecondFactor> {
  const { id, teamRole, secondFactorDueAt } = caller;
  const factor = await repository.findSecondFactor(db, id);
  const left = factor ? await repository.countRecoveryCodes(db, id) : 0;
  return {
    isOn: factor !== null,
    since: factor?.confirmedAt.toISOString() ?? null,
    recoveryCodes: left,
    isDemanded: isSecondFactorDemanded(accounts, teamRole),
    dueAt: secondFactorDueAt?.toISOString() ?? null,
  };
}

/** Creates a new secret each time; it takes effect once a code of it is entered. Throws `second_factor_on`. */
export async function setUpSecondFactor({ db, now }: Context, { id, email }: Caller): Promise<{ secret: string; uri: string }> {
  const secret = createSecret();
  const row = { userId: id, secret: await encryptSecret(db, id, secret), createdAt: now() };
  const isSaved = await db.transaction((tx) => repository.saveUnconfirmedFactor(tx, row));
  if (!isSaved) throw new AppError('second_factor_on', 'Your account has a second factor: turn it off first');
  const { name } = await readShopDetails(db);
  return { secret, uri: buildTotpUri(secret, name, email) };
}

async function saveRecoveryCodes(tx: Database, userId: string): Promise<string[]> {
  const codes = createRecoveryCodes();
  await repository.replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(userId, code)),
  );
  return codes;
}

/** Returns the recovery codes. Throws `wrong_second_factor`, also if nothing is being set up. */
export async function confirmSecondFactor(context: Context, { id, email }: Caller, code: string): Promise<string[]> {
  return context.db.transaction(async (tx) => {
    const factor = await repository.lockSecondFactor(tx, id);
    if (factor?.confirmedAt) throw new AppError('second_factor_on', 'Your account already has a second factor');
    const lastStep = factor && findStep(await decryptSecret(tx, id, factor.secret), normalizeCode(code), context.now());
    if (!lastStep) throw createWrongCodeError();
    await repository.updateSecondFactor(tx, id, { confirmedAt: context.now(), lastStep });
    await queueChangeEmail(tx, context, { id, email }, 'second factor on');
    return saveRecoveryCodes(tx, id);
  });
}

/** Accepts codes in groups, as apps show them, and digits of other scripts. */
const normalizeCode = (code: string) => code.normalize('NFKC').replace(/[\s-]/g, '');

/** Whether this is a code of the account's app or one of its recovery codes; each is accepted once. False if no factor is on. */
export async function consumeCode(tx: Database, context: Context, user: { id: string; email: string }, code: string): Promise<boolean> {
  const factor = await repository.lockSecondFactor(tx, user.id);
  if (!factor?.confirmedAt) return false;
  const digits = normalizeCode(code);
  if (/^\d{6}$/.test(digits)) {
    const step = findStep(await decryptSecret(tx, user.id, factor.secret), digits, context.now());
    if (step === null || step <= (factor.lastStep ?? 0)) return false;
    await repository.updateSecondFactor(tx, user.id, { lastStep: step });
    return true;
  }
  if (!(await repository.takeRecoveryCode(tx, user.id, hashRecoveryCode(user.id, code)))) return false;
  await queueChangeEmail(tx, context, user, 'recovery code used');
  return true;
}

/** The old codes become invalid. Throws `second_factor_off`. */
export async function renewRecoveryCodes({ db }: Context, { id }: Caller): Promise<string[]> {
  return db.transaction(async (tx) => {
    const factor = await repository.lockSecondFactor(tx, id);
    if (!factor?.confirmedAt) throw createOffError();
    return saveRecoveryCodes(tx, id);
  });
}

const createOffError = () => new AppError('second_factor_off', 'This account has no second factor');

/**
 * Takes password and code in one call, so that nobody needs two codes. Throws `wrong_password`, `wrong_second_factor`, `second_factor_off`,
 * and `too_many_attempts` after ten wrong ones of either within a day.
 */
export async function switchOffSecondFactor(
  context: Context,
  caller: Caller,
  { password, code }: { password: string; code: string },
): Promise<void> {
  if (!caller.hasSecondFactor) throw createOffError();
  const attempt = await requireAttempt(context, REAUTHENTICATION_LIMIT, caller.tokenHash);
  let refusal = new AppError('wrong_password', 'This is not the password of your account');
  const isOff = await runWithAttempts([attempt], async () => {
    const found = await findCredentialsById(context.db, caller.id);
    if (!(await verifyPassword(found?.passwordHash, password)) || !found) return null;
    return context.db.transaction(async (tx) => {
      if (!(await lockCurrentPassword(tx, caller.id, found.passwordHash))) return null;
      refusal = createWrongCodeError();
      if (!(await consumeCode(tx, context, caller, code))) return null;
      await repository.deleteSecondFactor(tx, caller.id);
      await queueChangeEmail(tx, context, caller, 'second factor off');
      return true;
    });
  });
  if (!isOff) throw refusal;
}

/**
 * Removes the factor of somebody who has lost it. The caller has to end their sessions. Returns null if none was on, otherwise whether they
 * are told by email.
 */
export async function deleteFactorAndNotify(tx: Database, context: Omit<Context, 'db'>, { _id, email }: User): Promise<boolean | null> {
  if (!(await repository.deleteSecondFactor(tx, _id))) return null;
  return queueChangeEmail(tx, context, { id: _id, email }, 'second factor removed');
}

/**
 * They are logged out everywhere, since a lost phone may still be logged in. Returns whether they get an email about it, which takes a mail
 * server and a confirmed address. Throws `user_not_found` and `second_factor_off`.
 */
export async function removeSecondFactor(context: Context & Pick<Deps, 'setupWarnings'>, userId: string): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const found = await findUser(tx, userId);
    if (!found) throw new AppError('user_not_found', 'There is no such account');
    const isTold = await deleteFactorAndNotify(tx, context, found.user);
    if (isTold === null) throw createOffError();
    await deleteSessions(tx, userId);
    return isTold && !context.setupWarnings.includes('emails_to_files');
  });
}
