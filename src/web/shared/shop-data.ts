/** What every page has of the shop: categories and settings. root.tsx loads them, and again after an admin's change. */
import { useRouteLoaderData } from 'react-router';
import { type ListedCategory, listCategories } from '../../contract/category.ts';
import { DEFAULT_SETTINGS, DEFAULT_SHOP_DETAILS, readSettings, type Settings } from '../../contract/settings.ts';
import { type Api, isApiError } from '../api.ts';
import type { LoadArgs } from '../page-loader.ts';
import { useTestOrders } from '../state/session.ts';

/** A category without its text, which its own page loads, and without its version, which only the admin's forms need. */
export type ShopCategory = Pick<ListedCategory, '_id' | 'name' | 'slug' | 'count' | 'image'>;

const toShopCategory = ({ _id, name, slug, count, image }: ListedCategory): ShopCategory => ({ _id, name, slug, count, image });

/** Requested once per browser session, by whichever page needs them first. */
let cached: Promise<ShopCategory[]> | null = null;

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

export function loadCategories(api: Api): Promise<ShopCategory[]> {
  const fetchCategories = () => api(listCategories).then((response) => response.category.map(toShopCategory));
  // On the server every page asks again: a cache in this module would show old categories to everyone.
  if (typeof window === 'undefined') return fetchCategories();
  cached ??= fetchCategories().catch((error) => {
    cached = null;
    throw error;
  });
  return cached;
}

/** Null: the shop is closed, and this visitor can't see it. */
function toNullIfClosed(error: unknown): null {
  if (isApiError(error) && error.code === 'shop_closed') return null;
  throw error;
}

/** `origin`: the address at which the shop was opened. */
export async function loadRootData(api: Api, { url }: LoadArgs) {
  const [categories, { settings }] = await Promise.all([loadCategories(api).catch(toNullIfClosed), api(readSettings)]);
  return { categories: categories ?? [], settings, origin: url.origin, ...(!categories && { isShut: true }) };
}

export type RootData = Awaited<ReturnType<typeof loadRootData>>;

const FALLBACK: { categories: ShopCategory[]; settings: Settings } = {
  categories: [],
  settings: {
    ...DEFAULT_SETTINGS,
    shop: DEFAULT_SHOP_DETAILS,
    footerPages: [],
    payment: { provider: null, testMode: false },
  },
};

/** The categories and settings that root.tsx loaded; defaults if that failed. */
export function useShop(): { categories: ShopCategory[]; settings: Settings; isShut?: boolean } {
  return useRouteLoaderData<RootData>('root') ?? FALLBACK;
}

/** Who takes the payments of whoever is here: those of an owner's test orders the built-in test page. */
export function usePayment(): Settings['payment'] {
  const { payment } = useShop().settings;
  return useTestOrders() ? { ...payment, provider: 'demo', testMode: true } : payment;
}
