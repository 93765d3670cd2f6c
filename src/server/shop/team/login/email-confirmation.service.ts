/** An account's email address: confirmed by a link that is sent there, and changed once the new one is confirmed. */
import type { User } from '../../../../contract/auth.ts';
import { DAY } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { findUniqueViolation } from '../../../platform/database/pg-errors.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import { queueEmail, queueNotice } from '../../messages/emails/outbox.ts';
import {
  type AccountLink,
  createAccountLink,
  dropPreparedAccess,
  isAccountLink,
  queueLinkEmail,
  readAccountId,
  requireLinks,
} from './account-link.ts';
import { EMAIL_IP_LIMIT, getIpNetwork, requireAttempt } from './rate-limits.ts';
import { type AccountEmail, findAccountEmail, findCredentials, lockAccountEmail, normalizeEmail, updateUser } from './user.repository.ts';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl' | 'accounts'>;

const CONFIRMATION_DURATION = DAY;

const createExpiredError = () =>
  new AppError('link_expired', 'This link was used, has expired, or another one was sent after it. Request a new one.');

/** The address that has yet to be confirmed; null: none. */
const getUnconfirmed = ({ email, pendingEmail, isEmailUnconfirmed }: AccountEmail) => pendingEmail ?? (isEmailUnconfirmed ? email : null);

const toLink = (account: AccountEmail, address: string): AccountLink => ({
  kind: 'confirm',
  userId: account.id,
  state: `${address}\n${account.email}`,
});

/** The account must have been locked, or created, in this transaction. */
export async function queueConfirmation(tx: Database, { now, publicUrl }: Omit<Context, 'db'>, account: AccountEmail): Promise<void> {
  const recipient = getUnconfirmed(account);
  if (!recipient || !publicUrl) return;
  const linkUntil = new Date(now().getTime() + CONFIRMATION_DURATION);
  const token = await createAccountLink(tx, toLink(account, recipient), linkUntil);
  const { renderConfirmEmail } = await import('../../messages/emails/templates/account-emails.ts');
  await queueLinkEmail(
    tx,
    renderConfirmEmail({ recipient, userId: account.id, linkUntil, publicUrl, shop: await readEmailShop(tx), token }),
    now,
  );
}

export async function readAccountEmail({ db, accounts }: Context, caller: Caller) {
  const account = await findAccountEmail(db, caller.id);
  if (!account) throw new AppError('unauthorized', 'Please log in');
  const { email, pendingEmail, isEmailUnconfirmed } = account;
  return { email, isConfirmed: !isEmailUnconfirmed, pending: pendingEmail, canChange: accounts.sendsLinks };
}

/**
 * Throws `email_unconfirmed` while nobody has proven to read the account's mailbox: whoever registers somebody else's address must get
 * nothing that is meant for its owner. Where no links can be emailed nobody could prove it, and what is emailed has no links.
 */
export async function requireConfirmedEmail({ db, accounts }: Pick<Context, 'db' | 'accounts'>, userId: string): Promise<void> {
  if (!accounts.sendsLinks || !(await findAccountEmail(db, userId))?.isEmailUnconfirmed) return;
  throw new AppError(
    'email_unconfirmed',
    'Confirm your email address first: open the link that we emailed you, or ask for a new one in your account',
  );
}

/** Sends the link once more; does nothing if everything is confirmed. Throws `too_many_attempts` and `unavailable`. */
export async function sendConfirmation(context: Context, caller: Caller, ip: string): Promise<void> {
  requireLinks(context);
  await requireAttempt(context, EMAIL_IP_LIMIT, getIpNetwork(ip));
  await context.db.transaction(async (tx) => {
    const account = await lockAccountEmail(tx, caller.id);
    if (account) await queueConfirmation(tx, context, account);
  });
}

/**
 * Until the link in the email to the new address is opened, the old one stays. A taken address gets the same answer, and its owner
 * an email. Throws `too_many_attempts`, `unavailable`.
 */
export async function changeEmail(context: Context, caller: Caller, input: string, ip: string): Promise<void> {
  requireLinks(context);
  await requireAttempt(context, EMAIL_IP_LIMIT, getIpNetwork(ip));
  const address = input.trim();
  await context.db.transaction(async (tx) => {
    const account = await lockAccountEmail(tx, caller.id);
    if (!account) throw new AppError('unauthorized', 'Please log in');
    const isOwn = normalizeEmail(address) === normalizeEmail(account.email);
    const pendingEmail = isOwn ? null : address;
    await updateUser(tx, caller.id, { pendingEmail });
    const taken = isOwn ? null : await findCredentials(tx, address);
    if (taken) return queueEmailTakenNotice(tx, context, taken.user);
    if (!isOwn) await queueConfirmation(tx, context, { ...account, pendingEmail });
  });
}

export async function queueEmailTakenNotice(
  tx: Database,
  { now, publicUrl }: Pick<Context, 'now' | 'publicUrl'>,
  taken: User,
): Promise<void> {
  const { renderEmailTakenEmail } = await import('../../messages/emails/templates/account-emails.ts');
  await queueNotice(
    tx,
    renderEmailTakenEmail({ recipient: taken.email, userId: taken._id, publicUrl, shop: await readEmailShop(tx) }),
    now(),
  );
}

/**
 * The token proves that its bearer reads that mailbox; everybody has to log in again. Throws `link_expired`, also if somebody else has taken the
 * address meanwhile.
 */
export async function confirmEmail(context: Context, token: string): Promise<void> {
  const { db, now, publicUrl } = context;
  const id = readAccountId(token);
  if (!id) throw createExpiredError();
  try {
    await db.transaction(async (tx) => {
      const account = await lockAccountEmail(tx, id);
      const address = account && getUnconfirmed(account);
      if (!address || !(await isAccountLink(tx, toLink(account, address), token, now()))) throw createExpiredError();
      await updateUser(tx, id, { email: address, pendingEmail: null, isEmailUnconfirmed: false, emailConfirmedAt: now() });
      await dropPreparedAccess(tx, id, account.isEmailUnconfirmed);
      if (!account.pendingEmail || account.isEmailUnconfirmed) return;
      const { renderEmailChangedEmail } = await import('../../messages/emails/templates/account-emails.ts');
      const notice = renderEmailChangedEmail({ recipient: account.email, userId: id, publicUrl, shop: await readEmailShop(tx) });
      // Goes to an address that no longer belongs to the account, so it is sent at most once and needs no limit.
      await queueEmail(tx, notice, now());
    });
  } catch (error) {
    if (findUniqueViolation(error) === 'users_email_key') throw createExpiredError();
    throw error;
  }
}
