/** Queues the email about a change of an order, in the transaction that makes the change. */
import { formatMoney, toDollars } from '../../../../contract/money.ts';
import type { OrderRequest } from '../../../../contract/order-fields.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { EmailMessage } from '../../messages/emails/email-message.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import { queueEmail } from '../../messages/emails/outbox.ts';
import type { OrderEmailData } from '../../messages/emails/templates/order-parts.ts';
import { buildGuestOrderUrl, loadGuestSecret, signOrder } from '../guests/guest-link.ts';
import { findAdminOrder } from './admin-order.repository.ts';

/** For the history of orders and for error messages, which are in English. `currency`: as an order stores it. */
export function formatCents(cents: number, currency: string): string {
  // A provider's event may name what is no currency.
  if (!/^[a-z]{3}$/i.test(currency)) return `${toDollars(cents).toFixed(2)} ${currency}`;
  return formatMoney(toDollars(cents), { currency, locale: 'en-US' });
}

type RequestKind = OrderRequest['kind'];

export type BuyerNotification =
  | 'paid'
  | 'shipped'
  | { refundedCents: number }
  | { message: string }
  | { requested: RequestKind }
  | { declined: RequestKind; answer: string };

export async function notifyBuyer(
  tx: Database,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  orderId: string,
  notification: BuyerNotification,
  at: Date,
): Promise<void> {
  const order = await findAdminOrder(tx, orderId);
  if (!order || order.number === null) return;
  const { number, buyer } = order;
  // The order is so old that its buyer's data was deleted (shop/customers/privacy/retention.service.ts).
  if (!buyer.email) return;
  const shop = await readEmailShop(tx);
  const data: OrderEmailData = { order: { ...order, number }, recipient: buyer.email, userId: buyer._id, publicUrl, shop };
  if (buyer._id === null) data.guestUrl = publicUrl && (await createGuestOrderUrl(tx, publicUrl, orderId));
  await queueEmail(tx, await renderNotification(data, notification), at);
}

async function createGuestOrderUrl(tx: Database, publicUrl: string, orderId: string): Promise<string> {
  return buildGuestOrderUrl(publicUrl, orderId, signOrder(await loadGuestSecret(tx), orderId));
}

/** Templates are imported on first use: a shop starts without React's renderer. */
async function renderNotification(data: OrderEmailData, notification: BuyerNotification): Promise<EmailMessage> {
  switch (notification) {
    case 'paid': {
      const { renderOrderPaidEmail } = await import('../../messages/emails/templates/customer-emails.ts');
      return renderOrderPaidEmail(data);
    }
    case 'shipped': {
      const { renderOrderShippedEmail } = await import('../../messages/emails/templates/customer-emails.ts');
      return renderOrderShippedEmail(data);
    }
    default:
      if ('message' in notification) return renderMessage(data, notification);
      return 'refundedCents' in notification ? renderRefund(data, notification) : renderRequest(data, notification);
  }
}

async function renderRequest(
  data: OrderEmailData,
  notification: Extract<BuyerNotification, { requested: unknown } | { declined: unknown }>,
) {
  const { renderRequestReceivedEmail, renderRequestDeclinedEmail } = await import('../../messages/emails/templates/order-request.ts');
  if ('requested' in notification) return renderRequestReceivedEmail({ ...data, kind: notification.requested });
  return renderRequestDeclinedEmail({ ...data, kind: notification.declined, answer: notification.answer });
}

async function renderMessage(data: OrderEmailData, { message }: { message: string }): Promise<EmailMessage> {
  const { renderOrderMessageEmail } = await import('../../messages/emails/templates/customer-emails.ts');
  return renderOrderMessageEmail({ ...data, message });
}

async function renderRefund(data: OrderEmailData, { refundedCents }: { refundedCents: number }): Promise<EmailMessage> {
  const { renderOrderRefundedEmail } = await import('../../messages/emails/templates/customer-emails.ts');
  return renderOrderRefundedEmail({ ...data, amount: toDollars(refundedCents) });
}
