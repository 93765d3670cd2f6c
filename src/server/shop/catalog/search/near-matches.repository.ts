/** The queries for searches that find no product with all of their words. docs/decisions/0048 says how near matches are found. */
import { type SQL, sql } from 'drizzle-orm';
import type { FoundProduct } from '../../../../contract/product.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { query, queryPrepared } from '../../../platform/database/query.ts';
import { type ProductRow, toProduct } from '../products/product-row.repository.ts';
import { NO_FILTER, toFacetCounts } from './filters.ts';
import { type HitsRow, type SearchHits, type SearchWindow, selectPage, summarizeHits } from './search.repository.ts';

/** The first stem of each word, which all forms of a word share; the word itself if it has none. */
export async function listStems(db: Database, words: readonly string[]): Promise<Map<string, string>> {
  const rows = await query<{ word: string; stem: string }>(
    db,
    sql`select word, coalesce((search_stems(word))[1], (search_lexemes(word))[1], word) as stem from unnest(${sql.param(words)}::text[]) word`,
  );
  return new Map(rows.map(({ word, stem }) => [word, stem]));
}

/** Which of these are words of the catalog. */
export async function filterKnownWords(db: Database, words: readonly string[]): Promise<Set<string>> {
  const rows = await queryPrepared<{ word: string }>(db, sql`select word from vocabulary where word = any(${sql.param(words)}::text[])`);
  return new Set(rows.map(({ word }) => word));
}

/** Words of the catalog that a misspelt word may mean: of similar length and spelling, or containing it. */
export async function listSimilarWords(db: Database, word: string): Promise<{ word: string; isInName: boolean }[]> {
  return query(
    db,
    sql`with meant as (select (search_lexemes(${word}))[1] as word)
      select v.word, v.is_in_name as "isInName" from vocabulary v, meant
        where length(v.word) between length(meant.word) - 2 and length(meant.word) + 2
          -- Two swapped letters count as two edits here, and as one in query-segments.ts, which picks among these.
          and levenshtein_less_equal(v.word, meant.word, 3) <= 3
      union
      (select v.word, v.is_in_name from vocabulary v, meant
        where length(meant.word) >= 3 and v.word like '%' || meant.word || '%' order by length(v.word), v.word limit 10)`,
  );
}

export interface MatchCount {
  /** How many products a query finds: counted up to a limit, or estimated if there are very many. */
  count: number;
  /** About how many index entries have to be read for it. */
  cost: number;
}

/** How many products each query finds: counted up to `limit`, or estimated if the estimate exceeds `estimateFrom`. */
export function countMatches(db: Database, queries: readonly string[], limit: number, estimateFrom: number): Promise<MatchCount[]> {
  return queryPrepared(
    db,
    sql`select greatest(count, estimate) as cost, count from (
      select place, estimate, case when estimate > ${estimateFrom} then estimate else (select count(*)::int from (
          select from products where search_vector(name, description, category_id) @@ asked.query and status = 'active' limit ${limit}
        ) found) end as count
        from unnest(${sql.param(queries)}::text[]::tsquery[]) with ordinality asked (query, place), search_estimate(query) estimate
      ) counted order by place`,
  );
}

/** The words of a search, each with the query that matches names, and its score. */
export interface NearQueries {
  words: { text: string; named: string; weight: number }[];
  /** Which products are searched for, most promising first. `words` is a bit mask of the words that each product found by the query has. */
  attempts: { query: string; words: number }[];
}

/**
 * Rows that are read for one attempt and for all attempts, and products that are returned: fewer than SEARCH_MAX_RESULTS, so that all are
 * shown.
 */
const LIMITS = { attempt: 100, all: 200, products: 48 };

/** Share of a word's score that counts if the product has it only in its description or category. */
export const DESCRIPTION_SHARE = 0.4;
/** Products with less than this share of the best product's score aren't shown. */
const NEAR_SHARE = 0.3;

/**
 * `hits`, as selectPage and countHits read them: `tier` sorts them by the words that a product has, and `words` says which. Attempts are
 * made in order until enough rows are read, so that common words cost nothing if rarer ones have found something.
 */
const selectNearHits = ({ words, attempts }: NearQueries): SQL => sql`
  found as materialized (
    select hit.*, had.words, had.score
    from unnest(${sql.param(attempts.map((it) => it.query))}::text[]::tsquery[], ${sql.param(attempts.map((it) => it.words))}::int[]) attempt (query, words)
      cross join lateral (
        select ctid as spot, id, category_id, further_category_ids, price_cents, facets, sort_name, octet_length(sort_name) as length, created_at, name_words from products
        where search_vector(name, description, category_id) @@ attempt.query and status = 'active' limit ${LIMITS.attempt}
      ) hit
      cross join lateral (
        select sum(case when hit.name_words @@ named then weight when attempt.words & bit > 0 then weight * ${sql.raw(String(DESCRIPTION_SHARE))} else 0 end) as score,
          bit_or(case when hit.name_words @@ named then bit else attempt.words & bit end) as words
        from (
          select named, weight, 1 << (place::int - 1) as bit
          from unnest(${sql.param(words.map((it) => it.named))}::text[]::tsquery[], ${sql.param(words.map((it) => it.weight))}::float8[])
            with ordinality word (named, weight, place)
        ) word
      ) had
    limit ${LIMITS.all}
  ),
  ranked as materialized (select distinct on (spot) *, -score as tier from found order by spot, score desc),
  hits as materialized (
    select * from ranked where score >= ${sql.raw(String(NEAR_SHARE))} * (select max(score) from ranked)
    order by tier, length, created_at desc, id limit ${LIMITS.products}
  )`;

type NearRow = ProductRow & { words: number };

const toFoundProduct =
  ({ words }: NearQueries) =>
  ({ words: found, ...row }: NearRow): FoundProduct => ({
    ...toProduct(row),
    matchedWords: words.flatMap(({ text }, index) => ((found >> index) & 1 ? [text] : [])),
  });

/** As findHits, for products that have some of the words. */
export async function findNearHits(db: Database, near: NearQueries, window: SearchWindow, bounds: readonly number[]): Promise<SearchHits> {
  const [found] = await queryPrepared<HitsRow<NearRow>>(
    db,
    sql`with ${selectNearHits(near)} select
      ${summarizeHits(window, bounds)},
      (select coalesce(json_agg(product), '[]') from (${selectPage(window, 'words')}) product) as products`,
  );
  if (!found) throw new Error('a select without a table gives one row');
  const { products, examined, values } = found;
  return { products: products.map(toFoundProduct(near)), facetCounts: toFacetCounts(bounds, found.cells), examined, values, isCut: false };
}

/** As findBestHits, for products that have some of the words. */
export async function findBestNearHits(db: Database, near: NearQueries, limit: number): Promise<FoundProduct[]> {
  const window = { filter: NO_FILTER, offset: 0, limit, sort: 'relevance' } as const;
  const rows = await queryPrepared<NearRow>(db, sql`with ${selectNearHits(near)} ${selectPage(window, 'words')}`);
  return rows.map(toFoundProduct(near));
}
