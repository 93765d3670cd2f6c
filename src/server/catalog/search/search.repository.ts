/** What a keyword finds. The words stand in the index products_search; docs/decisions/0014 says how. */
import { type SQL, sql } from 'drizzle-orm';
import type { Product, SearchSort } from '../../../contract/product.ts';
import type { Database } from '../../database/connect.ts';
import { query, queryPrepared } from '../../database/query.ts';
import { PRODUCT_ROW, type ProductRow, toProduct } from '../product/product-row.repository.ts';
import { type FacetCell, type FacetCounts, NO_FILTER, type ProductFilter, toFacetCounts } from './facet-counts.ts';

export interface SearchWindow {
  filter: ProductFilter;
  offset: number;
  limit: number;
  sort: SearchSort;
}

export interface SearchHits {
  products: Product[];
  /** Of all that the keyword finds, whatever is filtered by. */
  facetCounts: FacetCounts;
  /** There are more than were looked at. */
  isCut: boolean;
}

/** How hits are ordered, and what of a row they are ordered by, beside its price and id. */
const SORT_ORDERS: Record<SearchSort, { keys?: string; order: string }> = {
  // A name that says little else is nearer to what was asked for than a long one.
  relevance: {
    keys: `case when name_words @@ (select whole from asked) then 0 when name_words @@ (select named from asked) then 1 else 2 end as tier,
      octet_length(sort_name) as length, created_at`,
    order: 'tier, length, created_at desc, id',
  },
  newest: { keys: 'created_at', order: 'created_at desc, id' },
  'price-up': { order: 'price_cents, id' },
  'price-down': { order: 'price_cents desc, id desc' },
  name: { keys: 'sort_name', order: 'sort_name, id' },
};

/** What all terms together ask, as text of a tsquery. Null: nothing that can be asked. */
export interface SearchQueries {
  anywhere: string | null;
  named: string | null;
  whole: string | null;
  /** Of `whole`, what finds names of few bytes alone. */
  brief: string | null;
}

/** The same of one term: the function search_term says of what. */
export interface SearchTerm extends Omit<SearchQueries, 'brief'> {
  isFiller: boolean;
  /** For names of up to so many bytes: see BRIEF. Null: not to be asked so. */
  brief: (string | null)[] | null;
}

/** Names of up to so many bytes are marked in the index: see search_vector. */
export const SHORT_NAME_BYTES = [16, 24, 32] as const;

export async function findTerm(db: Database, term: string, isLast: boolean, isAlone: boolean): Promise<SearchTerm> {
  const [row] = await queryPrepared<SearchTerm>(
    db,
    sql`select is_stop_word as "isFiller", anywhere::text, named::text, whole::text, short_name::text[] as brief
      from search_term(${term}, ${isLast}, ${isAlone})`,
  );
  if (!row) throw new Error('a function that gives one row gave none');
  return row;
}

/** As a row for findHits and findBest. */
export const toQueriesRow = ({ anywhere, named, whole, brief }: SearchQueries): SQL =>
  sql`select ${sql.param(anywhere)}::tsquery as anywhere, ${sql.param(named)}::tsquery as named, ${sql.param(whole)}::tsquery as whole,
    ${sql.param(brief)}::tsquery as brief`;

/** Within the statement a row stays where it was found (its ctid), so that none is looked up again by its id. */
const buildHitsSql = (queryName: 'anywhere' | 'brief', sort: SearchSort, maxHits: number) => {
  const { keys } = SORT_ORDERS[sort];
  return sql`select ctid as spot, id, category_id, price_cents${sql.raw(keys ? `, ${keys}` : '')} from products
    where search_vector(name, description, category_id) @@ (select ${sql.raw(queryName)} from asked) limit ${maxHits}`;
};

const buildPageSql = ({ filter: { categoryIds, cents }, sort, limit, offset }: SearchWindow) => sql`select ${PRODUCT_ROW} from (
    select spot, row_number() over () as place from (
      select spot from hits where ${categoryIds.length ? sql`category_id = any(${sql.param(categoryIds)}::uuid[])` : sql`true`}
        and ${cents ? sql`price_cents between ${cents[0]} and ${cents[1]}` : sql`true`}
      order by ${sql.raw(SORT_ORDERS[sort].order)} limit ${limit} offset ${offset}
    ) shown
  ) page join products p on p.ctid = page.spot order by place`;

/** `asked` gives one row of Queries. Looks at `most` products at the most. The bounds are those of the tally, and of the filter's range. */
export async function findHits(
  db: Database,
  queries: SQL,
  window: SearchWindow,
  bounds: readonly number[],
  maxHits: number,
): Promise<SearchHits> {
  const [found] = await queryPrepared<{ cells: FacetCell[]; products: ProductRow[] }>(
    db,
    sql`with asked as materialized (${queries}), hits as (${buildHitsSql('anywhere', window.sort, maxHits + 1)}) select
      (select coalesce(json_agg(cell), '[]') from (
        select category_id as "categoryId", width_bucket(price_cents, ${sql.param(bounds)}::int[]) as bucket, count(*)::int as count
        from hits group by 1, 2) cell) as cells,
      (select coalesce(json_agg(product), '[]') from (${buildPageSql(window)}) product) as products`,
  );
  if (!found) throw new Error('a select without a table gives one row');
  const examined = found.cells.reduce((sum, { count }) => sum + count, 0);
  return { products: found.products.map(toProduct), facetCounts: toFacetCounts(bounds, found.cells), isCut: examined > maxHits };
}

/**
 * The best of at most `most` hits, and nothing counted. Brief names come first anyway: where they are enough, no other is looked at,
 * and a search that finds thousands costs a quarter.
 */
export async function findBestHits(db: Database, queries: SQL, limit: number, maxHits: number): Promise<Product[]> {
  const window = { filter: NO_FILTER, offset: 0, limit, sort: 'relevance' } as const;
  const rows = await queryPrepared<ProductRow>(
    db,
    sql`with asked as materialized (${queries}), briefs as materialized (${buildHitsSql('brief', window.sort, maxHits)}),
      counted as materialized (select count(*) >= ${limit} as are_enough from briefs), hits as (
        select * from briefs where (select are_enough from counted)
        union all select * from (${buildHitsSql('anywhere', window.sort, maxHits)}) others where not (select are_enough from counted)
      ) ${buildPageSql(window)}`,
  );
  return rows.map(toProduct);
}

/** Words of the shop that the word may have been meant to be: near to it in length and letters, or holding it. */
export async function listSimilarWords(db: Database, word: string): Promise<{ word: string; isInName: boolean }[]> {
  return query(
    db,
    sql`with meant as (select (search_lexemes(${word}))[1] as word)
      select v.word, v.is_in_name as "isInName" from vocabulary v, meant
        where length(v.word) between length(meant.word) - 2 and length(meant.word) + 2
          -- Two letters that changed places count as two here.
          and levenshtein_less_equal(v.word, meant.word, 3) <= 3
      union
      (select v.word, v.is_in_name from vocabulary v, meant
        where length(meant.word) >= 3 and v.word like '%' || meant.word || '%' order by length(v.word), v.word limit 10)`,
  );
}

/** Categories in whose names all terms stand, the last one begun at least; by name. */
export async function searchCategories(
  db: Database,
  { named }: SearchQueries,
  limit: number,
): Promise<{ _id: string; name: string; slug: string }[]> {
  return query(
    db,
    sql`select id as _id, name, slug from categories where name_words @@ ${sql.param(named)}::tsquery order by lower(name), id limit ${limit}`,
  );
}
