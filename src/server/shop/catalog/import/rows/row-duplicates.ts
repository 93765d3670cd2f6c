/**
 * Within a file nothing matches what the same file brought. A row of the shop's own columns with the SKU or slug of an earlier row is refused,
 * because only the merchant knows which of the two is right. A product of another shop comes in without a SKU that an earlier one has: there,
 * two products may have the same.
 */
import { slugify } from '../../../database/slug.ts';
import type { CsvRow, RowNotice, VariantCells } from '../formats/format.ts';
import { listSkus } from './match-rows.ts';

type Find = (key: string, row: CsvRow) => number | null;

function refuse(row: CsvRow, field: string, what: string, first: number): CsvRow {
  return { ...row, error: `${what} stands in row ${first} already`, errorColumn: row.columns?.[field] ?? field };
}

const tell = (row: CsvRow, sku: string, first: number): RowNotice => ({
  ...{ kind: 'dropped', column: row.columns?.['variants.sku'] ?? row.columns?.sku ?? 'sku' },
  reason: `SKU ${sku} is that of row ${first}: it comes in without`,
});

/** The row without the SKUs that earlier rows have. */
function withoutTakenSkus(row: CsvRow, find: Find): CsvRow {
  const { sku, ...others } = row.cells;
  const notices: RowNotice[] = [];
  const isTaken = (it: string): boolean => {
    const first = find(`sku ${it.toLowerCase()}`, row);
    if (first !== null) notices.push(tell(row, it, first));
    return first !== null;
  };
  const cells = sku && isTaken(sku) ? others : { ...row.cells };
  if (cells.variants?.includes('"sku":')) {
    const variants = (JSON.parse(cells.variants) as VariantCells[]).map((it) => {
      const { sku: own, ...variant } = it;
      return own && isTaken(own) ? variant : it;
    });
    if (notices.length) cells.variants = JSON.stringify(variants);
  }
  return notices.length ? { ...row, cells, notices: [...(row.notices ?? []), ...notices] } : row;
}

/** Call it for every row in the order of the file. It returns the row, or what is left of it. */
export function createDuplicateFinder(): (row: CsvRow) => CsvRow {
  const rowsByKey = new Map<string, number>();
  const find: Find = (key, { row }) => {
    const first = rowsByKey.get(key) ?? null;
    if (first === null) rowsByKey.set(key, row);
    return first === row ? null : first;
  };
  /** The second product of one name and number is another product. */
  const numberSource = (row: CsvRow): CsvRow => {
    if (!row.source) return row;
    let source = row.source;
    for (let n = 2; find(`source ${source}`, row) !== null; n += 1) source = `${row.source} #${n}`;
    return { ...row, source };
  };
  return (row) => {
    if (row.error !== null) return row;
    const { slug, sku, name } = row.cells;
    if (row.source) return withoutTakenSkus(numberSource(row), find);
    for (const it of listSkus(row.cells)) {
      const first = find(`sku ${it}`, row);
      if (first !== null) return refuse(row, 'sku', `SKU ${it === sku?.toLowerCase() ? sku : it}`, first);
    }
    const first = slug ? find(`slug ${slug.toLowerCase()}`, row) : null;
    if (slug && first !== null) return refuse(row, 'slug', `slug ${slug}`, first);
    // It gets a slug from its name, by which a later row would find it.
    if (!slug && !sku && name) find(`slug ${slugify(name, 'product')}`, row);
    return row;
  };
}
