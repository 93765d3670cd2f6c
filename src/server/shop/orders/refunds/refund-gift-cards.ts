/** What a refund of an order takes back of the gift cards that it bought. */
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { BalanceCause } from '../../balances/balance.repository.ts';
import { revokeCards, sumSoldCards } from '../../balances/sold-gift-card.repository.ts';
import { formatCents } from '../lifecycle/update-order.service.ts';
import { findSoldCards } from '../rows/gift-lines.repository.ts';
import type { LockedOrder } from '../rows/order-lock.repository.ts';
import type { RefundLine } from '../rows/refund.repository.ts';

interface Request {
  refundId: string;
  amountCents: number;
  refundableCents: number;
  /** Null: an amount, of nothing in particular. */
  lines: readonly RefundLine[] | null;
}

/**
 * Call it before the provider is asked. Throws `gift_card_spent`, and `refund_mismatch` for an amount that is more than the other items without being all of
 * the order.
 */
export async function takeBackGiftCards(tx: Database, order: LockedOrder, request: Request, cause: BalanceCause): Promise<void> {
  const { refundId, amountCents, refundableCents, lines } = request;
  if (!order.hasGiftCards) return;
  if (lines) {
    const sold = await findSoldCards(tx, order.id);
    const positions = new Set(sold?.cards.map(({ line }) => line));
    const pieces = new Map(lines.filter(({ position }) => positions.has(position)).map((it) => [it.position, it.quantity]));
    if (pieces.size) await revokeCards(tx, order.id, refundId, pieces, cause);
    return;
  }
  if (amountCents === refundableCents) return revokeCards(tx, order.id, refundId, null, cause);
  const others = Math.max(0, refundableCents - (await sumSoldCards(tx, order.id)));
  if (amountCents > others)
    throw new AppError(
      'refund_mismatch',
      `This order has bought gift cards. Choose which items you refund, or at most ${formatCents(others, order.currency)}.`,
    );
}
