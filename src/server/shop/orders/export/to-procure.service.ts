/** "To procure": what was sold below zero, by variant, and as a file. */
import type { OwedItem } from '../../../../contract/procurement.ts';
import { toZonedTime } from '../../../../contract/time-zone.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import { writeCsvRow } from '../../../platform/http/csv.ts';
import { readShopDetails } from '../../settings/shop-details.service.ts';
import { listOwedLines, type OwedRow } from '../rows/to-procure.repository.ts';

const MAX_ITEMS = 200;
const MAX_ORDERS = 50;

function toItem(rows: OwedRow[]): OwedItem[] {
  const [first] = rows;
  if (!first) return [];
  const { productId: product, variantId: variant, slug, name, options, sku, onHand } = first;
  return [
    {
      product,
      ...(variant && { variant }),
      slug,
      name,
      ...(options && { options }),
      ...(sku && { sku }),
      onHand,
      owed: rows.reduce((sum, { pieces }) => sum + pieces, 0),
      orders: rows.slice(0, MAX_ORDERS).map(({ orderId, number, pieces, at, soldBy, bundle }) => ({
        _id: orderId,
        number,
        pieces,
        placedAt: new Date(at).toISOString(),
        ...(soldBy?.text && { promise: soldBy.text }),
        ...(bundle && { bundle }),
      })),
    },
  ];
}

export async function listToProcure(db: Database): Promise<{ items: OwedItem[]; total: number; pieces: number }> {
  const lines = await listOwedLines(db);
  const groups = Map.groupBy(lines, ({ productId, variantId }) => variantId ?? productId);
  const items = [...groups.values()].flatMap(toItem).sort((one, other) => other.owed - one.owed);
  return { items: items.slice(0, MAX_ITEMS), total: items.length, pieces: items.reduce((sum, { owed }) => sum + owed, 0) };
}

const COLUMNS: [name: string, read: (row: OwedRow, timeZone: string) => string | number][] = [
  ['name', (row) => row.name],
  ['options', (row) => row.options],
  ['sku', (row) => row.sku ?? ''],
  ['in_stock', (row) => row.onHand],
  ['owed', (row) => row.pieces],
  ['order', (row) => row.number],
  ['placed', (row, timeZone) => toZonedTime(new Date(row.at), timeZone)],
  ['promised', (row) => row.soldBy?.text ?? ''],
  ['ships_on', (row) => row.soldBy?.shipsOn ?? ''],
  ['bundle', (row) => row.bundle ?? ''],
];

/** A row for each order that waits. */
export async function* exportToProcure(read: ReadFromReplica): AsyncGenerator<string> {
  const { timeZone } = await read(readShopDetails);
  yield writeCsvRow(COLUMNS.map(([name]) => name));
  const rows = await read(listOwedLines);
  yield rows.map((row) => writeCsvRow(COLUMNS.map(([, readCell]) => readCell(row, timeZone)))).join('');
}
