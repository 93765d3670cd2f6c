/** Lists that are filtered by values of options and attributes. docs/decisions/0068 says how, and has the figures. */
import { sql } from 'drizzle-orm';
import type { FoundProduct } from '../../../contract/product.ts';
import type { Database } from '../../database/connect.ts';
import { query } from '../../database/query.ts';
import { isFaceted, isListed, products } from '../../database/schema/catalog.ts';
import type { ProductRow } from '../product/product-row.repository.ts';
import { toProduct } from '../product/product-row.repository.ts';
import type { ProductFilter } from '../search/facet-counts.ts';
import { type FacetCounts, toFacetCounts } from '../search/facet-counts.ts';
import { countValues, matchesFilter, selectSets, type ValueCell } from '../search/facet-values.repository.ts';
import { type HitsRow, type SearchWindow, SORT_ORDERS, selectKeys, selectPage, summarizeHits } from '../search/search.repository.ts';

export interface FacetHits {
  products: FoundProduct[];
  /** Of what `within` lets through and the filter's groups match. */
  facetCounts: FacetCounts;
  isCut: boolean;
}

/**
 * As findHits, for the products of the catalog that have the values: at most `maxHits` are examined. `within`: what is a condition of being
 * examined, and not only of being shown; without category and price in it, their other choices are counted too.
 */
export async function findFacetHits(
  db: Database,
  within: ProductFilter,
  window: SearchWindow,
  bounds: readonly number[],
  maxHits: number,
): Promise<FacetHits> {
  const { keys } = SORT_ORDERS[window.sort];
  const [found] = await query<HitsRow<ProductRow>>(
    db,
    sql`with hits as materialized (${selectKeys(keys)} where ${isListed(products.status)} and ${matchesFilter(within)} limit ${maxHits + 1})
      select ${summarizeHits(window, bounds)}, (select coalesce(json_agg(product), '[]') from (${selectPage(window)}) product) as products`,
  );
  if (!found) throw new Error('a select without a table gives one row');
  const { cells, examined } = found;
  return { products: found.products.map(toProduct), facetCounts: toFacetCounts(bounds, cells), isCut: examined > maxHits };
}

/** The values that products within the filter have. `cutSets`: those of which only `maxProducts` were examined. */
export async function loadValues(
  db: Database,
  filter: ProductFilter,
  attributes: readonly string[],
  maxProducts: number,
): Promise<{ cells: ValueCell[]; cutSets: Set<number> }> {
  const sets = selectSets(
    filter,
    (place, condition) => sql`(select ${sql.raw(String(place))} as set, facets from products
      where ${isListed(products.status)} and ${isFaceted(products.facets)} and ${condition} limit ${maxProducts + 1})`,
  );
  const [found] = await query<{ cells: ValueCell[]; sizes: { set: number; size: number }[] }>(
    db,
    sql`with sets as materialized (${sets}) select
      (select coalesce(json_agg(cell), '[]') from (${countValues(sql`select * from sets`, attributes)}) cell) as cells,
      (select coalesce(json_agg(sized), '[]') from (select set, count(*)::int as size from sets group by 1) sized) as sizes`,
  );
  if (!found) throw new Error('a select without a table gives one row');
  const cutSets = new Set(found.sizes.filter(({ size }) => size > maxProducts).map(({ set }) => set));
  return { cells: found.cells, cutSets };
}
