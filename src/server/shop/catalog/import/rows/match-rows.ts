/**
 * Finds the products that the rows of an import match, as the merchant chose: by what names them in the shop that they come from, else by
 * SKU, else by slug.
 */
import type { ImportMatch } from '../../../../../contract/product-import-fields.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import type { CsvRow } from '../formats/format.ts';
import { findMatches, type Matches } from './match.repository.ts';
import type { FoundProduct } from './row-change.ts';

/** The product's own SKU, and those of its variants if the cell lists them. */
export function listSkus({ sku, variants = '' }: CsvRow['cells']): string[] {
  const own = sku ? [sku.toLowerCase()] : [];
  if (!variants.startsWith('[')) return own;
  const listed = [...variants.matchAll(/"sku":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => String(JSON.parse(`"${text}"`)).toLowerCase());
  return [...own, ...listed];
}

/** Runs `work` after earlier work with the same key has finished. */
export type InTurn = (key: string | undefined, work: () => Promise<void>) => Promise<void>;

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
 * Another product of the same shop may have been given this slug, since handles that differ may make the same one: `Cup_Blue` and
 * `cup-blue`. That isn't this product.
 */
function findBySlug(slug: string, source: string, { bySlug, sources }: Matches): FoundProduct | null {
  const [shop = ''] = source.split(' ', 1);
  const others = (sources.get(slug) ?? []).filter((it) => it.split(' ', 1)[0] === shop);
  return source && others.length ? null : (bySlug.get(slug) ?? null);
}
