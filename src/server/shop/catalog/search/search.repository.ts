/** Reads the search index products_search. docs/decisions/0014 says how it is built, and has the figures. */
import { type SQL, sql } from 'drizzle-orm';
import type { FoundProduct, Product, SearchSort } from '../../../../contract/product.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { queryPrepared } from '../../../platform/database/query.ts';
import { PRODUCT_ROW, type ProductRow, toProduct } from '../products/product-row.repository.ts';
import { SOLD_PIECES } from '../rules/rule.repository.ts';
import type { FilterField } from './field-filters.ts';
import { COUNTED_AS, countValues, matchesFilter, matchesGroups, selectSets } from './filters.repository.ts';
import { type FacetCell, type FacetCounts, NO_FILTER, type ProductFilter, toFacetCounts, type ValueCell } from './filters.ts';

/** How a list can be sorted: by best selling only a collection. */
export type ListSort = SearchSort | 'best-selling';

export interface SearchWindow {
  filter: ProductFilter;
  offset: number;
  limit: number;
  sort: ListSort;
  /** Products that come first, in this order: those that a merchant pinned, or put in order by hand. */
  first?: readonly string[];
  /** Names of attributes that are filters. Absent: values of options and attributes aren't counted. */
  attributes?: readonly string[];
  /** The merchant's fields that are filters. */
  fields?: readonly FilterField[];
}

export interface SearchHits {
  products: FoundProduct[];
  /** Of everything that the keyword matches, before the filter by category and price. */
  facetCounts: FacetCounts;
  /** How many products the keyword matches, before the filter. */
  examined: number;
  /** Counts of option and attribute values, within the filter. */
  values: ValueCell[];
  /** Whether there are more matches than were examined. */
  isCut: boolean;
}

/**
 * How hits are sorted, and which columns besides price and id that needs. `exactKeys` are those of the product whose SKU was typed,
 * `synonymKeys` those of products that have synonyms of what was typed.
 */
export const SORT_ORDERS: Record<ListSort, { keys?: string; exactKeys?: string; synonymKeys?: string; order: string }> = {
  // Names before descriptions, whole words (with their signs, as in c++) before prefixes, then shorter names: they contain little else.
  relevance: {
    exactKeys: '-1 as tier, octet_length(sort_name) as length, created_at',
    keys: `case when name_words @@ (select whole from asked)
        and ((select signed from asked) is null or not exists (select from unnest((select signed from asked)) word where strpos(sort_name, word) = 0))
      then 0 when name_words @@ (select named from asked) then 1 else 2 end as tier,
      octet_length(sort_name) as length, created_at`,
    synonymKeys:
      'case when name_words @@ (select synonyms_named from asked) then 3 else 4 end as tier, octet_length(sort_name) as length, created_at',
    order: 'tier, length, created_at desc, id',
  },
  newest: { keys: 'created_at', order: 'created_at desc, id' },
  'price-up': { order: 'price_cents, id' },
  'price-down': { order: 'price_cents desc, id desc' },
  name: { keys: 'sort_name', order: 'sort_name, id' },
  'best-selling': { keys: `created_at, ${SOLD_PIECES} as sold`, order: 'sold desc, created_at desc, id' },
};

/** All terms as one tsquery, in text form. Null if no term can be a query of this kind. */
export interface SearchQueries {
  /** Matches names, descriptions and categories. */
  anywhere: string | null;
  /** Matches names only, the last word by its beginning. */
  named: string | null;
  /** Matches whole words of names only. */
  whole: string | null;
  /** As `whole`, but only in short names. */
  shortName: string | null;
  /** Words that signs follow, such as c++, as they were typed; null: none. */
  signed: string[] | null;
  /** Id of the product whose SKU was typed. It is found whatever its words are, and comes first by relevance. */
  exactId: string | null;
  /** Products that the merchant puts first in this search, whatever their words are. */
  pinnedIds: readonly string[];
  /** Finds products whose names have synonyms instead; null: nothing that was typed has any. */
  synonyms: { anywhere: string; named: string | null } | null;
}

/** The same for one term, by the SQL function search_term. */
export interface SearchTerm extends Pick<SearchQueries, 'anywhere' | 'named' | 'whole'> {
  /** What all forms of the word share, by which its synonyms are found. */
  stem: string;
  /** As `anywhere`, but finds names only. */
  inNames: string | null;
  /** A word such as `the`, which is in too many texts to be searched for. */
  isStopWord: boolean;
  /** One for each of SHORT_NAME_BYTES. Null if the term can't be a query of this kind. */
  shortName: (string | null)[] | null;
}

/** The index marks names of up to this many bytes (search_length_prefixes), so that short names can be searched alone. */
export const SHORT_NAME_BYTES = [16, 24, 32] as const;

export async function findTerm(db: Database, term: string, isLast: boolean, isAlone: boolean): Promise<SearchTerm> {
  const [row] = await queryPrepared<SearchTerm>(
    db,
    sql`select is_stop_word as "isStopWord", anywhere::text, named::text, whole::text, short_name::text[] as "shortName",
      coalesce((search_stems(${term}))[1], (search_lexemes(${term}))[1], ${term}) as stem,
      search_any(array(select '=' || lexeme from unnest(tsvector_to_array(search_name_vector(${term}))) lexeme))::text as "inNames"
      from search_term(${term}, ${isLast}, ${isAlone})`,
  );
  if (!row) throw new Error('a function that gives one row gave none');
  return row;
}

/** The queries as a row, for findHits and findBestHits. */
export const toQueriesRow = ({ anywhere, named, whole, shortName, signed, synonyms }: Omit<SearchQueries, 'exactId' | 'pinnedIds'>): SQL =>
  sql`select ${sql.param(anywhere)}::tsquery as anywhere, ${sql.param(named)}::tsquery as named, ${sql.param(whole)}::tsquery as whole,
    ${sql.param(shortName)}::tsquery as short_name, ${sql.param(signed)}::text[] as signed${
      synonyms
        ? sql`, ${sql.param(synonyms.anywhere)}::tsquery as synonyms, ${sql.param(synonyms.named)}::tsquery as synonyms_named`
        : sql``
    }`;

/**
 * Finds the hits in the index and reads of each only what it is filtered and sorted by. Each keeps its position in the table (ctid),
 * which is valid within one statement: so the rows that are shown are found again without looking up their ids.
 */
const selectHits = (queryName: 'anywhere' | 'short_name' | 'synonyms', sort: ListSort, maxHits: number | SQL) => {
  const { keys, synonymKeys = keys } = SORT_ORDERS[sort];
  const isSynonym = queryName === 'synonyms';
  return sql`${selectKeys(isSynonym ? synonymKeys : keys)} where search_vector(name, description, category_id) @@ (select ${sql.raw(queryName)} from asked)
    and status = 'active'${sql.raw(isSynonym ? ' and id not in (select id from typed)' : '')} limit ${maxHits}`;
};

export const selectKeys = (keys: string | undefined) =>
  sql`select ctid as spot, id, category_id, further_category_ids, price_cents, facets${sql.raw(keys ? `, ${keys}` : '')} from products`;

/** Adds the product whose SKU was typed, and pinned ones, before or among the hits. If there are none, the statement is unchanged, and so is its plan. */
function withExact(hits: SQL, sort: ListSort, { exactId, pinnedIds }: Pick<SearchQueries, 'exactId' | 'pinnedIds'>): SQL {
  const { keys, exactKeys = keys } = SORT_ORDERS[sort];
  if (pinnedIds.length) {
    const isExact = sql`id = any(${sql.param([...pinnedIds, ...(exactId ? [exactId] : [])])}::uuid[])`;
    return sql`${selectKeys(exactKeys)} where ${isExact} and status = 'active' union all select * from (${hits}) others where not (${isExact})`;
  }
  if (!exactId) return hits;
  return sql`${selectKeys(exactKeys)} where id = ${exactId} and status = 'active'
    union all select * from (${hits}) others where id <> ${exactId}`;
}

type Asked = Pick<SearchQueries, 'exactId' | 'pinnedIds' | 'synonyms'>;
const NOTHING_ELSE: Asked = { exactId: null, pinnedIds: [], synonyms: null };
/** `hits`: those of what was typed and, where it has synonyms, up to `maxSynonyms` products that have these. */
function defineHits(typed: SQL, sort: ListSort, { synonyms, ...exact }: Asked, maxSynonyms: SQL): SQL {
  const found = withExact(typed, sort, exact);
  if (!synonyms) return sql`hits as (${found})`;
  return sql`typed as materialized (${found}), hits as (select * from typed union all (${selectHits('synonyms', sort, maxSynonyms)}))`;
}

const orderHits = ({ sort, first }: Pick<SearchWindow, 'sort' | 'first'>): SQL =>
  first?.length
    ? sql`array_position(${sql.param(first)}::uuid[], id), ${sql.raw(SORT_ORDERS[sort].order)}`
    : sql.raw(SORT_ORDERS[sort].order);

/** Filters and sorts the hits, and reads whole rows, by their position, for one page only. `column`: an additional column of the hits. */
export const selectPage = (
  { filter, limit, offset, ...order }: SearchWindow,
  column?: 'words',
) => sql`select ${PRODUCT_ROW}${sql.raw(column ? `, page.${column}` : '')} from (
    select *, row_number() over () as place from (
      select spot${sql.raw(column ? `, ${column}` : '')} from hits where ${matchesFilter(filter)}
      order by ${orderHits(order)} limit ${limit} offset ${offset}
    ) shown
  ) page join products p on p.ctid = page.spot order by place`;

/** Counts the hits by category and by the price buckets between `bounds`. */
const countHits = (bounds: readonly number[], filter: Pick<ProductFilter, 'groups'>) => sql`select ${COUNTED_AS} as "categoryId",
  width_bucket(price_cents, ${sql.param(bounds)}::int[]) as bucket, count(*)::int as count from hits where ${matchesGroups(filter)} group by 1, 2`;

/** A row that findHits and findNearHits read. */
export interface HitsRow<Row extends ProductRow> extends Pick<SearchHits, 'examined' | 'values'> {
  cells: FacetCell[];
  products: Row[];
}

/** All counts of the hits, as columns of a HitsRow. */
export function summarizeHits({ filter, attributes, fields }: SearchWindow, bounds: readonly number[]): SQL {
  const sets = selectSets(filter, (place, condition) => sql`select ${sql.raw(String(place))} as set, facets from hits where ${condition}`);
  const values = attributes
    ? sql`(select coalesce(json_agg(cell), '[]') from (${countValues(sets, attributes, fields)}) cell)`
    : sql`'[]'::json`;
  return sql`(select coalesce(json_agg(cell), '[]') from (${countHits(bounds, filter)}) cell) as cells,
    (select count(*)::int from hits) as examined, ${values} as values`;
}

/**
 * One page of the hits and the counts of all of them, in one statement: reading the hits is most of the time, and so it is done once.
 * `queries` selects one row of SearchQueries. Examines at most `maxHits` products; one more tells whether there are more.
 */
export async function findHits(
  db: Database,
  queries: SQL,
  window: SearchWindow,
  bounds: readonly number[],
  maxHits: number,
  asked: Asked = NOTHING_ELSE,
): Promise<SearchHits> {
  const typed = selectHits('anywhere', window.sort, maxHits + 1);
  const hits = defineHits(typed, window.sort, asked, sql`greatest(0, ${maxHits + 1} - (select count(*) from typed))`);
  const [found] = await queryPrepared<HitsRow<ProductRow>>(
    db,
    sql`with asked as materialized (${queries}), ${hits} select
      ${summarizeHits(window, bounds)},
      (select coalesce(json_agg(product), '[]') from (${selectPage(window)}) product) as products`,
  );
  if (!found) throw new Error('a select without a table gives one row');
  const { products, examined, values } = found;
  return {
    products: products.map(toProduct),
    facetCounts: toFacetCounts(bounds, found.cells),
    examined,
    values,
    isCut: examined > maxHits,
  };
}

/**
 * Short names rank first, so hits in short names are read alone, and all others only where those aren't enough for the page. A search
 * with 2,500 hits among a million products takes 1.9 ms instead of 6.9; one with few hits takes 0.4 ms longer, because it looks twice.
 */
const selectShortNamesFirst = (limit: number, maxHits: number, asked: Asked) => {
  const typed = sql`select * from short_hits where (select are_enough from counted)
    union all select * from (${selectHits('anywhere', 'relevance', maxHits)}) others where not (select are_enough from counted)`;
  // Synonyms rank last, so they aren't read where the page is full.
  const maxSynonyms = sql`case when (select count(*) from typed) < ${limit} then ${maxHits} else 0 end`;
  return sql`short_hits as materialized (${selectHits('short_name', 'relevance', maxHits)}),
      counted as materialized (select count(*) >= ${limit} as are_enough from short_hits), ${defineHits(typed, 'relevance', asked, maxSynonyms)}`;
};

/** The most relevant of at most `maxHits` hits, without counts. */
export async function findBestHits(
  db: Database,
  queries: SQL,
  limit: number,
  maxHits: number,
  asked: Asked = NOTHING_ELSE,
): Promise<Product[]> {
  const window = { filter: NO_FILTER, offset: 0, limit, sort: 'relevance', first: asked.pinnedIds } as const;
  const rows = await queryPrepared<ProductRow>(
    db,
    sql`with asked as materialized (${queries}), ${selectShortNamesFirst(limit, maxHits, asked)} ${selectPage(window)}`,
  );
  return rows.map(toProduct);
}
