/** Tells the customer and the merchant that a payment which was on its way for days has failed. The checkout never became an order. */

import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { readEmailShop } from '../../messages/emails/email-words.service.ts';
import { queueEmail, queueNotice } from '../../messages/emails/outbox.ts';
import { findAdminOrder } from '../lifecycle/admin-order.repository.ts';
import { findMerchant } from '../lifecycle/notify-merchant.ts';
import type { LockedOrder } from '../lifecycle/row-lock.repository.ts';

/**
 * Not for a payment that failed at once, because the payment page says so. To the customer it is a notice (outbox.ts), because failing
 * payments can be caused for free.
 */
export async function notifyPaymentFailed(
  tx: Database,
  { publicUrl, now }: Pick<Deps, 'publicUrl' | 'now'>,
  order: LockedOrder,
): Promise<void> {
  if (!order.processingSince) return;
  const checkout = await findAdminOrder(tx, order.id);
  if (!checkout) return;
  const { renderLatePaymentFailedEmail, renderPaymentFailedEmail } = await import('../../messages/emails/templates/payment-failed.ts');
  const shop = await readEmailShop(tx);
  const { _id, email } = checkout.buyer;
  const context = { publicUrl, shop, order: checkout };
  if (email) await queueNotice(tx, renderPaymentFailedEmail({ ...context, recipient: email, userId: _id, isGuest: _id === null }), now());
  const merchant = await findMerchant(tx);
  if (merchant) await queueEmail(tx, renderLatePaymentFailedEmail({ ...context, recipient: merchant }), now());
}
