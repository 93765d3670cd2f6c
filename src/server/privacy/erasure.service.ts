/** Erases a person and leaves the shop's books as they are: https://gdpr-info.eu/art-17-gdpr/ */
import { forgetPerson, hidePersonalValues } from '../audit/audit-erasure.repository.ts';
import { lockUser } from '../auth/user.repository.ts';
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import { readEmailShop } from '../email/email-words.service.ts';
import { queueEmail } from '../email/outbox.ts';
import { AppError } from '../errors.ts';
import { redactOrderEvents } from '../webhook/redact-events.ts';
import * as repository from './erasure.repository.ts';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl' | 'retention'>;

/** For orders that are old enough to be anonymized; the job `apply-retention` does the rest. */
const MAX_OLD_ORDERS = 500;

/**
 * Deletes the account and everything that belongs to it, all emails to it except the one about this, and its data in webhook events. Its
 * orders then belong to no account, and name their buyer for as long as the law requires; older ones name nobody. Throws `user_not_found`,
 * and `team_member` for team members: they leave the team first, so that a shop never loses its last owner.
 */
export async function eraseAccount({ db, now, publicUrl, retention }: Context, id: string): Promise<void> {
  const { renderAccountErasedEmail } = await import('../email/email-templates/account-erased.ts');
  await retryTransaction(db, async (tx) => {
    const locked = await lockUser(tx, id);
    if (!locked) throw new AppError('user_not_found', 'There is no such account');
    const { user } = locked;
    if (user.role === 1) throw new AppError('team_member', 'This account is of somebody who works here');
    const time = now();
    await hidePersonalValues(tx);
    await forgetPerson(tx, id);
    const released = await repository.releaseOrders(tx, user);
    await repository.deleteUser(tx, id);
    const old = await repository.anonymizeOrdersOf(tx, user.email, new Date(time.getTime() - retention.orders), MAX_OLD_ORDERS);
    await redactOrderEvents(tx, [...released, ...old]);
    await repository.deleteEmailsTo(tx, user.email);
    await queueEmail(tx, renderAccountErasedEmail({ recipient: user.email, publicUrl, shop: await readEmailShop(tx) }), time);
  });
}
