/** Turns what somebody typed into queries of the search index, with a second try by corrected words. docs/decisions/0014 says how. */
import type { Category } from '../../../contract/category.ts';
import type { Product } from '../../../contract/product.ts';
import type { Database } from '../../database/connect.ts';
import type { Deps } from '../../deps.ts';
import { type CentsRange, EMPTY_FACET_COUNTS, toBucketBounds } from './facet-counts.ts';
import {
  findBestHits,
  findHits,
  findTerm,
  listSimilarWords,
  type SearchHits,
  type SearchQueries,
  type SearchTerm,
  type SearchWindow,
  SHORT_NAME_BYTES,
  searchCategories,
  toQueriesRow,
} from './search.repository.ts';
import { listCorrections } from './typo-tolerance.ts';

type Context = Pick<Deps, 'db' | 'memoize'>;

/** At most this many matching products are examined. Up to here totals are exact. */
export const MAX_HITS = 10_000;
/** For suggestions while typing: few are shown, so few need to be examined. */
const MAX_SUGGESTION_HITS = 1000;
const MAX_TERMS = 8;
const SUGGESTED_PRODUCTS = 6;
const SUGGESTED_CATEGORIES = 3;

/** The first eight words of a text; where it has none, its symbols. An apostrophe doesn't separate words, as in the index. */
export function toTerms(keyword: string): string[] {
  const text = keyword
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’´`]/g, '');
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? keyword.match(/[^\s\p{L}\p{N}\p{M}]/gu) ?? [];
  return [...new Set(words)].slice(0, MAX_TERMS);
}

/**
 * A name counts as short if it is at most this many bytes longer than the keyword: a few dozen names of a million, for a word that a
 * thousand names contain.
 */
const SHORT_NAME_MARGIN = 8;
/** When more terms than this are cached, all are dropped; the common ones are soon cached again. */
const MAX_CACHED_TERMS = 2000;

/** The index in SHORT_NAME_BYTES of names that contain the keyword and little more; -1 where the keyword is too long for all. */
export const lengthBucket = (keyword: string): number =>
  SHORT_NAME_BYTES.findIndex((bytes) => bytes >= Buffer.byteLength(keyword) + SHORT_NAME_MARGIN);

async function buildQueries({ db, memoize }: Context, terms: string[], keyword: string): Promise<SearchQueries> {
  const cachedTerms = await memoize('search-terms', async () => new Map<string, Promise<SearchTerm>>());
  if (cachedTerms.size > MAX_CACHED_TERMS) cachedTerms.clear();
  const loadTerm = (term: string, index: number) => {
    const [isLast, isAlone] = [index === terms.length - 1, terms.length === 1];
    const key = [isLast, isAlone, term].join(' ');
    const cached = cachedTerms.get(key);
    if (cached) return cached;
    const loading = findTerm(db, term, isLast, isAlone);
    cachedTerms.set(key, loading);
    loading.catch(() => cachedTerms.delete(key));
    return loading;
  };
  const loadedTerms = await Promise.all(terms.map(loadTerm));
  const joinWithAnd = (texts: (string | null | undefined)[]) => texts.flatMap((it) => (it ? [`(${it})`] : [])).join(' & ') || null;
  // Stop words are left out, unless there are no other words.
  const significantTerms = loadedTerms.filter((it) => !it.isStopWord);
  const bucket = lengthBucket(keyword);
  const shortNames = loadedTerms.map((it) => it.shortName?.[bucket]);
  return {
    anywhere: joinWithAnd((significantTerms.length ? significantTerms : loadedTerms).map((it) => it.anywhere)),
    named: joinWithAnd(loadedTerms.map((it) => it.named)),
    whole: joinWithAnd(loadedTerms.map((it) => it.whole)),
    shortName: shortNames.every(Boolean) ? joinWithAnd(shortNames) : null,
  };
}

const NO_HITS: SearchHits = { products: [], facetCounts: EMPTY_FACET_COUNTS, isCut: false };

/** Each term together with its corrections, as one term; null where none has any. */
async function correctSpelling(db: Database, terms: string[]): Promise<string[] | null> {
  const corrections = await Promise.all(terms.map(async (term) => listCorrections(term, await listSimilarWords(db, term))));
  return corrections.some((words) => words.length) ? terms.map((term, index) => [term, ...(corrections[index] ?? [])].join(' ')) : null;
}

/** Searches for what was typed and, where that finds nothing, for its corrections. */
async function findWithCorrection<T>(
  context: Context,
  keyword: string,
  find: (queries: SearchQueries) => Promise<T>,
  isEmpty: (found: T) => boolean,
): Promise<T | null> {
  const terms = toTerms(keyword);
  if (!terms.length) return null;
  const found = await find(await buildQueries(context, terms, keyword));
  if (!isEmpty(found)) return found;
  const corrected = await correctSpelling(context.db, terms);
  return corrected ? find(await buildQueries(context, corrected, keyword)) : found;
}

/** `ranges` are those that facet counts are wanted for, besides the filter's own. */
export async function searchProducts(
  context: Context,
  keyword: string,
  window: SearchWindow,
  ranges: readonly CentsRange[],
): Promise<SearchHits> {
  const { cents } = window.filter;
  const bounds = toBucketBounds(cents ? [...ranges, cents] : ranges);
  const find = (queries: SearchQueries) => findHits(context.db, toQueriesRow(queries), window, bounds, MAX_HITS);
  return (await findWithCorrection(context, keyword, find, ({ facetCounts }) => facetCounts.prefixSums.size === 0)) ?? NO_HITS;
}

export async function listBestMatches(context: Context, keyword: string, limit: number): Promise<Product[]> {
  const find = (queries: SearchQueries) => findBestHits(context.db, toQueriesRow(queries), limit, MAX_HITS);
  return (await findWithCorrection(context, keyword, find, (products) => products.length === 0)) ?? [];
}

export interface Suggestions {
  products: Product[];
  categories: Category[];
}

export async function listSuggestions(context: Context, keyword: string): Promise<Suggestions> {
  const { db } = context;
  const find = async (queries: SearchQueries): Promise<Suggestions> => {
    const [products, categories] = await Promise.all([
      findBestHits(db, toQueriesRow(queries), SUGGESTED_PRODUCTS, MAX_SUGGESTION_HITS),
      searchCategories(db, queries, SUGGESTED_CATEGORIES),
    ]);
    return { products, categories };
  };
  const found = await findWithCorrection(context, keyword, find, ({ products, categories }) => products.length + categories.length === 0);
  return found ?? { products: [], categories: [] };
}
