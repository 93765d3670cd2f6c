/** The last search with its results, taken over by the results page. A reload searches again. */
import { type FoundProduct, searchProducts } from '../../contract/product.ts';
import { api, isInvalidOrNotFound } from '../api.ts';

let lastSearch: { keyword: string; results: FoundProduct[] } | null = null;

/** Searches and stores the results. Throws if the request fails; the previous results then stay. */
export async function runSearch(keyword: string): Promise<void> {
  try {
    lastSearch = { keyword, results: await api(searchProducts, { params: { keyword } }) };
  } catch (error) {
    if (!isInvalidOrNotFound(error)) throw error;
    // An invalid keyword: the results page explains it.
    lastSearch = null;
  }
}

/** The results of the last search if it had this keyword, only once. */
export function takeSearchResults(keyword: string): FoundProduct[] | null {
  if (lastSearch?.keyword !== keyword) return null;
  const { results } = lastSearch;
  lastSearch = null;
  return results;
}
