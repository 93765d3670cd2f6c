/** From what somebody typed to what they meant. */
import type { Category } from '../../contract/category.ts';
import type { Product } from '../../contract/product.ts';
import type { Database } from '../database/open.ts';
import { findHits, type Hits, listNamedCategories, listNearWords, type SearchWindow } from './search.repository.ts';
import { nearestWords } from './spelling.ts';
import { boundsOf, type CentsRange, EMPTY } from './tally.ts';

/** More products are not looked at, however many hold a word: up to here totals are exact. */
const MOST = 10_000;
/** While somebody types, the first few are wanted, and at once. */
const MOST_TYPED = 1000;
const MAX_TERMS = 8;
const SUGGESTED_PRODUCTS = 6;
const SUGGESTED_CATEGORIES = 3;

/** The words of a text, at most eight; of a text without any, its signs. Apostrophes part no words, as in the index. */
export function toTerms(keyword: string): string[] {
  const text = keyword
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’´`]/g, '');
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? keyword.match(/[^\s\p{L}\p{N}\p{M}]/gu) ?? [];
  return [...new Set(words)].slice(0, MAX_TERMS);
}

const NOTHING: Hits = { products: [], tally: EMPTY, isCut: false };

/** Each term beside the words of the shop that it may have been meant to be; null where there are none. */
async function respell(db: Database, terms: string[]): Promise<string[] | null> {
  const meant = await Promise.all(terms.map(async (term) => nearestWords(term, await listNearWords(db, term))));
  return meant.some((words) => words.length) ? terms.map((term, index) => [term, ...(meant[index] ?? [])].join(' ')) : null;
}

/** As it is written; where that finds nothing, as it may have been meant. */
async function firstFind<T>(
  db: Database,
  keyword: string,
  find: (terms: string[]) => Promise<T>,
  isNothing: (found: T) => boolean,
): Promise<T | null> {
  const terms = toTerms(keyword);
  if (!terms.length) return null;
  const found = await find(terms);
  if (!isNothing(found)) return found;
  const respelt = await respell(db, terms);
  return respelt ? find(respelt) : found;
}

const holdsNothing = ({ tally }: Hits) => tally.sums.size === 0;

/** `ranges` are those that the tally is wanted for, beside the filter's own. */
export async function searchProducts(db: Database, keyword: string, window: SearchWindow, ranges: readonly CentsRange[]): Promise<Hits> {
  const { cents } = window.filter;
  const bounds = boundsOf(cents ? [...ranges, cents] : ranges);
  const find = (terms: string[]) => findHits(db, terms, window, bounds, MOST);
  return (await firstFind(db, keyword, find, holdsNothing)) ?? NOTHING;
}

export interface Suggestions {
  products: Product[];
  categories: Category[];
}

export async function suggest(db: Database, keyword: string): Promise<Suggestions> {
  const window = { filter: { categoryIds: [], cents: null }, offset: 0, limit: SUGGESTED_PRODUCTS, sort: 'relevance' } as const;
  const find = async (terms: string[]): Promise<Suggestions> => {
    const [{ products }, categories] = await Promise.all([
      findHits(db, terms, window, [], MOST_TYPED),
      listNamedCategories(db, terms, SUGGESTED_CATEGORIES),
    ]);
    return { products, categories };
  };
  const found = await firstFind(db, keyword, find, ({ products, categories }) => products.length + categories.length === 0);
  return found ?? { products: [], categories: [] };
}
