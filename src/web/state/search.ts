/** The last search: its keyword and what it found. The results page takes it from here; a reload asks anew. */
import { type Product, searchProducts } from '../../contract/product.ts';
import { api, isInvalidOrNotFound } from '../api.ts';

let lastSearch: { keyword: string; results: Product[] } | null = null;

/** Asks the server and keeps the answer. Throws where it couldn't be asked; then the last one stays. */
export async function runSearch(keyword: string): Promise<void> {
  try {
    lastSearch = { keyword, results: await api(searchProducts, { params: { keyword } }) };
  } catch (error) {
    if (!isInvalidOrNotFound(error)) throw error;
    // The page says what is wrong with such words.
    lastSearch = null;
  }
}

/** What the last search for this keyword found, once: after that the page asks again. */
export function takeSearchResults(keyword: string): Product[] | null {
  if (lastSearch?.keyword !== keyword) return null;
  const { results } = lastSearch;
  lastSearch = null;
  return results;
}
