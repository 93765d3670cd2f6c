/** The categories, asked for once in a browser: the bar, the filters and the pages share one answer. */
import { type ListedCategory, listCategories } from '../../contract/category.ts';
import type { Api } from '../api.ts';

let cached: Promise<ListedCategory[]> | null = null;

export function loadCategories(api: Api): Promise<ListedCategory[]> {
  const fetchCategories = () => api(listCategories).then((response) => response.category);
  // On the server each page asks for itself: what is kept there would be old for everyone.
  if (typeof window === 'undefined') return fetchCategories();
  cached ??= fetchCategories().catch((error) => {
    cached = null;
    throw error;
  });
  return cached;
}

/** After a change: the next one who asks gets the new list. */
export function invalidateCategories(): void {
  cached = null;
}
