/** Erases a person and leaves the shop's books as they are: https://gdpr-info.eu/art-17-gdpr/ */
import type { Deps } from '../../../deps.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors.ts';
import { forgetPerson, hidePersonalValues } from '../../integrity/audit/audit.repository.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import { queueEmail } from '../../messages/emails/outbox.ts';
import { redactOrderEvents } from '../../messages/webhooks/redact-events.ts';
import { cancelOwnOrder } from '../../orders/lifecycle/order.service.ts';
import { findAccountEmail, findUser, lockUser } from '../../team/login/user.repository.ts';
import * as repository from './erasure.repository.ts';
import { deleteMessagesTo } from './personal-data.repository.ts';

/** For orders that are old enough to be anonymized; the job `apply-retention` does the rest. */
const MAX_OLD_ORDERS = 500;

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl' | 'retention'>;

/**
 * Before an account is erased: else what can still be paid would outlive it. Those whose money is on its way, or whose provider doesn't
 * answer, stay, and are the shop's orders once they are paid.
 */
export async function cancelCheckouts(deps: Deps, userId: string): Promise<void> {
  const found = await findUser(deps.db, userId);
  if (!found || found.user.role === 1) return;
  for (const orderId of await repository.listPendingOrderIds(deps.db, userId))
    await cancelOwnOrder(deps, { userId }, found.user.name, orderId).catch(() => undefined);
}

/**
 * Deletes the account and everything that belongs to it: its checkouts that were never paid, the emails about it and to it except the one
 * about this, invitations to it, and its data in webhook events. Its orders then belong to no account, and name their buyer for as long as the law requires; older ones name nobody. Throws `user_not_found`,
 * and `team_member` for team members: they leave the team first, so that a shop never loses its last owner.
 */
export async function eraseAccount({ db, now, publicUrl, retention }: Context, id: string): Promise<void> {
  const { renderAccountErasedEmail } = await import('../../messages/emails/templates/account-emails.ts');
  await retryTransaction(db, async (tx) => {
    const locked = await lockUser(tx, id);
    const person = await findAccountEmail(tx, id);
    if (!locked || !person) throw new AppError('user_not_found', 'There is no such account');
    const { user } = locked;
    if (user.role === 1) throw new AppError('team_member', 'This account is of somebody who works here');
    const time = now();
    await hidePersonalValues(tx);
    await forgetPerson(tx, id);
    await repository.deleteCheckoutsOf(tx, id);
    const released = await repository.releaseOrders(tx, user);
    await repository.deleteUser(tx, id);
    const old = await repository.anonymizeOrdersOf(tx, user.email, new Date(time.getTime() - retention.orders), MAX_OLD_ORDERS);
    await redactOrderEvents(tx, [...released, ...old]);
    await deleteMessagesTo(tx, person);
    await queueEmail(tx, renderAccountErasedEmail({ recipient: user.email, publicUrl, shop: await readEmailShop(tx) }), time);
  });
}
