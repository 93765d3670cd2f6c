/** Queues the email about a change of an order, in the transaction that makes the change. */
import { toDollars } from '../../contract/money.ts';
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import type { EmailMessage } from '../email/email-message.ts';
import type { OrderEmailData } from '../email/email-templates/order-parts.ts';
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
  if (!order || order.number === null) return;
  const { number } = order;
  await queueEmail(
    tx,
    await renderNotification({ order: { ...order, number }, recipient: order.buyer.email, publicUrl }, notification),
    at,
  );
}

/** Templates are imported on first use: a shop starts without React's renderer. */
async function renderNotification(data: OrderEmailData, notification: BuyerNotification): Promise<EmailMessage> {
  switch (notification) {
    case 'paid': {
      const { renderOrderPaidEmail } = await import('../email/email-templates/order-paid.ts');
      return renderOrderPaidEmail(data);
    }
    case 'shipped': {
      const { renderOrderShippedEmail } = await import('../email/email-templates/order-shipped.ts');
      return renderOrderShippedEmail(data);
    }
    default: {
      const { renderOrderRefundedEmail } = await import('../email/email-templates/order-refunded.ts');
      return renderOrderRefundedEmail({ ...data, amount: toDollars(notification.refundedCents) });
    }
  }
}
