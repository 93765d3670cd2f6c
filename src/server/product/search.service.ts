/** From what somebody typed to what they meant. */
import type { Category } from '../../contract/category.ts';
import type { Product } from '../../contract/product.ts';
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import {
  BRIEF,
  findBest,
  findHits,
  given,
  type Hits,
  listNamedCategories,
  listNearWords,
  type Queries,
  readTerm,
  type SearchWindow,
  type Term,
} from './search.repository.ts';
import { nearestWords } from './spelling.ts';
import { boundsOf, type CentsRange, EMPTY } from './tally.ts';

type Context = Pick<Deps, 'db' | 'memoize'>;

/** More products are not looked at, however many hold a word: up to here totals are exact. */
export const MOST_HITS = 10_000;
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

/** So many bytes beside what was typed still make a brief name: a few dozen of a million, for a word that a thousand hold. */
const LITTLE_MORE = 8;
/** So many terms are remembered; then all are forgotten, and soon the common ones are known again. */
const MOST_TERMS = 2000;

/** The mark of names that hold the keyword and little more; -1: there is none for names so long. */
export const markOf = (keyword: string): number => BRIEF.findIndex((bytes) => bytes >= Buffer.byteLength(keyword) + LITTLE_MORE);

async function askOf({ db, memoize }: Context, terms: string[], keyword: string): Promise<Queries> {
  const known = await memoize('terms', async () => new Map<string, Promise<Term>>());
  if (known.size > MOST_TERMS) known.clear();
  const read = (term: string, index: number) => {
    const [isLast, isAlone] = [index === terms.length - 1, terms.length === 1];
    const key = [isLast, isAlone, term].join(' ');
    const old = known.get(key);
    if (old) return old;
    const asked = readTerm(db, term, isLast, isAlone);
    known.set(key, asked);
    asked.catch(() => known.delete(key));
    return asked;
  };
  const asked = await Promise.all(terms.map(read));
  const all = (texts: (string | null | undefined)[]) => texts.flatMap((it) => (it ? [`(${it})`] : [])).join(' & ') || null;
  // Fillers are left out, unless there is nothing else.
  const meant = asked.filter((it) => !it.isFiller);
  const mark = markOf(keyword);
  const briefs = asked.map((it) => it.brief?.[mark]);
  return {
    anywhere: all((meant.length ? meant : asked).map((it) => it.anywhere)),
    named: all(asked.map((it) => it.named)),
    whole: all(asked.map((it) => it.whole)),
    brief: briefs.every(Boolean) ? all(briefs) : null,
  };
}

const NOTHING: Hits = { products: [], tally: EMPTY, isCut: false };

/** Each term beside the words of the shop that it may have been meant to be; null where there are none. */
async function respell(db: Database, terms: string[]): Promise<string[] | null> {
  const meant = await Promise.all(terms.map(async (term) => nearestWords(term, await listNearWords(db, term))));
  return meant.some((words) => words.length) ? terms.map((term, index) => [term, ...(meant[index] ?? [])].join(' ')) : null;
}

/** As it is written; where that finds nothing, as it may have been meant. */
async function firstFind<T>(
  context: Context,
  keyword: string,
  find: (queries: Queries) => Promise<T>,
  isNothing: (found: T) => boolean,
): Promise<T | null> {
  const terms = toTerms(keyword);
  if (!terms.length) return null;
  const found = await find(await askOf(context, terms, keyword));
  if (!isNothing(found)) return found;
  const respelt = await respell(context.db, terms);
  return respelt ? find(await askOf(context, respelt, keyword)) : found;
}

/** `ranges` are those that the tally is wanted for, beside the filter's own. */
export async function searchProducts(
  context: Context,
  keyword: string,
  window: SearchWindow,
  ranges: readonly CentsRange[],
): Promise<Hits> {
  const { cents } = window.filter;
  const bounds = boundsOf(cents ? [...ranges, cents] : ranges);
  const find = (queries: Queries) => findHits(context.db, given(queries), window, bounds, MOST_HITS);
  return (await firstFind(context, keyword, find, ({ tally }) => tally.sums.size === 0)) ?? NOTHING;
}

export async function listBest(context: Context, keyword: string, limit: number): Promise<Product[]> {
  const find = (queries: Queries) => findBest(context.db, given(queries), limit, MOST_HITS);
  return (await firstFind(context, keyword, find, (products) => products.length === 0)) ?? [];
}

export interface Suggestions {
  products: Product[];
  categories: Category[];
}

export async function suggest(context: Context, keyword: string): Promise<Suggestions> {
  const { db } = context;
  const find = async (queries: Queries): Promise<Suggestions> => {
    const [products, categories] = await Promise.all([
      findBest(db, given(queries), SUGGESTED_PRODUCTS, MOST_TYPED),
      listNamedCategories(db, queries, SUGGESTED_CATEGORIES),
    ]);
    return { products, categories };
  };
  const found = await firstFind(context, keyword, find, ({ products, categories }) => products.length + categories.length === 0);
  return found ?? { products: [], categories: [] };
}
