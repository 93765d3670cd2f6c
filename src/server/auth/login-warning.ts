/** Tells the owner of an account that strangers try to get in. */
import type { User } from '../../contract/auth.ts';
import { DAY } from '../../contract/time.ts';
import type { Deps } from '../deps.ts';
import { queueNotice } from '../email/outbox.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import { consumeAttempt, EMAIL_IP_LIMIT } from './attempt-limits.ts';

const WARNING_LIMIT = { name: 'login-warning', maxAttempts: 1, windowMs: DAY };

/** Once a day at most, and not for a network that has brought about too many e-mails. */
export async function warnOwner(
  { db, now, publicUrl }: Pick<Deps, 'db' | 'now' | 'publicUrl'>,
  { _id, email }: User,
  network: string,
): Promise<void> {
  const { renderLoginAttemptsEmail } = await import('../email/email-templates/login-attempts.ts');
  await db.transaction(async (tx) => {
    const warning = await consumeAttempt({ db: tx, now }, WARNING_LIMIT, _id);
    if (warning.isOverLimit) return;
    const networkEmail = await consumeAttempt({ db: tx, now }, EMAIL_IP_LIMIT, network);
    if (networkEmail.isOverLimit) return warning.release();
    await queueNotice(tx, renderLoginAttemptsEmail({ recipient: email, publicUrl, shop: await readShopDetails(tx) }), now());
  });
}
