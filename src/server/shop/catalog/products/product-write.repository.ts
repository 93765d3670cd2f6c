/** Writes columns of many products at once. The caller has locked them. */
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/connect.ts';
import { query } from '../../../platform/database/query.ts';
import { editStocks } from '../../inventory/stock-edit.repository.ts';
import type { ProductUpdate } from './product.repository.ts';

/** Column and type for each field of a change. */
const COLUMNS = {
  name: ['name', 'text'],
  description: ['description', 'text'],
  priceCents: ['price_cents', 'int'],
  compareAtCents: ['compare_at_cents', 'int'],
  weightGrams: ['weight_grams', 'int'],
  status: ['status', 'text'],
  attributes: ['attributes', 'jsonb'],
  shipping: ['shipping', 'smallint'],
  categoryId: ['category_id', 'uuid'],
} as const;

/**
 * For a transaction that writes many products: on the embedded database, the indexes of words are written once at its end, in half of the time
 * and a third of the log.
 */
export async function mergeIndexEntries(tx: Database, write: () => Promise<void>): Promise<void> {
  await query(tx, sql`select collect_index_entries()`);
  await write();
  await query(tx, sql`select merge_index_entries()`);
}

export type PlainColumn = keyof typeof COLUMNS;
export type PlainUpdate = Pick<ProductUpdate, PlainColumn>;

export const isPlainColumn = (name: string): name is PlainColumn => Object.hasOwn(COLUMNS, name);

export interface PlainChange {
  id: string;
  columns: PlainUpdate;
  /** By how many. */
  stock: number;
}

/**
 * For products without options that have enough in stock. One statement for all products that change the same columns, which in a file is
 * usually all of them.
 */
export async function changePlainProducts(tx: Database, changes: PlainChange[], at: Date): Promise<void> {
  const groups = Object.groupBy(changes, ({ columns }) => Object.keys(columns).sort().join());
  for (const [key, group = []] of Object.entries(groups)) {
    const names = key.split(',').filter(isPlainColumn);
    const rows = group.map(({ id, columns, stock }) => ({ productId: id, change: stock, ...columns }));
    const assigned = names.map((name) => `${COLUMNS[name][0]} = c."${name}"`).join(', ');
    const types = names.map((name) => `, "${name}" ${COLUMNS[name][1]}`).join('');
    const beside = { assigned: sql`${sql.raw(assigned)}, updated_at = ${at.toISOString()}::timestamptz`, types: sql.raw(types) };
    await editStocks(tx, rows, at, names.length ? beside : undefined);
  }
}
