/** The categories, asked for once in a browser: the bar, the filters and the pages share one answer. */
import { type ListedCategory, listCategories } from '../../contract/category.ts';
import type { Api } from '../api.ts';

let kept: Promise<ListedCategory[]> | null = null;

export function loadCategories(api: Api): Promise<ListedCategory[]> {
  const ask = () => api(listCategories).then((answer) => answer.category);
  // On the server each page asks for itself: what is kept there would be old for everyone.
  if (typeof window === 'undefined') return ask();
  kept ??= ask().catch((error) => {
    kept = null;
    throw error;
  });
  return kept;
}

/** After a change: the next one who asks gets the new list. */
export function forgetCategories(): void {
  kept = null;
}
