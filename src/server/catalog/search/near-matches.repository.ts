/** What a search reads where no product has all of its words. docs/decisions/0048 says how near matches are found. */
import { type SQL, sql } from 'drizzle-orm';
import type { FoundProduct } from '../../../contract/product.ts';
import type { Database } from '../../database/connect.ts';
import { query, queryPrepared } from '../../database/query.ts';
import { type ProductRow, toProduct } from '../product/product-row.repository.ts';
import { NO_FILTER, toFacetCounts } from './facet-counts.ts';
import { type HitsRow, type SearchHits, type SearchWindow, selectPage, summarizeHits } from './search.repository.ts';

/** The first stem of each word, by which forms of a word are the same; the word itself where it has none. */
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

export interface MatchCount {
  /** How many products a query finds: counted up to a limit, or, of a great many, estimated. */
  count: number;
  /** About how many entries of the index have to be read for it. */
  cost: number;
}

/** For each query the number of products that it finds: counted up to `limit`, or estimated where that says more than `estimateFrom`. */
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

/** The words of a search, each with the names that it matches and what it counts. */
export interface NearQueries {
  words: { text: string; named: string; weight: number }[];
  /** Which products are looked for, the most promising first. `words` is a bit mask: the words that each product has which the query finds. */
  attempts: { query: string; words: number }[];
}

/** Rows that are read for one attempt, and for all; then products that are found. Fewer than SEARCH_MAX_RESULTS, so that all are shown. */
const LIMITS = { attempt: 100, all: 200, products: 48 };

/** What a word counts that a product has in its description or its category only. */
export const DESCRIPTION_SHARE = 0.4;
/** Products that have less than this share of what the best one has aren't near. */
const NEAR_SHARE = 0.3;

/**
 * `hits`, as selectPage and countHits read them: `tier` sorts by the words that a product has, and `words` says which. Attempts are made in
 * their order until enough rows are read, so that common words cost nothing where rarer ones found something.
 */
const selectNearHits = ({ words, attempts }: NearQueries): SQL => sql`
  found as materialized (
    select hit.*, had.words, had.score
    from unnest(${sql.param(attempts.map((it) => it.query))}::text[]::tsquery[], ${sql.param(attempts.map((it) => it.words))}::int[]) attempt (query, words)
      cross join lateral (
        select ctid as spot, id, category_id, price_cents, facets, sort_name, octet_length(sort_name) as length, created_at, name_words from products
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
