/** What every page has of the shop: categories and settings. root.tsx loads them, and again after an admin's change. */
import { useRouteLoaderData } from 'react-router';
import { countProducts, type ListedCategory, listCategories } from '../../contract/category.ts';
import { DEFAULT_SETTINGS, DEFAULT_SHOP_DETAILS, readSettings, type Settings } from '../../contract/settings.ts';
import { type Api, isApiError } from '../api.ts';
import type { LoadArgs } from '../page-loader.ts';
import { useTestOrders } from '../state/session.ts';

/** A category without its text, which its own page loads, and without its version, which only the admin's forms need. */
export type ShopCategory = Pick<ListedCategory, '_id' | 'name' | 'slug' | 'count' | 'image' | 'parent'>;

const toShopCategory = ({ _id, name, slug, count, image, parent }: ListedCategory): ShopCategory => ({
  _id,
  name,
  slug,
  count,
  image,
  ...(parent && { parent }),
});

/** The categories from the top of the tree down to this one; empty: there is none. */
export function listCategoryPath<T extends Pick<ShopCategory, '_id' | 'parent'>>(categories: readonly T[], id: string | undefined): T[] {
  const category = categories.find((it) => it._id === id);
  return category ? [...listCategoryPath(categories, category.parent), category] : [];
}

/** Of the whole shop, and how many products it has. */
interface ShopCatalog {
  categories: ShopCategory[];
  productCount: number;
}

/** Requested once per browser session, by whichever page needs them first. */
let cached: Promise<ShopCatalog> | null = null;

/** Whether an admin has changed something that every page shows, and this tab hasn't loaded it yet. */
let isOutdated = false;

export const isShopOutdated = (): boolean => isOutdated;

/** After a change: the next load asks for everything again. */
export function markShopOutdated(): void {
  cached = null;
  isOutdated = true;
}

export function markShopLoaded(): void {
  isOutdated = false;
}

function loadCatalog(api: Api): Promise<ShopCatalog> {
  const fetchCatalog = () =>
    api(listCategories).then(({ category, total = countProducts(category) }) => ({
      categories: category.map(toShopCategory),
      productCount: total,
    }));
  // On the server every page asks again: a cache in this module would show old categories to everyone.
  if (typeof window === 'undefined') return fetchCatalog();
  cached ??= fetchCatalog().catch((error) => {
    cached = null;
    throw error;
  });
  return cached;
}

export const loadCategories = async (api: Api): Promise<ShopCategory[]> => (await loadCatalog(api)).categories;

/** Null: the shop is closed, and this visitor can't see it. */
function toNullIfClosed(error: unknown): null {
  if (isApiError(error) && error.code === 'shop_closed') return null;
  throw error;
}

/** `origin`: the address at which the shop was opened. */
export async function loadRootData(api: Api, { url }: LoadArgs) {
  const [catalog, { settings }] = await Promise.all([loadCatalog(api).catch(toNullIfClosed), api(readSettings)]);
  return { ...(catalog ?? NO_CATALOG), settings, origin: url.origin, ...(!catalog && { isShut: true }) };
}

export type RootData = Awaited<ReturnType<typeof loadRootData>>;

const NO_CATALOG: ShopCatalog = { categories: [], productCount: 0 };

const FALLBACK: ShopCatalog & { settings: Settings } = {
  ...NO_CATALOG,
  settings: {
    ...DEFAULT_SETTINGS,
    shop: DEFAULT_SHOP_DETAILS,
    footerPages: [],
    payment: { provider: null, testMode: false },
  },
};

/** The categories and settings that root.tsx loaded; defaults if that failed. */
export function useShop(): ShopCatalog & { settings: Settings; isShut?: boolean } {
  return useRouteLoaderData<RootData>('root') ?? FALLBACK;
}

/** Who takes the payments of whoever is here: those of an owner's test orders the built-in test page. */
export function usePayment(): Settings['payment'] {
  const { payment } = useShop().settings;
  return useTestOrders() ? { ...payment, provider: 'demo', testMode: true } : payment;
}
