/** What a change of an order's status does to its stock, in the same transaction: update-order.service.ts calls it. */
import type { Database } from '../../../platform/database/connect.ts';
import { createMovements, getReturnKey, getTargetId, moveStock, type StockMove, sumReturned } from '../../inventory/stock.repository.ts';
import { lockStock } from '../../inventory/stock-levels.repository.ts';
import { listLines } from '../rows/order.repository.ts';
import type { LockedOrder } from '../rows/order-lock.repository.ts';
import type { StockEffect } from './order.state.ts';

/** One move for each target of the order's lines; moveStock skips deleted variants. */
export async function listStockMoves(tx: Database, orderIds: string[], kind: 'release' | 'sell'): Promise<StockMove[]> {
  const lines = await listLines(tx, orderIds);
  return lines.flatMap(({ orderId, quantity, targets }) =>
    targets.map(({ count, ...target }) => ({ ...target, orderId, kind, quantity: quantity * count })),
  );
}

/** Restocks all pieces except those that refunds of single lines have restocked already. */
async function listReturns(tx: Database, orderId: string): Promise<StockMove[]> {
  const returned = await sumReturned(tx, orderId);
  const lines = await listLines(tx, [orderId]);
  return lines.flatMap(({ quantity, targets }) =>
    targets.flatMap(({ count, ...target }): StockMove[] => {
      const left = quantity * count - (returned.get(getReturnKey(target)) ?? 0);
      return left > 0 ? [{ ...target, orderId, kind: 'return', quantity: left }] : [];
    }),
  );
}

/** Moves the stock and returns the order's new stock state; null where there isn't enough to sell. */
export async function applyStockEffect(tx: Database, order: LockedOrder, effect: StockEffect, restock: boolean, at: Date) {
  if (order.isTest) return order.stock;
  switch (effect) {
    case 'keep':
      return order.stock;
    case 'release':
      return releaseStock(tx, order, restock, at);
    case 'sell':
      return sellStock(tx, order, at);
    default:
      return effect satisfies never;
  }
}

async function releaseStock(tx: Database, { id, stock }: LockedOrder, restock: boolean, at: Date): Promise<LockedOrder['stock']> {
  if (stock === 'none' || (stock === 'sold' && !restock)) return stock;
  await moveStock(tx, stock === 'held' ? await listStockMoves(tx, [id], 'release') : await listReturns(tx, id), at);
  return 'none';
}

async function sellStock(tx: Database, { id, stock }: LockedOrder, at: Date): Promise<LockedOrder['stock'] | null> {
  if (stock === 'sold') return stock;
  const sales = await listStockMoves(tx, [id], 'sell');
  if (stock === 'none' && !(await reserveStockAgain(tx, id, sales, at))) return null;
  // Reserving has already lowered the quantity: a sale only adds its rows to the ledger.
  await createMovements(tx, sales, at);
  return 'sold';
}

/** Reserves everything a closed order once held, or nothing. */
async function reserveStockAgain(tx: Database, orderId: string, sales: StockMove[], at: Date): Promise<boolean> {
  const lines = await listLines(tx, [orderId]);
  if (lines.some(({ productId }) => productId === null)) return false;
  const stock = await lockStock(tx, sales);
  // A part may be sold alone, too.
  const moves = Map.groupBy(sales, getTargetId);
  const sum = (it: StockMove[]) => it.reduce((pieces, { quantity }) => pieces + quantity, 0);
  if ([...moves].some(([id, ofTarget]) => (stock.get(id) ?? 0) < sum(ofTarget))) return false;
  const reserves = sales.map((move) => ({ ...move, kind: 'reserve' as const }));
  await moveStock(tx, reserves, at);
  return true;
}
