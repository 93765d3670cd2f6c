import { toDollars } from '../../../../contract/money.ts';
import type { AdminOrder, OrderRequest } from '../../../../contract/order-fields.ts';
import { toDay } from '../../../../contract/time-zone.ts';
import type { Withdrawal } from '../../../../contract/withdrawal-fields.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { openOrderKeys } from '../../catalog/downloads/license-keys.service.ts';
import type { EmailAttachment } from '../../database/schema/messages.ts';
import type { EmailMessage } from '../../messages/emails/email-message.ts';
import { readEmailShop } from '../../messages/emails/email-settings.service.ts';
import { queueEmail, queueNotice } from '../../messages/emails/outbox.ts';
import type { OrderEmailData } from '../../messages/emails/templates/order-parts.ts';
import type { NewOrderData } from '../../messages/emails/templates/team-emails.ts';
import type { DisputeReport } from '../../payments/provider.ts';
import { readNotifications } from '../../settings/notifications.service.ts';
import { findSetting, INVOICES_KEY } from '../../settings/settings.repository.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { findAdmin } from '../../team/login/user.repository.ts';
import { listDocumentFiles, listTextFiles } from '../documents/email-files.ts';
import { findAdminOrder } from '../rows/admin-order.repository.ts';
import { listKeyLines, listOrderFiles } from '../rows/order-downloads.repository.ts';
import type { LockedOrder } from '../rows/order-lock.repository.ts';
import { createDelayUrl, renderDelay } from './delay-email.ts';
import { buildDownloadUrl, buildGuestOrderUrl, loadGuestSecret, signDownload, signOrder, signWithdrawal } from './guest-link.ts';
import { buildWithdrawalUrl } from './withdrawal-period.ts';

/** The emails about an order to its customer and to the merchant, queued in the transaction that changes the order. */
type RequestKind = OrderRequest['kind'];

export type BuyerNotification =
  | 'paid'
  | 'shipped'
  /** To be paid by hand. */
  | 'placed'
  /** Nobody paid it, or the team gave it up. */
  | 'ended'
  | { receivedCents: number; leftCents: number }
  /** What is left of an invoice. */
  | { reminder: number }
  /** The order's files and keys, again or later. */
  | 'downloads'
  | { refundedCents: number; balanceCents?: number }
  | { message: string }
  | { requested: RequestKind }
  | { withdrawn: string }
  /** A new day was set: the shop's words for it. */
  | { delayed: string }
  | { declined: RequestKind | 'withdraw'; answer: string };

export async function notifyBuyer(
  tx: Database,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  orderId: string,
  notification: BuyerNotification,
  at: Date,
): Promise<void> {
  const order = await findAdminOrder(tx, orderId);
  if (!order || order.number === null) return;
  const { number, buyer, estimatedDelivery } = order;
  // The order is so old that its buyer's personal data was deleted (shop/customers/privacy/privacy.service.ts).
  if (!buyer.email) return;
  const shop = await readEmailShop(tx);
  // Shipped late: what the checkout said no longer helps.
  const isAhead = estimatedDelivery && estimatedDelivery.to >= toDay(at, shop.timeZone);
  const shown = { ...order, number, estimatedDelivery: isAhead ? estimatedDelivery : null };
  const data: OrderEmailData = { order: shown, recipient: buyer.email, userId: buyer._id, publicUrl, shop, ...markTest(order) };
  if (order.hasDownloads) data.handedOver = await readHandedOver(tx, orderId, publicUrl);
  if (buyer._id === null) data.guestUrl = publicUrl && (await createGuestOrderUrl(tx, publicUrl, orderId));
  data.attachments = await listAttachments(tx, order, notification);
  if (typeof notification === 'object' && 'delayed' in notification && publicUrl)
    data.delayUrl = await createDelayUrl(tx, publicUrl, order);
  if (shop.withdrawalDays && publicUrl) {
    data.withdrawalUrl = buildWithdrawalUrl(publicUrl, orderId, signWithdrawal(await loadGuestSecret(tx), orderId));
  }
  await queueEmail(tx, await renderBuyerEmail(data, order, notification), at);
}

/** The texts go with the confirmation alone. Nothing is read where the order has neither texts nor documents. */
async function listAttachments(tx: Database, order: AdminOrder, notification: BuyerNotification): Promise<EmailAttachment[]> {
  const isRefund = typeof notification === 'object' && 'refundedCents' in notification;
  if (!isRefund && notification !== 'paid' && notification !== 'shipped') return [];
  const about = isRefund ? 'refund' : notification;
  const orderId = order._id;
  // Whoever types another's email into a free order must not make the shop send them any text (LIMIT-5).
  const documents =
    order.hasDocuments && order.total > 0
      ? await listDocumentFiles(tx, { orderId, invoicing: await findSetting(tx, INVOICES_KEY), about })
      : [];
  return about === 'paid' && order.hasTexts ? [...documents, ...(await listTextFiles(tx, orderId))] : documents;
}

/** What the email shows of them: the order is open, since it was paid or keys were found. */
async function readHandedOver(tx: Database, orderId: string, publicUrl: string | null): Promise<NonNullable<OrderEmailData['handedOver']>> {
  const secret = await loadGuestSecret(tx);
  const files = (await listOrderFiles(tx, orderId)).filter(({ isDeleted }) => !isDeleted);
  const keys = await openOrderKeys(tx, orderId);
  const lines = await listKeyLines(tx, orderId);
  return {
    files: files.map((file) => ({ ...file, url: publicUrl && buildDownloadUrl(publicUrl, file.id, signDownload(secret, file.id)) })),
    keys: lines.map(({ line, quantity, given }) => ({ line, keys: keys.get(line) ?? [], owed: quantity - given })),
  };
}

/** Of a test order, emails to the merchant too go only to the owner who made it. */
const markTest = ({ _id, isTest }: AdminOrder) => (isTest ? { testOrderId: _id } : {});

async function createGuestOrderUrl(tx: Database, publicUrl: string, orderId: string): Promise<string> {
  return buildGuestOrderUrl(publicUrl, orderId, signOrder(await loadGuestSecret(tx), orderId));
}

/** Templates are imported on first use, so that the shop starts faster. */
async function renderBuyerEmail(data: OrderEmailData, order: AdminOrder, notification: BuyerNotification): Promise<EmailMessage> {
  switch (notification) {
    case 'downloads': {
      const { renderOrderDownloadsEmail } = await import('../../messages/emails/templates/customer-emails.ts');
      return renderOrderDownloadsEmail(data);
    }
    case 'paid': {
      const { renderOrderPaidEmail } = await import('../../messages/emails/templates/customer-emails.ts');
      return renderOrderPaidEmail(data);
    }
    case 'shipped': {
      const { renderOrderShippedEmail } = await import('../../messages/emails/templates/customer-emails.ts');
      return renderOrderShippedEmail(data);
    }
    case 'placed': {
      const { renderOrderPlacedEmail } = await import('../../messages/emails/templates/payment-emails.ts');
      return renderOrderPlacedEmail(data);
    }
    case 'ended': {
      const { renderOrderEndedEmail } = await import('../../messages/emails/templates/payment-emails.ts');
      return renderOrderEndedEmail(data);
    }
    default:
      if ('receivedCents' in notification || 'reminder' in notification) return renderByHand(data, notification);
      if ('message' in notification) return renderMessage(data, notification);
      if ('delayed' in notification) return renderDelay(data, order, notification.delayed);
      if ('withdrawn' in notification) {
        const { renderWithdrawalReceivedEmail } = await import('../../messages/emails/templates/withdrawal-emails.ts');
        return renderWithdrawalReceivedEmail({ ...data, withdrawal: findWithdrawal(order, notification.withdrawn) });
      }
      return 'refundedCents' in notification ? renderRefund(data, notification) : renderRequest(data, notification);
  }
}

function findWithdrawal({ withdrawals = [] }: AdminOrder, id: string): Withdrawal {
  const found = withdrawals.find(({ _id }) => _id === id);
  if (!found) throw new Error('the withdrawal was not written');
  return found;
}

async function renderRequest(
  data: OrderEmailData,
  notification: Extract<BuyerNotification, { requested: unknown } | { declined: unknown }>,
) {
  const { renderRequestReceivedEmail, renderRequestDeclinedEmail } = await import('../../messages/emails/templates/order-request.ts');
  if ('requested' in notification) return renderRequestReceivedEmail({ ...data, kind: notification.requested });
  return renderRequestDeclinedEmail({ ...data, kind: notification.declined, answer: notification.answer });
}

async function renderByHand(
  data: OrderEmailData,
  notification: Extract<BuyerNotification, { receivedCents: number } | { reminder: number }>,
) {
  const { renderPaymentReceivedEmail, renderPaymentReminderEmail } = await import('../../messages/emails/templates/payment-emails.ts');
  if ('reminder' in notification) return renderPaymentReminderEmail({ ...data, left: toDollars(notification.reminder) });
  const { receivedCents, leftCents } = notification;
  return renderPaymentReceivedEmail({ ...data, amount: toDollars(receivedCents), left: toDollars(leftCents) });
}

async function renderMessage(data: OrderEmailData, { message }: { message: string }): Promise<EmailMessage> {
  const { renderOrderMessageEmail } = await import('../../messages/emails/templates/customer-emails.ts');
  return renderOrderMessageEmail({ ...data, message });
}

async function renderRefund(data: OrderEmailData, it: { refundedCents: number; balanceCents?: number }): Promise<EmailMessage> {
  const { refundedCents, balanceCents = 0 } = it;
  const { renderOrderRefundedEmail } = await import('../../messages/emails/templates/customer-emails.ts');
  return renderOrderRefundedEmail({ ...data, amount: toDollars(refundedCents), toBalance: toDollars(balanceCents) });
}

export type DisputeNotification =
  | { disputed: string; amountCents: number; respondBy: Date | null }
  | { disputeEnd: DisputeReport['status']; amountCents: number };

type MerchantNotification =
  | 'paid'
  | 'placed'
  | { requested: OrderRequest['kind'] }
  | { withdrawn: string }
  | { delayAnswer: 'wait' | 'cancel' }
  | { failedRefundCents: number }
  | DisputeNotification;

/** New orders are only sent to the address in the settings, if that is switched on. Emails that require an action always have a recipient. */
async function findRecipient(tx: Database, notification: MerchantNotification): Promise<string | undefined> {
  if (notification !== 'paid' && notification !== 'placed') return findMerchant(tx);
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
  const told = await findRecipient(tx, notification);
  const order = told ? await findAdminOrder(tx, orderId) : null;
  if (!told || !order || order.number === null) return;
  const recipient = order.isTest ? order.buyer.email : told;
  const data = { order: { ...order, number: order.number }, recipient, publicUrl, shop: await readEmailShop(tx), ...markTest(order) };
  if (typeof notification === 'object' && 'withdrawn' in notification) {
    const { renderOrderWithdrawnEmail } = await import('../../messages/emails/templates/withdrawal-emails.ts');
    const withdrawal = findWithdrawal(order, notification.withdrawn);
    await queueEmail(tx, renderOrderWithdrawnEmail({ ...data, withdrawal }), at);
    return;
  }
  await queueEmail(tx, await renderMerchantEmail(data, notification), at);
}

async function renderMerchantEmail(
  data: NewOrderData,
  notification: Exclude<MerchantNotification, { withdrawn: string }>,
): Promise<EmailMessage> {
  if (notification === 'paid') {
    const { renderNewOrderEmail } = await import('../../messages/emails/templates/team-emails.ts');
    return renderNewOrderEmail(data);
  }
  if (notification === 'placed') {
    const { renderNewUnpaidOrderEmail } = await import('../../messages/emails/templates/payment-emails.ts');
    return renderNewUnpaidOrderEmail(data);
  }
  if ('failedRefundCents' in notification) {
    const { renderRefundFailedEmail } = await import('../../messages/emails/templates/team-emails.ts');
    return renderRefundFailedEmail({ ...data, amount: toDollars(notification.failedRefundCents) });
  }
  if ('delayAnswer' in notification) {
    const { renderDelayAnsweredEmail } = await import('../../messages/emails/templates/delay-emails.ts');
    return renderDelayAnsweredEmail({ ...data, answer: notification.delayAnswer });
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

/**
 * Tells the customer and the merchant that a payment which was on its way for days has failed, so that the checkout never became an order. Not
 * for a payment that failed at once, because the payment page says so. To the customer it is a notice (outbox.ts), because failing
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
  const { renderLatePaymentFailedEmail, renderPaymentFailedEmail } = await import('../../messages/emails/templates/customer-emails.ts');
  const shop = await readEmailShop(tx);
  const { _id, email } = checkout.buyer;
  const context = { publicUrl, shop, order: checkout };
  if (email) await queueNotice(tx, renderPaymentFailedEmail({ ...context, recipient: email, userId: _id, isGuest: _id === null }), now());
  const merchant = await findMerchant(tx);
  if (merchant) await queueEmail(tx, renderLatePaymentFailedEmail({ ...context, recipient: merchant }), now());
}
