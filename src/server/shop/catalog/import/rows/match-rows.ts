/**
 * Finds the products that the rows of an import match, as the merchant chose: by their identity in the shop that they come from, else by
 * SKU, else by slug.
 */

import type { ImportMatch } from '../../../../../contract/product-import-fields.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { slugify } from '../../../database/slug.ts';
import type { InTurn } from '../for-each-concurrently.ts';
import type { CsvRow, RowNotice, VariantCells } from '../formats/format.ts';
import { parseFurtherCategories } from '../formats/own-format.ts';
import { findIdsByName, findMatches, type Matches } from './match.repository.ts';
import type { FoundProduct } from './row-change.ts';

type Find = (key: string, row: CsvRow) => number | null;

function refuse(row: CsvRow, field: string, what: string, first: number): CsvRow {
  return { ...row, error: `${what} is already in row ${first}`, errorColumn: row.columns?.[field] ?? field };
}

const tell = (row: CsvRow, sku: string, first: number): RowNotice => ({
  ...{ kind: 'dropped', column: row.columns?.['variants.sku'] ?? row.columns?.sku ?? 'sku' },
  reason: `SKU ${sku} is already used in row ${first}: it is imported without a SKU`,
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

/**
 * Call it for every row in the order of the file. A row with the SKU or slug of an earlier row is refused, because only the merchant knows which of
 * the two is right. In files of other shops, where two products may have the same SKU, the later one is imported without it.
 */
export function createDuplicateFinder(): (row: CsvRow) => CsvRow {
  const rowsByKey = new Map<string, number>();
  const find: Find = (key, { row }) => {
    const first = rowsByKey.get(key) ?? null;
    if (first === null) rowsByKey.set(key, row);
    return first === row ? null : first;
  };
  /** A second product with the same name and number is another product. */
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

/** The product's own SKU, and those of its variants if the cell lists them. */
export function listSkus({ sku, variants = '' }: CsvRow['cells']): string[] {
  const own = sku ? [sku.toLowerCase()] : [];
  if (!variants.startsWith('[')) return own;
  const listed = [...variants.matchAll(/"sku":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => String(JSON.parse(`"${text}"`)).toLowerCase());
  return [...own, ...listed];
}

/** Rows that match the same product wait for each other, so that each sees what the ones before have changed. */
export function createRowSequencer(db: Database, match: ImportMatch) {
  const touched = new Set<string>();
  const findNow = async (row: CsvRow) => (await matchRows(db, [row], match))[0] ?? null;
  /** `known`: the product that the row matches, if that was looked up before. */
  return async (
    row: CsvRow,
    known: FoundProduct | null,
    inTurn: InTurn,
    work: (found: FoundProduct | null) => Promise<void>,
  ): Promise<void> => {
    const { sku, slug } = row.cells;
    await inTurn(sku?.toLowerCase() ?? slug ?? row.source, async () => {
      const found = known ?? (sku || slug || row.source ? await findNow(row) : null);
      if (!found) return work(null);
      const { _id: id } = found.product;
      await inTurn(id, async () => {
        const current = touched.has(id) ? await findNow(row) : found;
        touched.add(id);
        await work(current);
      });
    });
  };
}

/**
 * Returns the product that each row matches, or null. `isLocked`: locks these products until the transaction ends, so that nobody changes
 * or sells them.
 */
export async function matchRows(db: Database, rows: CsvRow[], match: ImportMatch, isLocked = false): Promise<(FoundProduct | null)[]> {
  if (match === 'none') return rows.map(() => null);
  const readable = rows.map((row) => (row.error === null ? row : null));
  const skus = readable.map((row) => (row && match !== 'slug' ? listSkus(row.cells) : []));
  const slugs = readable.map((row) => (match === 'sku' ? '' : (row?.cells.slug?.toLowerCase() ?? '')));
  const sources = readable.map((row) => (match === 'sku' ? '' : (row?.source ?? '')));
  const found = await findMatches(db, {
    skus: [...new Set(skus.flat())],
    slugs: [...new Set(slugs.filter(Boolean))],
    sources: [...new Set(sources.filter(Boolean))],
    isLocked,
  });
  return rows.map((_row, index) => {
    const source = sources[index] ?? '';
    const sku = skus[index]?.find((it) => found.bySku.has(it));
    return found.bySource.get(source) ?? found.bySku.get(sku ?? '') ?? findBySlug(slugs[index] ?? '', source, found);
  });
}

/**
 * Another product of the same shop may have been given this slug, because different handles may lead to the same slug: `Cup_Blue` and `cup-blue`.
 * That product doesn't match.
 */
function findBySlug(slug: string, source: string, { bySlug, sources }: Matches): FoundProduct | null {
  const [shop = ''] = source.split(' ', 1);
  const others = (sources.get(slug) ?? []).filter((it) => it.split(' ', 1)[0] === shop);
  return source && others.length ? null : (bySlug.get(slug) ?? null);
}

/** The addresses or SKUs of related products replaced by their ids, in JSON. One that no product has is left out, with a notice. */
export async function resolveRelated(db: Database, rows: CsvRow[]): Promise<CsvRow[]> {
  const slugs = rows.map(({ cells }) => parseFurtherCategories(cells.related_products ?? '').map((it) => it.toLowerCase()));
  if (!slugs.some((it) => it.length)) return rows;
  const ids = await findIdsByName(db, [...new Set(slugs.flat())]);
  return rows.map((row, index) => {
    const wanted = slugs[index] ?? [];
    if (!wanted.length || row.error !== null) return row;
    const missing = wanted.filter((it) => !ids.has(it));
    const reason = `names ${missing.slice(0, 5).join(', ')}, which no product has as its address or SKU: import the file again once it is there`;
    return {
      ...row,
      cells: { ...row.cells, related_products: JSON.stringify(wanted.flatMap((it) => ids.get(it) ?? [])) },
      ...(missing.length && {
        notices: [...(row.notices ?? []), { kind: 'dropped' as const, column: row.columns?.relatedProducts ?? 'related_products', reason }],
      }),
    };
  });
}
