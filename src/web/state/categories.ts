/** The categories, requested once per browser session and shared by header, filters and pages. */
import { type ListedCategory, listCategories } from '../../contract/category.ts';
import type { Api } from '../api.ts';

let cached: Promise<ListedCategory[]> | null = null;

export function loadCategories(api: Api): Promise<ListedCategory[]> {
  const fetchCategories = () => api(listCategories).then((response) => response.category);
  // On the server every page asks anew: a module-level cache there would be outdated for everyone.
  if (typeof window === 'undefined') return fetchCategories();
  cached ??= fetchCategories().catch((error) => {
    cached = null;
    throw error;
  });
  return cached;
}

/** After a change: the next call requests the list again. */
export function invalidateCategories(): void {
  cached = null;
}
