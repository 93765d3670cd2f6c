import { useRouteLoaderData } from 'react-router';
import { DEFAULT_SETTINGS, DEFAULT_SHOP_DETAILS, type Settings } from '../../../contract/settings.ts';
import type { RootData } from '../../root-data.ts';
import type { ShopCategory } from '../../state/categories.ts';

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
export function useShop(): { categories: ShopCategory[]; settings: Settings } {
  return useRouteLoaderData<RootData>('root') ?? FALLBACK;
}
