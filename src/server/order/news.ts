/** What a buyer is written about their order, in the transaction that makes it true. */
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { renderOrderPaidEmail, renderOrderRefundedEmail, renderOrderShippedEmail } from '../email/email-templates.ts';
import { queueEmail } from '../email/outbox.ts';
import { findAnyOrder } from './admin.repository.ts';

export type News = 'paid' | 'shipped' | { refundedCents: number };

export async function tellBuyer(
  tx: Database,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  orderId: string,
  news: News,
  at: Date,
): Promise<void> {
  const order = await findAnyOrder(tx, orderId);
  if (!order) return;
  const about = { order, customer: order.buyer, publicUrl };
  if (news === 'paid') return queueEmail(tx, renderOrderPaidEmail(about), at);
  if (news === 'shipped') return queueEmail(tx, renderOrderShippedEmail(about), at);
  return queueEmail(tx, renderOrderRefundedEmail({ ...about, amount: news.refundedCents / 100 }), at);
}
