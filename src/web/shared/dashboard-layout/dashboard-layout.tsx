/**
 * A dashboard: side navigation (a scrolling bar on narrow screens) beside the page. At least as tall as the window, so
 * that the footer doesn't jump while content loads.
 */

import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classNames } from '../../kit/class-names.ts';
import { ChevronIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { ReauthenticationDialog } from './reauthentication-dialog.tsx';
import { type NavItem, SideNav } from './side-nav.tsx';
import { UnsavedChangesGuard } from './unsaved-changes.tsx';

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

interface DashboardLayoutProps {
  title: string;
  links: NavItem[];
  /** Above each page. */
  head?: ReactNode;
  /** As wide as the shop's pages and aligned with them, instead of as wide as the window. */
  isOnGrid?: boolean;
  children: ReactNode;
}

export function DashboardLayout({ title, links, head, isOnGrid = false, children }: DashboardLayoutProps) {
  return (
    <div
      className={classNames(
        'print:mb-0 print:block print:min-h-0 md:grid min-h-dvh',
        isOnGrid ? 'page md:grid-cols-[14.5rem_minmax(0,1fr)] md:gap-11' : '-mb-24 md:grid-cols-[14rem_minmax(0,1fr)]',
      )}
    >
      <UnsavedChangesGuard />
      <ReauthenticationDialog />
      <SideNav title={title} links={links} isOnGrid={isOnGrid} />
      <div
        className={classNames(
          'w-full max-w-page pt-6 pb-20 has-data-full-width:max-w-none print:p-0 md:pt-8',
          !isOnGrid && 'px-5 md:px-10',
        )}
      >
        {head}
        {children}
      </div>
    </div>
  );
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
