/** Sets a new password: by the answer to the security question, or for a caller who was authorized otherwise. */
import type { resetPassword } from '../../../../contract/account-security.ts';
import type { User } from '../../../../contract/auth.ts';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import { queueNotice } from '../../messages/emails/outbox.ts';
import { awaitsConfirmation, NO_ANSWER } from '../login/account-link.ts';
import { findOrigin } from '../login/known-device.ts';
import { deleteAttempts } from '../login/login-attempt.repository.ts';
import {
  ANSWER_NETWORK_LIMIT,
  buildAttemptKey,
  consumeAttempt,
  EMAIL_IP_LIMIT,
  getIpNetwork,
  RESET_IP_LIMIT,
  RESET_LIMIT,
  requireAttempt,
  runWithAttempts,
} from '../login/rate-limits.ts';
import {
  findCredentials,
  findCredentialsById,
  lockCurrentPassword,
  lockUser,
  normalizeEmail,
  updateUser,
} from '../login/user.repository.ts';
import { deleteSessions, hasSession } from '../sessions/session.repository.ts';
import { hashAnswer, hashPassword, requireUncommonPassword, verifyAnswer } from './password-hash.ts';

/** `publicUrl` is what the links of the email begin with. */
type EmailContext = Pick<Deps, 'db' | 'now' | 'publicUrl'>;
type AnswerContext = EmailContext & Pick<Deps, 'accounts'>;

const createAnswersOffError = () => new AppError('reset_by_answer_off', 'This shop resets passwords only by a link in an email');

export const createDisabledError = (): AppError => new AppError('account_disabled', 'This account is disabled. Please contact the shop');

/**
 * Throws `account_disabled` after a right answer. Otherwise throws `wrong_answer`, always with the same message: for an unknown email, a
 * wrong answer, an admin, and for any answer after five wrong ones within a day, for the account or from the network, whichever accounts it
 * tried. Wrong answers from a device or network that the account knows are counted apart for the account, those of a known device also from
 * the network. Wrong answers don't block logging in.
 */
export async function resetPasswordByAnswer(context: AnswerContext, input: BodyOf<typeof resetPassword>, ip: string): Promise<void> {
  const { db, accounts } = context;
  if (!accounts.resetsByAnswer) throw createAnswersOffError();
  await requireUncommonPassword(input.newPassword, 'newPassword');
  const ipAttempt = await requireAttempt(context, RESET_IP_LIMIT, getIpNetwork(ip));
  const found = await findCredentials(db, input.email);
  const origin = await findOrigin(db, found?.user._id, { ip, device: input.device });
  const isUnproven = await awaitsConfirmation(db, accounts, found);
  const email = normalizeEmail(input.email);
  const accountAttempt = await consumeAttempt(context, RESET_LIMIT, ...(origin.isKnown ? [email, origin.key] : [email]));
  const networkAttempts = origin.isDevice ? [] : [await consumeAttempt(context, ANSWER_NETWORK_LIMIT, getIpNetwork(ip))];
  const answerAttempts = [accountAttempt, ...networkAttempts];
  const user = await runWithAttempts([ipAttempt, ...answerAttempts], async () => {
    const isCorrectAnswer = await verifyAnswer(found?.answerHash, input.answer);
    // An answer is easier to guess than a password, so an admin's account can't be taken over by one.
    if (!found || !isCorrectAnswer || found.user.role === 1 || isUnproven) return null;
    if (answerAttempts.some(({ isOverLimit }) => isOverLimit)) return null;
    if (found.isDisabled) throw createDisabledError();
    await requirePasswordEmail(context, ip);
    await changePassword(db, found.user, input.newPassword, { notify: (tx) => queuePasswordChangedEmail(tx, context, found.user) });
    return found.user;
  });
  if (!user) throw new AppError('wrong_answer', 'email or password wrong');
}

export async function hasAnswer({ db }: Pick<Deps, 'db'>, caller: Caller): Promise<boolean> {
  const credentials = await findCredentialsById(db, caller.id);
  return credentials !== null && credentials.answerHash !== NO_ANSWER;
}

/** Throws `reset_by_answer_off`, and `unauthorized` if the caller's session has just ended. */
export async function changeAnswer({ db, accounts }: Pick<Deps, 'db' | 'accounts'>, caller: Caller, answer: string): Promise<void> {
  if (!accounts.resetsByAnswer) throw createAnswersOffError();
  const answerHash = await hashAnswer(answer);
  await db.transaction(async (tx) => {
    // Checked while the user's row is locked: the mailbox may have been proven while we hashed, which ends sessions and answers of before.
    const isCurrent = (await lockUser(tx, caller.id)) && (await hasSession(tx, caller.tokenHash));
    if (!isCurrent) throw new AppError('unauthorized', 'Please log in');
    await updateUser(tx, caller.id, { answerHash });
  });
}

/**
 * Throws `too_many_attempts` if this network has caused too many emails. The change is refused then: a thief could otherwise change the
 * password without the owner being told.
 */
export async function requirePasswordEmail(context: Pick<Deps, 'db' | 'now'>, ip: string): Promise<void> {
  await requireAttempt(context, EMAIL_IP_LIMIT, getIpNetwork(ip));
}

export async function queuePasswordChangedEmail(tx: Database, { now, publicUrl }: EmailContext, { _id, email }: User): Promise<void> {
  const { renderPasswordChangedEmail } = await import('../../messages/emails/templates/account-emails.ts');
  await queueNotice(tx, renderPasswordChangedEmail({ recipient: email, userId: _id, publicUrl, shop: await readEmailShop(tx) }), now());
}

interface ChangePasswordOptions {
  /** Set by the operator's command, which also makes the account an owner. */
  role?: 1;
  /** Only if the current password still has this hash. */
  replaces?: string;
  /** Runs in the same transaction. */
  notify?: (tx: Database) => Promise<void>;
}

/**
 * Sets the password, deletes every session of the user and resets the counts of wrong attempts, in one transaction. An address that waits to
 * be confirmed is forgotten: whoever had a session may have asked for it. False if `replaces` no longer matches.
 */
export async function changePassword(
  db: Database,
  { _id, email }: User,
  password: string,
  { role, replaces, notify }: ChangePasswordOptions,
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    if (replaces !== undefined && !(await lockCurrentPassword(tx, _id, replaces))) return false;
    // The user's row is locked first: a login under way either waits for it, or its session is deleted below.
    const promotion = role && ({ role, teamRole: 'owner', disabledAt: null, answerHash: NO_ANSWER } as const);
    await updateUser(tx, _id, { passwordHash, pendingEmail: null, ...promotion });
    await deleteSessions(tx, _id);
    // Attempts to log in needn't be deleted: they are counted for each password separately.
    await deleteAttempts(tx, [buildAttemptKey(RESET_LIMIT, normalizeEmail(email))]);
    await notify?.(tx);
    return true;
  });
}
