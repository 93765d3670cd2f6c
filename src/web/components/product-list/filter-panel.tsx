/** The filters beside the list on wide screens, as a plain form. Without JavaScript they are shown on narrow screens too. */
import type { ReactNode } from 'react';
import { home } from '../../messages/home.ts';

/** The form's id, to which the sort select outside of it refers. */
export const FILTER_FORM = 'filter';

interface FilterPanelProps {
  action: string;
  /** Below the form. */
  reset?: ReactNode;
  children: ReactNode;
}

export function FilterPanel({ action, reset, children }: FilterPanelProps) {
  return (
    <div className="max-lg:mb-6 max-lg:hidden max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-raised max-lg:p-5 noscript:block">
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
