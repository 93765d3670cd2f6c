/** The words of a search, and the queries for each of them, memoized until the catalog changes. */
import { LRUCache } from 'lru-cache';
import type { Deps } from '../../../deps.ts';
import { findTerm, type SearchTerm, SHORT_NAME_BYTES } from './search.repository.ts';

export type SearchContext = Pick<Deps, 'db' | 'memoize'>;

const MAX_TERMS = 8;

/** The first eight words of a text; if it has none, its symbols. As in the index, an apostrophe doesn't separate words. */
export function toTerms(keyword: string): string[] {
  const text = keyword
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’´`]/g, '');
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? keyword.match(/[^\s\p{L}\p{N}\p{M}]/gu) ?? [];
  return [...new Set(words)].slice(0, MAX_TERMS);
}

/** Words whose signs make them another word: `c++`, `c#`. The index doesn't contain signs, so they only affect the order of the results. */
export const toSignedWords = (keyword: string): string[] =>
  keyword
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+[+#]+/gu)
    ?.slice(0, MAX_TERMS) ?? [];

/** Whether it is a word rather than a symbol. */
export const isWord = (term: string): boolean => /[\p{L}\p{N}]/u.test(term);

/**
 * A name counts as short if it is at most this many bytes longer than the keyword: a few dozen names of a million, for a word that a
 * thousand names contain.
 */
const SHORT_NAME_MARGIN = 8;

/** The index in SHORT_NAME_BYTES of names that contain the keyword and little more; -1 if the keyword is too long for all of them. */
export const lengthBucket = (keyword: string): number =>
  SHORT_NAME_BYTES.findIndex((bytes) => bytes >= Buffer.byteLength(keyword) + SHORT_NAME_MARGIN);

/** The least recently searched terms are dropped. */
const MAX_CACHED_TERMS = 2000;

/** Loads the queries of single terms. A term is a word, or several separated by blanks, any of which will do. */
export type LoadTerm = (term: string, isLast?: boolean, isAlone?: boolean) => Promise<SearchTerm>;

export async function createTermLoader({ db, memoize }: SearchContext): Promise<LoadTerm> {
  const cachedTerms = await memoize('search-terms', async () => new LRUCache<string, Promise<SearchTerm>>({ max: MAX_CACHED_TERMS }));
  return (term, isLast = false, isAlone = false) => {
    const key = [isLast, isAlone, term].join(' ');
    const cached = cachedTerms.get(key);
    if (cached) return cached;
    const loading = findTerm(db, term, isLast, isAlone);
    cachedTerms.set(key, loading);
    loading.catch(() => cachedTerms.delete(key));
    return loading;
  };
}

type QueryText = string | null | undefined;
const joinQueries = (operator: string, texts: readonly QueryText[]) =>
  texts.flatMap((it) => (it ? [`(${it})`] : [])).join(operator) || null;

/** One tsquery, as text, that asks for all of these; null where they are all null. */
export const joinWithAnd = (texts: readonly QueryText[]): string | null => joinQueries(' & ', texts);

/** One tsquery, as text, that asks for any of these; null where they are all null. */
export const joinWithOr = (texts: readonly QueryText[]): string | null => joinQueries(' | ', texts);
