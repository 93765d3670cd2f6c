/** What a buyer is written about their order, in the transaction that makes it true. */
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { renderOrderPaidEmail, renderOrderRefundedEmail, renderOrderShippedEmail } from '../email/email-templates.ts';
import { queueEmail } from '../email/outbox.ts';
import { findAdminOrder } from './admin-order.repository.ts';

export type BuyerNotification = 'paid' | 'shipped' | { refundedCents: number };

export async function notifyBuyer(
  tx: Database,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  orderId: string,
  notification: BuyerNotification,
  at: Date,
): Promise<void> {
  const order = await findAdminOrder(tx, orderId);
  if (!order) return;
  const emailData = { order, customer: order.buyer, publicUrl };
  if (notification === 'paid') return queueEmail(tx, renderOrderPaidEmail(emailData), at);
  if (notification === 'shipped') return queueEmail(tx, renderOrderShippedEmail(emailData), at);
  return queueEmail(tx, renderOrderRefundedEmail({ ...emailData, amount: notification.refundedCents / 100 }), at);
}
