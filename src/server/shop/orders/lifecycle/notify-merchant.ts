/** Queues an email to the merchant about something that a customer or the provider did, in the same transaction. */
import { toDollars } from '../../../../contract/money.ts';
import type { OrderRequest } from '../../../../contract/order-fields.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { EmailMessage } from '../../messages/emails/email-message.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import { queueEmail } from '../../messages/emails/outbox.ts';
import type { NewOrderData } from '../../messages/emails/templates/team-emails.ts';
import type { DisputeReport } from '../../payments/provider.ts';
import { readNotifications } from '../../settings/notifications.service.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { findAdmin } from '../../team/login/user.repository.ts';
import { findAdminOrder } from './admin-order.repository.ts';

export type DisputeNotification =
  | { disputed: string; amountCents: number; respondBy: Date | null }
  | { disputeEnd: DisputeReport['status']; amountCents: number };

export type MerchantNotification = 'paid' | { requested: OrderRequest['kind'] } | { failedRefundCents: number } | DisputeNotification;

/** For new orders: the address in the settings, if it wants them. If somebody has to act, there always is a recipient. */
async function findRecipient(tx: Database, notification: MerchantNotification): Promise<string | undefined> {
  if (notification !== 'paid') return findMerchant(tx);
  const { email, eachOrder } = (await readNotifications(tx)).notifications;
  return eachOrder ? email : undefined;
}

/** The address in the settings, else the shop's contact email, else the first admin. */
export async function findMerchant(tx: Database): Promise<string | undefined> {
  const { email } = (await readNotifications(tx)).notifications;
  return email || (await readShopDetails(tx)).email || (await findAdmin(tx))?.email;
}

export async function notifyMerchant(
  tx: Database,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  orderId: string,
  notification: MerchantNotification,
  at: Date,
): Promise<void> {
  const recipient = await findRecipient(tx, notification);
  const order = recipient ? await findAdminOrder(tx, orderId) : null;
  if (!recipient || !order || order.number === null) return;
  const data = { order: { ...order, number: order.number }, recipient, publicUrl, shop: await readEmailShop(tx) };
  await queueEmail(tx, await renderNotification(data, notification), at);
}

async function renderNotification(data: NewOrderData, notification: MerchantNotification): Promise<EmailMessage> {
  if (notification === 'paid') {
    const { renderNewOrderEmail } = await import('../../messages/emails/templates/team-emails.ts');
    return renderNewOrderEmail(data);
  }
  if ('failedRefundCents' in notification) {
    const { renderRefundFailedEmail } = await import('../../messages/emails/templates/team-emails.ts');
    return renderRefundFailedEmail({ ...data, amount: toDollars(notification.failedRefundCents) });
  }
  if ('disputed' in notification) {
    const { renderDisputeOpenedEmail } = await import('../../messages/emails/templates/team-emails.ts');
    const { disputed: reason, amountCents, respondBy } = notification;
    return renderDisputeOpenedEmail({ ...data, amount: toDollars(amountCents), reason, respondBy });
  }
  if ('disputeEnd' in notification) {
    const { renderDisputeClosedEmail } = await import('../../messages/emails/templates/team-emails.ts');
    return renderDisputeClosedEmail({ ...data, amount: toDollars(notification.amountCents), status: notification.disputeEnd });
  }
  const { renderRequestToMerchantEmail } = await import('../../messages/emails/templates/order-request.ts');
  return renderRequestToMerchantEmail({ ...data, kind: notification.requested });
}
