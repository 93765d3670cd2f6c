/** What a buyer is written about their order, in the transaction that makes it true. */
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { orderPaidLetter, orderRefundedLetter, orderShippedLetter } from '../mail/letters.ts';
import { queueMail } from '../mail/outbox.ts';
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
  const about = { order, buyer: order.buyer, publicUrl };
  if (news === 'paid') return queueMail(tx, orderPaidLetter(about), at);
  if (news === 'shipped') return queueMail(tx, orderShippedLetter(about), at);
  return queueMail(tx, orderRefundedLetter({ ...about, amount: news.refundedCents / 100 }), at);
}
