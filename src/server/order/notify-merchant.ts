/** Queues the email that tells the merchant of a paid order, in the transaction that pays it. */
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { queueEmail } from '../email/outbox.ts';
import { readNotifications } from '../settings/notifications.service.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import { findAdminOrder } from './admin-order.repository.ts';

export async function notifyMerchant(tx: Database, { publicUrl }: Pick<Deps, 'publicUrl'>, orderId: string, at: Date): Promise<void> {
  const { email, eachOrder } = (await readNotifications(tx)).notifications;
  if (!email || !eachOrder) return;
  const order = await findAdminOrder(tx, orderId);
  if (!order || order.number === null) return;
  const { renderNewOrderEmail } = await import('../email/email-templates/new-order.ts');
  const data = { order: { ...order, number: order.number }, recipient: email, publicUrl, shop: await readShopDetails(tx) };
  await queueEmail(tx, renderNewOrderEmail({ ...data, buyer: order.buyer.email, address: order.address }), at);
}
