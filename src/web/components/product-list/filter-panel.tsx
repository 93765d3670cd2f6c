/** The filters beside the list on wide screens, as a plain form. Without JavaScript they are shown on narrow screens too. */
import { type ReactNode, useCallback, useState } from 'react';
import { home } from '../../messages/home.ts';
import type { FilterSheet } from './filter-sheet.tsx';

/** The form's id, to which the sort select outside of it refers. */
export const FILTER_FORM = 'filter';

/** As tall as the bar at the top. */
const BAR_HEIGHT = 72;
/** Lower in the window than this share of its height, little of a list is in sight. */
const LOWEST_SHARE = 0.6;

/** What was chosen shows its result, wherever the page is scrolled to: the heading of product-list.tsx is the list's top. */
export function showResults(): void {
  const heading = document.getElementById('results');
  const top = heading?.getBoundingClientRect().top ?? 0;
  if (top < BAR_HEIGHT || top > innerHeight * LOWEST_SHARE) heading?.scrollIntoView();
}

/** The sheet of narrow screens, once it is opened; wide ones never load it. */
export function useFilterSheet() {
  const [Sheet, setSheet] = useState<typeof FilterSheet | null>(null);
  const open = () => {
    import('./filter-sheet.tsx').then((it) => setSheet(() => it.FilterSheet)).catch(console.error);
  };
  const close = useCallback(() => setSheet(null), []);
  return { Sheet, open, close };
}

interface FilterPanelProps {
  action: string;
  /** Below the form. */
  reset?: ReactNode;
  children: ReactNode;
}

export function FilterPanel({ action, reset, children }: FilterPanelProps) {
  return (
    <div className="filter-panel">
      <form id={FILTER_FORM} action={action} className="grid gap-6 max-lg:sm:grid-cols-2">
        {children}
        <noscript className="grid">
          <button type="submit" className="min-h-10 rounded-control bg-ink px-4 font-[560] text-ground">
            {home.apply}
          </button>
        </noscript>
      </form>
      {reset}
    </div>
  );
}
