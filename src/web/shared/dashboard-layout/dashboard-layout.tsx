/** The head of each page of the account and the admin area. */

import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { ChevronIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';

/** A link above the heading, back to the list that the page belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="mb-1 -ml-1 inline-flex min-h-8 items-center gap-1 text-small text-soft hover:text-ink print:hidden">
      <ChevronIcon className="rotate-90" />
      {children}
    </Link>
  );
}

/** Moves the focus to the page's heading, for use when the focused element was removed. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus();
}

/** For a page whose table may be as wide as the window. */
export function FullWidth({ children }: { children: ReactNode }) {
  return <div data-full-width>{children}</div>;
}

interface DashboardHeaderProps {
  title: string;
  lead?: ReactNode;
  /** Buttons or links at the end of the heading's row. */
  actions?: ReactNode;
}

/** Whether the last header that left the page had the focus. */
let hadFocus = false;

/** If the header that it replaces, such as that of the loading page, had the focus, it takes it: otherwise the focus would be lost. */
export function DashboardHeader({ title, lead, actions }: DashboardHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const current = heading.current;
    if (hadFocus) current?.focus({ preventScroll: true });
    hadFocus = false;
    return () => {
      hadFocus = document.activeElement === current;
    };
  }, []);
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="line-clamp-3 text-head">
          {title}
        </h1>
        {lead && <p className="mt-1 text-soft">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
