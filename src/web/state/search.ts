/** The last search: its keyword and what it found. The results page takes it from here; a reload asks anew. */
import { type Product, searchProducts } from '../../contract/product.ts';
import { api, isRefused } from '../api.ts';

let last: { keyword: string; results: Product[] } | null = null;

/** Asks the server and keeps the answer. Throws where it couldn't be asked; then the last one stays. */
export async function searchFor(keyword: string): Promise<void> {
  try {
    last = { keyword, results: await api(searchProducts, { params: { keyword } }) };
  } catch (error) {
    if (!isRefused(error)) throw error;
    // The page says what is wrong with such words.
    last = null;
  }
}

/** What the last search for this keyword found, once: after that the page asks again. */
export function takeResults(keyword: string): Product[] | null {
  if (last?.keyword !== keyword) return null;
  const { results } = last;
  last = null;
  return results;
}
