/** The categories, requested once per browser session and shared by header, filters and pages. */
import { type ListedCategory, listCategories } from '../../contract/category.ts';
import type { Api } from '../api.ts';

/** What every page has of a category: neither its text, which is its own page's, nor the version, which only the admin's forms need. */
export type ShopCategory = Pick<ListedCategory, '_id' | 'name' | 'slug' | 'count' | 'image'>;

const toShopCategory = ({ _id, name, slug, count, image }: ListedCategory): ShopCategory => ({ _id, name, slug, count, image });

let cached: Promise<ShopCategory[]> | null = null;

export function loadCategories(api: Api): Promise<ShopCategory[]> {
  const fetchCategories = () => api(listCategories).then((response) => response.category.map(toShopCategory));
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
