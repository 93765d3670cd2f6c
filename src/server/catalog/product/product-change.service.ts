/** Writes what an admin's form has sent, unless the form was overtaken: then nothing is written, and the error tells what is there now. */
import { STOCK_MAX } from '../../../contract/limits.ts';
import type { Database } from '../../database/connect.ts';
import { AppError, createVersionConflict } from '../../errors.ts';
import { editStock, hasStockEdit } from '../../inventory/stock.repository.ts';
import * as repository from './product.repository.ts';
import { type ProductRow, toProduct } from './product-row.repository.ts';

/** Absent fields stay as they are. */
export interface ProductChange {
  name?: string;
  description?: string;
  priceCents?: number;
  shipping?: 0 | 1;
  categoryId?: string;
  slug?: string;
  imageId?: string;
  quantity?: number;
  /** What the form had shown: the stock changes by the difference. Absent: `quantity` is what there is from now on. */
  shownQuantity?: number;
  /** Of the product that the form was opened with; absent, and nothing is compared. */
  version?: number;
}

type Current = ProductRow & { version: number };

export const createProductNotFound = (): AppError => new AppError('product_not_found', "This product isn't there any more");

const toReply = ({ version, ...row }: Current) => ({ product: [toProduct(row)], version });

/** The columns that really change, so that saving the same again changes nothing. */
function listChangedColumns(current: Current, { quantity: _q, shownQuantity: _s, version: _v, ...columns }: ProductChange) {
  const stored = { ...current, categoryId: current.category };
  return Object.fromEntries(Object.entries(columns).filter(([name, value]) => value !== stored[name as keyof typeof columns]));
}

/** By how many the stock changes. */
function getStockChange(current: Current, { quantity, shownQuantity = current.quantity }: ProductChange): number {
  return quantity === undefined ? 0 : quantity - shownQuantity;
}

function requirePossibleStock(current: Current, change: number): void {
  const quantity = current.quantity + change;
  if (quantity < 0) {
    const message = `Only ${current.quantity} are in stock now, so it can't go down by ${-change}`;
    const issues = [{ path: 'quantity', code: 'insufficient_stock' as const, message, limit: current.quantity }];
    throw new AppError('insufficient_stock', message, { issues, current: toReply(current) });
  }
  if (change > 0 && quantity > STOCK_MAX) {
    const issues = [{ path: 'quantity', code: 'too_large' as const, message: `must be <= ${STOCK_MAX}`, limit: STOCK_MAX }];
    throw new AppError('invalid_request', `The stock can't be above ${STOCK_MAX}`, { issues });
  }
}

/**
 * Throws `product_not_found`; `version_conflict` where the product was changed after the form was opened, unless what is sent is there
 * already, as after a request whose answer was lost; and `insufficient_stock` where more would be taken away than is left.
 */
export async function writeProductChange(tx: Database, id: string, change: ProductChange, at: Date): Promise<repository.VersionedProduct> {
  const current = await repository.lockProduct(tx, id);
  if (!current) throw createProductNotFound();
  const columns = listChangedColumns(current, change);
  const stockEdit = { productId: id, change: getStockChange(current, change), productVersion: change.version, at };
  const isOvertaken = change.version !== undefined && change.version !== current.version;
  const isStockDone = stockEdit.change === 0 || (isOvertaken && (await hasStockEdit(tx, stockEdit)));
  const isChanged = Object.keys(columns).length > 0;
  if (isOvertaken && (isChanged || !isStockDone)) throw createVersionConflict(toReply(current));
  if (!isStockDone) {
    requirePossibleStock(current, stockEdit.change);
    await editStock(tx, stockEdit);
  }
  if (isChanged) await repository.updateProduct(tx, id, { ...columns, updatedAt: at });
  const written = await repository.findProduct(tx, id);
  if (!written) throw createProductNotFound();
  return written;
}
