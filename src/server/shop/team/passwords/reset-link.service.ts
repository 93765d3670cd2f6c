/** Resetting a password by a link that is sent to the account's address. */

import type { resetByLink } from '../../../../contract/account-security.ts';
import type { User } from '../../../../contract/auth.ts';
import type { BodyOf } from '../../../../contract/endpoint.ts';
import { MINUTE } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import {
  type AccountLink,
  createAccountLink,
  dropPreparedAccess,
  isAccountLink,
  queueLinkEmail,
  readAccountId,
  requireLinks,
} from '../login/account-link.ts';
import { EMAIL_IP_LIMIT, getIpNetwork, RESET_IP_LIMIT, requireAttempt, runWithAttempts } from '../login/rate-limits.ts';
import { findCredentials, findCredentialsById, updateUser } from '../login/user.repository.ts';
import { changePassword, createDisabledError, queuePasswordChangedEmail } from './password.service.ts';
import { requireUncommonPassword } from './password-hash.ts';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl' | 'accounts'>;

const RESET_DURATION = 30 * MINUTE;

/** The link is for the current password and address, so it ends once either changes. */
const toLink = ({ user, passwordHash }: { user: User; passwordHash: string }): AccountLink => ({
  kind: 'reset',
  userId: user._id,
  state: `${passwordHash}\n${user.email}`,
});

/** Answers the same, and as fast, whether or not there is an account. Throws `too_many_attempts` and `unavailable`, for any email. */
export async function requestResetLink(context: Context, email: string, ip: string): Promise<void> {
  requireLinks(context);
  await requireAttempt(context, EMAIL_IP_LIMIT, getIpNetwork(ip));
  // Not awaited, because the response time would show that there is an account. If it fails, people ask again.
  void queueResetLink(context, email).catch(() => undefined);
}

/** An unconfirmed address gets one too, and is confirmed by it: between two links, whoever registered it could log in and prepare it again. */
export async function queueResetLink(context: Context, email: string): Promise<void> {
  const { db, now, publicUrl } = context;
  const found = await findCredentials(db, email);
  if (!found || found.isDisabled || !publicUrl) return;
  const { user } = found;
  await db.transaction(async (tx) => {
    const linkUntil = new Date(now().getTime() + RESET_DURATION);
    const token = await createAccountLink(tx, toLink(found), linkUntil);
    const { renderResetPasswordEmail } = await import('../../messages/emails/templates/account-emails.ts');
    const parts = { recipient: user.email, userId: user._id, linkUntil, publicUrl, shop: await readEmailShop(tx) };
    await queueLinkEmail(tx, renderResetPasswordEmail({ ...parts, token }), now);
  });
}

/**
 * Throws `link_expired` for a link that was used, is too old or never was one, `too_many_attempts` after fifty of these from one network, and
 * `account_disabled`.
 */
export async function resetPasswordByLink(context: Context, { token, newPassword }: BodyOf<typeof resetByLink>, ip: string): Promise<void> {
  const { db, now } = context;
  await requireUncommonPassword(newPassword, 'newPassword');
  const attempt = await requireAttempt(context, RESET_IP_LIMIT, getIpNetwork(ip));
  const isReset = await runWithAttempts([attempt], async () => {
    const id = readAccountId(token);
    const found = id && (await findCredentialsById(db, id));
    if (!found) return null;
    const { user, passwordHash } = found;
    if (!(await isAccountLink(db, toLink(found), token, now()))) return null;
    if (found.isDisabled) throw createDisabledError();
    const notify = async (tx: Database) => {
      // The link was read in the mailbox.
      await updateUser(tx, user._id, { isEmailUnconfirmed: false, emailConfirmedAt: now() });
      await dropPreparedAccess(tx, user._id, found.isEmailUnconfirmed);
      await queuePasswordChangedEmail(tx, context, user);
    };
    // If a link is used twice at once, the slower use finds another password than the link was made for, and fails.
    return (await changePassword(db, user, newPassword, { replaces: passwordHash, notify })) || null;
  });
  if (!isReset) throw new AppError('link_expired', 'This link was used or has expired. Request a new one.');
}
