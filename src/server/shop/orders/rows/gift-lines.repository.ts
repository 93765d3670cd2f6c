/** The lines of orders that sell gift cards. */
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import type { SoldCards } from '../../balances/issue-gift-cards.ts';
import { users } from '../../database/schema/account.ts';
import { orderLines, orders } from '../../database/schema/order.ts';

/** What is to be issued for it, and to whom it goes that nobody else is named for. */
export async function findSoldCards(
  tx: Database,
  orderId: string,
): Promise<{ id: string; currency: string; email: string; cards: SoldCards[] } | null> {
  const email = sql<string>`coalesce(${users.email}, ${orders.guestEmail}, '')`;
  const [order] = await tx
    .select({ id: orders.id, currency: orders.currency, email })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId));
  const { position: line, quantity, priceCents, recipient } = orderLines;
  const cards = await tx
    .select({ line, quantity, priceCents, recipient })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.isGiftCard, true)))
    .orderBy(asc(orderLines.position));
  return order ? { ...order, cards } : null;
}

/** What an order's gift cards cost, which is taxed when they are spent. */
export async function sumGiftLines(tx: Database, orderId: string): Promise<number> {
  const sold = await findSoldCards(tx, orderId);
  return sold?.cards.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0) ?? 0;
}
