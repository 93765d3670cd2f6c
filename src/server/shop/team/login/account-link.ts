/**
 * The tokens of links that are emailed to an account's owner. Each is an HMAC over its purpose and over the state that the link changes. So
 * it becomes invalid once that state has changed, by the link or otherwise, and nothing has to be stored.
 */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { HOUR } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EmailMessage } from '../../messages/emails/email-message.ts';
import { queueEmail } from '../../messages/emails/outbox.ts';
import { loadAccountSecret } from '../../settings/sealed-text.ts';
import { deleteAnySecondFactor } from '../second-factor/second-factor.repository.ts';
import { deleteSessions } from '../sessions/session.repository.ts';
import { forgetDevices, hasKnownOrigin } from './known-device.ts';
import { consumeAttempt } from './rate-limits.ts';
import { type Credentials, normalizeEmail, updateUser } from './user.repository.ts';

/**
 * What happens once somebody has proven to read an account's mailbox. Whoever registered the address may be somebody else, who prepared the
 * account for its owner: a session that stays logged in, an answer, a second factor. None of it may outlive the proof.
 */

/** No answer matches it, and checking one takes as long as with a real hash. */
export const NO_ANSWER = '';

/**
 * Ends every session and the answer. With the first proof (`isFirst`) the second factor ends too; a later one keeps it, because whoever gets
 * into the mailbox must not get around it.
 */
export async function dropPreparedAccess(tx: Database, userId: string, isFirst: boolean): Promise<void> {
  await updateUser(tx, userId, { answerHash: NO_ANSWER });
  await deleteSessions(tx, userId);
  if (!isFirst) return;
  await deleteAnySecondFactor(tx, userId);
  await forgetDevices(tx, userId);
}

/** Whether a new account has to confirm its address before the first login. */
export const requiresConfirmation = ({ sendsLinks, hidesTakenEmails }: Deps['accounts']): boolean => sendsLinks && hidesTakenEmails;

/**
 * Whether nobody can log in to the account before its address is confirmed. So it is if the shop doesn't reveal taken addresses: otherwise
 * a login right after registering would show that the address was free. Accounts with a login in an earlier version are exempt.
 */
export async function awaitsConfirmation(db: Database, accounts: Deps['accounts'], found: Credentials | null): Promise<boolean> {
  if (!requiresConfirmation(accounts)) return false;
  // Looked up if there is no account, too, so that it takes as long.
  const hasLoggedIn = await hasKnownOrigin(db, found?.user._id);
  return (found?.isEmailUnconfirmed ?? false) && !hasLoggedIn;
}

/**
 * Sends links that somebody asked for. Unlike notices (shop/messages/emails/outbox.ts) they are sent at once, because they are needed at once; so they
 * have their own limit.
 */

/** For an address, whoever asks for them. */
const LINK_EMAIL_LIMIT = { name: 'link-email', maxAttempts: 3, windowMs: HOUR };

/** Throws `unavailable` where no email with a link can be sent; returns what the links begin with. */
export function requireLinks({ accounts, publicUrl }: Pick<Deps, 'accounts' | 'publicUrl'>): string {
  if (accounts.sendsLinks && publicUrl) return publicUrl;
  throw new AppError('unavailable', "Links can't be emailed: this shop has no mail server (SMTP_URL) or no URL of its own (PUBLIC_URL)");
}

/** Sends nothing where the address had three within the hour. */
export async function queueLinkEmail(tx: Database, email: EmailMessage, now: () => Date): Promise<void> {
  const { isOverLimit } = await consumeAttempt({ db: tx, now }, LINK_EMAIL_LIMIT, normalizeEmail(email.recipient));
  if (!isOverLimit) await queueEmail(tx, email, now());
}

/** A UUID, a time, an HMAC. */
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-z]{1,12})\.([\w-]{43})$/;

export interface AccountLink {
  kind: 'reset' | 'confirm' | 'second-factor';
  userId: string;
  /** The current value of what the link changes. */
  state: string;
}

const sign = (secret: string, { kind, userId, state }: AccountLink, expires: string) =>
  createHmac('sha256', secret).update([kind, userId, expires, state].join('\n')).digest();

export async function createAccountLink(db: Database, link: AccountLink, expiresAt: Date): Promise<string> {
  const expires = expiresAt.getTime().toString(36);
  return `${link.userId}.${expires}.${sign(await loadAccountSecret(db), link, expires).toString('base64url')}`;
}

/**
 * The account that the token claims to be for. It must be looked up, and the token checked against it. Null if the token has another form.
 */
export function readAccountId(token: string): string | null {
  return TOKEN.exec(token)?.[1] ?? null;
}

export async function isAccountLink(db: Database, link: AccountLink, token: string, now: Date): Promise<boolean> {
  const [, userId, expires = '', signature = ''] = TOKEN.exec(token) ?? [];
  if (userId !== link.userId || Number.parseInt(expires, 36) <= now.getTime()) return false;
  return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(await loadAccountSecret(db), link, expires));
}
