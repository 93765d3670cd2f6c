/** Records the SQL that the baseline runs: for each request the longest statement that the shop itself runs for it. */
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { PAGE_SIZE, SEARCH_MAX_RESULTS } from '../../src/contract/limits.ts';
import { toCents } from '../../src/contract/money.ts';
import { DEFAULT_SETTINGS } from '../../src/contract/settings.ts';
import type { Database } from '../../src/server/platform/database/connect.ts';
import { filterProducts } from '../../src/server/shop/catalog/listing/product-list.service.ts';
import { type CentsRange, NO_FILTER, toBucketBounds } from '../../src/server/shop/catalog/search/facet-counts.ts';
import { findBestHits, findHits } from '../../src/server/shop/catalog/search/search.repository.ts';
import { MAX_HITS } from '../../src/server/shop/catalog/search/search.service.ts';
import { lengthBucket, toTerms } from '../../src/server/shop/catalog/search/terms.ts';
import { memoizeForever } from '../../tests/support/memoize.ts';
import type { BaselineScript } from '../baseline-sql.ts';
import type { BenchRequest } from './typical.ts';

const RANGES = DEFAULT_SETTINGS.priceRanges.map(([from, to]): CentsRange => [toCents(from), toCents(to)]);

/** From words to a search term in SQL alone, since the shop memoizes this and the baseline can't. */
const buildTermQuery = (terms: string[], lengthBucket: number) => sql`select
    string_agg('(' || term.anywhere::text || ')', ' & ') filter (where not is_stop_word or are_all)::tsquery as anywhere,
    string_agg('(' || term.named::text || ')', ' & ')::tsquery as named, string_agg('(' || term.whole::text || ')', ' & ')::tsquery as whole,
    case when bool_and(term.short_name is not null) then string_agg('(' || term.short_name[${lengthBucket}]::text || ')', ' & ') end::tsquery as short_name
  from (
    select it.*, bool_and(is_stop_word) over () as are_all from unnest(${sql.param(terms)}::text[]) with ordinality given(term, nr),
      search_term(given.term, nr = ${terms.length}, ${terms.length} = 1) it
  ) term`;

/**
 * Runs each request through the shop's services and keeps the longest statement that reached the database. Requests for which the shop
 * needs no statement, because it knows that nothing would be found, are left out.
 */
export async function recordStatements(
  url: string,
  requests: BenchRequest[],
): Promise<{ script: BaselineScript; sqlRequests: BenchRequest[] }> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  let executedStatements: { text: string; values: unknown[] }[] = [];
  const originalQuery = pool.query.bind(pool);
  pool.query = ((config: { text: string }, values?: unknown[]) => {
    executedStatements.push({ values: values ?? [], ...config });
    return (originalQuery as (...args: unknown[]) => unknown)(config, values);
  }) as typeof pool.query;
  const db: Database = drizzle(pool);
  const memoize = memoizeForever();
  const script: BaselineScript = { statements: [], requests: [] };
  const sqlRequests: BenchRequest[] = [];
  for (const request of requests) {
    executedStatements = [];
    const keyword = 'filter' in request ? request.filter.keyword : request.keyword;
    if (keyword) {
      const termQuery = buildTermQuery(toTerms(keyword), lengthBucket(keyword) + 1);
      const window = { filter: NO_FILTER, offset: 0, limit: PAGE_SIZE, sort: 'relevance' } as const;
      if ('filter' in request) await findHits(db, termQuery, window, toBucketBounds(RANGES), MAX_HITS);
      else await findBestHits(db, termQuery, SEARCH_MAX_RESULTS, MAX_HITS);
    } else if ('filter' in request) {
      const { checked, radio, ...rest } = request.filter;
      const cents = radio.length ? ([toCents(radio[0]), toCents(radio[1])] as const) : null;
      await filterProducts({ db, payment: null, memoize: memoize }, { ...rest, filter: { categoryIds: checked, cents, groups: [] } });
    }
    const mainStatement = executedStatements.toSorted((a, b) => b.text.length - a.text.length)[0];
    if (!mainStatement) continue;
    sqlRequests.push(request);
    let statement = script.statements.indexOf(mainStatement.text);
    if (statement < 0) statement = script.statements.push(mainStatement.text) - 1;
    script.requests.push({ statement, values: mainStatement.values });
  }
  await pool.end();
  return { script, sqlRequests };
}
