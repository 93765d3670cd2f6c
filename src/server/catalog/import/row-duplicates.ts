/** Finds rows that match the same product as an earlier row of the file. Only the merchant knows which of the two is right. */
import type { CsvRow } from './formats/format.ts';
import { listSkus } from './match-rows.ts';
import type { RowError } from './row-errors.ts';

/** Call it for every row in the order of the file. Returns null if its SKUs and slug are all new. */
export function createDuplicateFinder(): (row: CsvRow) => RowError | null {
  const rowsByKey = new Map<string, number>();
  const find = (row: CsvRow, key: string, field: string, label: string): RowError | null => {
    const first = rowsByKey.get(key);
    if (first === undefined) {
      rowsByKey.set(key, row.row);
      return null;
    }
    return { row: row.row, column: row.columns?.[field] ?? field, reason: `${label} stands in row ${first} already` };
  };
  return (row) => {
    if (row.error !== null) return null;
    const { slug } = row.cells;
    const errors = [
      ...listSkus(row.cells).map((sku) =>
        find(row, `sku ${sku}`, 'sku', `SKU ${sku.toUpperCase() === row.cells.sku?.toUpperCase() ? row.cells.sku : sku}`),
      ),
      slug ? find(row, `slug ${slug.toLowerCase()}`, 'slug', `slug ${slug}`) : null,
    ];
    return errors.find((it) => it !== null) ?? null;
  };
}
