/** What root.tsx loads for every page: the categories, the settings, and the origin at which the shop was opened. */
import { readSettings } from '../contract/settings.ts';
import type { Api } from './api.ts';
import type { LoadArgs } from './page-loader.ts';
import { loadCategories } from './state/categories.ts';

export async function loadRootData(api: Api, { url }: LoadArgs) {
  const [categories, { settings }] = await Promise.all([loadCategories(api), api(readSettings)]);
  return { categories, settings, origin: url.origin };
}

export type RootData = Awaited<ReturnType<typeof loadRootData>>;
