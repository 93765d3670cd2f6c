import { useRouteLoaderData } from 'react-router';
import type { ListedCategory } from '../../contract/category.ts';
import { DEFAULT_SETTINGS } from '../../contract/default-settings.ts';
import type { Settings } from '../../contract/settings.ts';
import type { RootData } from '../root-data.ts';

const FALLBACK: { categories: ListedCategory[]; settings: Settings } = {
  categories: [],
  settings: { ...DEFAULT_SETTINGS, payment: { provider: null, testMode: false } },
};

/** The categories and settings that root.tsx loaded; defaults if that failed. */
export function useShop(): { categories: ListedCategory[]; settings: Settings } {
  return useRouteLoaderData<RootData>('root') ?? FALLBACK;
}
