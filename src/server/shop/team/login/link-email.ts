/**
 * Sends links that somebody asked for. Unlike notices (shop/messages/emails/outbox.ts) they are sent at once, because they are needed at once; so they
 * have their own limit.
 */
import { HOUR } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EmailMessage } from '../../messages/emails/email-message.ts';
import { queueEmail } from '../../messages/emails/outbox.ts';
import { consumeAttempt } from './attempt-limits.ts';
import { normalizeEmail } from './user.repository.ts';

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
