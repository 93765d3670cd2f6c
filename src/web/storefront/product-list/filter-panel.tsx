/** The filters beside the list on wide screens, as a plain form. Without JavaScript they are shown on narrow screens too. */
import { type ReactNode, useCallback, useState } from 'react';
import { home } from '../../shared/messages/home.ts';
import type { FilterSheet } from './filter-sheet.tsx';

/** The form's id, to which the sort select outside of it refers. */
export const FILTER_FORM = 'filter';

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
