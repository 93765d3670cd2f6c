/** Puts the pieces of a refund of single lines back into stock, in the transaction that records it. */
import type { Database } from '../../../platform/database/connect.ts';
import { getTargetId, moveStock, sumReturned } from '../../inventory/stock.repository.ts';
import { updateOrder } from '../checkout/order-write.repository.ts';
import { listLines } from '../lifecycle/order.repository.ts';
import { lockOrderById } from '../lifecycle/row-lock.repository.ts';
import { listRefundLines, sumRestocked } from './refund-lines.repository.ts';

/**
 * Does nothing if the order holds no stock any more, because a refund of the rest restocked everything. Pieces of a refund that failed
 * afterwards are back in stock already, so the ledger tells how many are still missing there.
 */
export async function restockLines(tx: Database, orderId: string, refundId: string, at: Date): Promise<void> {
  const restocked = (await listRefundLines(tx, refundId)).filter(({ restock }) => restock);
  if (!restocked.length) return;
  const order = await lockOrderById(tx, orderId);
  if (order?.stock !== 'sold') return;
  const lines = await listLines(tx, [orderId]);
  const byPosition = new Map(lines.map((line) => [line.position, line]));
  const [total, returned] = [await sumRestocked(tx, orderId), await sumReturned(tx, orderId)];
  const moves = restocked.flatMap(({ position, quantity }) => {
    const line = byPosition.get(position);
    if (!line?.productId) return [];
    const target = { productId: line.productId, variantId: line.variantId };
    const missing = Math.min(quantity, (total.get(position) ?? 0) - (returned.get(getTargetId(target)) ?? 0));
    return missing > 0 ? [{ ...target, orderId, kind: 'return' as const, quantity: missing }] : [];
  });
  await moveStock(tx, moves, at);
  const isAllBack = lines.every((line) => (total.get(line.position) ?? 0) >= line.quantity);
  if (isAllBack && order.status === 'refunded') await updateOrder(tx, orderId, { stock: 'none' });
}
