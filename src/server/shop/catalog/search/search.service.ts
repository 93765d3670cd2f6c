/** Turns what somebody typed into queries of the search index. docs/decisions/0014 says how. */
import type { Category } from '../../../../contract/category.ts';
import type { FoundProduct } from '../../../../contract/product.ts';
import { type SearchAttempt, searchWithFallbacks } from './fallbacks.service.ts';
import { type CentsRange, EMPTY_FACET_COUNTS, toBucketBounds } from './filters.ts';
import { findIdBySku, searchCategories } from './named-matches.repository.ts';
import { findBestNearHits, findNearHits } from './near-matches.repository.ts';
import { loadSynonymQueries } from './query-segments.ts';
import { findBestHits, findHits, type SearchHits, type SearchQueries, type SearchWindow, toQueriesRow } from './search.repository.ts';
import { loadSynonymIndex } from './synonyms.service.ts';
import { createTermLoader, joinWithAnd, lengthBucket, type SearchContext, toSignedWords, toTerms } from './terms.ts';

/** At most this many matching products are examined. Up to here totals are exact. */
export const MAX_HITS = 10_000;
/** For suggestions while typing: few are shown, so few need to be examined. */
const MAX_SUGGESTION_HITS = 1000;
const SUGGESTED_PRODUCTS = 6;
const SUGGESTED_CATEGORIES = 3;

async function buildQueries(context: SearchContext, terms: readonly string[], keyword: string): Promise<SearchQueries> {
  const [loadTerm, exactId] = await Promise.all([createTermLoader(context), findIdBySku(context.db, keyword.trim())]);
  const loadedTerms = await Promise.all(terms.map((term, index) => loadTerm(term, index === terms.length - 1, terms.length === 1)));
  // Stop words are left out, unless there are no other words.
  const significantTerms = loadedTerms.filter((it) => !it.isStopWord);
  const bucket = lengthBucket(keyword);
  const signed = toSignedWords(keyword);
  const shortNames = loadedTerms.map((it) => it.shortName?.[bucket]);
  const bySynonyms = await loadSynonymQueries(context, terms, loadedTerms, loadTerm);
  const { pins } = await loadSynonymIndex(context);
  return {
    anywhere: bySynonyms?.typed ?? joinWithAnd((significantTerms.length ? significantTerms : loadedTerms).map((it) => it.anywhere)),
    named: joinWithAnd(loadedTerms.map((it) => it.named)),
    whole: joinWithAnd(loadedTerms.map((it) => it.whole)),
    // With signs, short names alone must not fill the page: a longer name may be the one that has the signs.
    shortName: !signed.length && shortNames.every(Boolean) ? joinWithAnd(shortNames) : null,
    signed: signed.length ? signed : null,
    exactId,
    pinnedIds: pins.get(terms.join(' ')) ?? [],
    synonyms: bySynonyms?.synonyms ?? null,
  };
}

/** Searches for what was typed and its synonyms and, if that finds nothing, by the fallbacks. Null if nothing was typed. */
async function search<T>(context: SearchContext, keyword: string, attempt: SearchAttempt<T>): Promise<T | null> {
  const terms = toTerms(keyword);
  if (!terms.length) return null;
  const found = await attempt.find(await buildQueries(context, terms, keyword));
  return attempt.isEmpty(found) ? searchWithFallbacks(context, terms, attempt, found) : found;
}

const NO_HITS: SearchHits = { products: [], facetCounts: EMPTY_FACET_COUNTS, examined: 0, values: [], isCut: false };

/** `ranges`: the price ranges to count besides the filter's own. */
export async function searchProducts(
  context: SearchContext,
  keyword: string,
  window: SearchWindow,
  ranges: readonly CentsRange[],
): Promise<SearchHits> {
  const { cents } = window.filter;
  const bounds = toBucketBounds(cents ? [...ranges, cents] : ranges);
  const hits = await search<SearchHits>(context, keyword, {
    find: (queries) => {
      const first = window.sort === 'relevance' ? queries.pinnedIds : [];
      return findHits(context.db, toQueriesRow(queries), { ...window, first }, bounds, MAX_HITS, queries);
    },
    findNear: (words) => findNearHits(context.db, words, window, bounds),
    isEmpty: ({ examined }) => examined === 0,
  });
  return hits ?? NO_HITS;
}

export async function listBestMatches(context: SearchContext, keyword: string, limit: number): Promise<FoundProduct[]> {
  const products = await search<FoundProduct[]>(context, keyword, {
    find: (queries) => findBestHits(context.db, toQueriesRow(queries), limit, MAX_HITS, queries),
    findNear: (words) => findBestNearHits(context.db, words, limit),
    isEmpty: (found) => found.length === 0,
  });
  return products ?? [];
}

export interface Suggestions {
  products: FoundProduct[];
  categories: Category[];
}

export async function listSuggestions(context: SearchContext, keyword: string): Promise<Suggestions> {
  const { db } = context;
  const suggestions = await search<Suggestions>(context, keyword, {
    find: async (queries) => {
      const [products, categories] = await Promise.all([
        findBestHits(db, toQueriesRow(queries), SUGGESTED_PRODUCTS, MAX_SUGGESTION_HITS, queries),
        searchCategories(db, queries, SUGGESTED_CATEGORIES),
      ]);
      return { products, categories };
    },
    findNear: async (words) => ({ products: await findBestNearHits(db, words, SUGGESTED_PRODUCTS), categories: [] }),
    isEmpty: ({ products, categories }) => products.length + categories.length === 0,
  });
  return suggestions ?? { products: [], categories: [] };
}
