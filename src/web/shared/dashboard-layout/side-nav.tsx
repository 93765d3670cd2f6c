/** The dashboard's navigation: a column on wide screens, a scrolling bar with faded edges on narrow ones. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { matchPath, useLocation } from 'react-router';
import { classNames } from '../../kit/class-names.ts';
import { Link } from '../../kit/link.tsx';

export interface NavItem {
  to: string;
  label: string;
  icon: ReactNode;
  /** A path: the item counts as current on the pages below it too. */
  subpages?: string;
  /** How many tasks are waiting there; nothing is shown for 0. */
  count?: number;
  /** The count in words. */
  countLabel?: string;
}

/** On which sides the bar has hidden items. */
type Overflow = 'none' | 'before' | 'after' | 'both';

const OVERFLOW_MASKS: Record<Overflow, string> = {
  none: '',
  before: 'max-md:mask-l-from-[calc(100%-2.5rem)]',
  after: 'max-md:mask-r-from-[calc(100%-2.5rem)]',
  both: 'max-md:mask-x-from-[calc(100%-2.5rem)]',
};

function measureOverflow({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Overflow {
  const isBefore = scrollLeft > 1;
  const isAfter = scrollLeft + clientWidth < scrollWidth - 1;
  if (isBefore && isAfter) return 'both';
  if (isBefore) return 'before';
  return isAfter ? 'after' : 'none';
}

function isCurrent({ to, subpages }: NavItem, pathname: string): boolean {
  return matchPath(to, pathname) !== null || (subpages !== undefined && matchPath(`${subpages}/*`, pathname) !== null);
}

interface SideNavProps {
  title: string;
  links: NavItem[];
  /** On a page of the shop's width: its items are aligned with the header. */
  isOnGrid: boolean;
}

export function SideNav({ title, links, isOnGrid }: SideNavProps) {
  const listRef = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  const [overflow, setOverflow] = useState<Overflow>('none');

  const counts = links.map(({ count = 0 }) => count).join();

  // Scroll the current item into view, and measure the overflow again whenever the size changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has another current item, and a count moves those behind it
  useEffect(() => {
    const list = listRef.current;
    if (!list) return;
    const current = list.querySelector<HTMLElement>('[aria-current="page"]');
    if (current) list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2;
    const observer = new ResizeObserver(() => setOverflow(measureOverflow(list)));
    observer.observe(list);
    return () => observer.disconnect();
  }, [pathname, counts]);

  return (
    <nav
      aria-label={title}
      className={classNames('border-b border-line pt-3 md:border-b-0 md:pt-6', isOnGrid ? 'max-md:-mx-5 md:-ml-3' : 'md:border-r')}
    >
      <div className="md:sticky md:top-22">
        <h2 className={classNames('px-5 text-small font-[560] tracking-normal text-soft', isOnGrid ? 'md:px-3' : 'md:px-7')}>{title}</h2>
        <ul
          ref={listRef}
          onScroll={(event) => setOverflow(measureOverflow(event.currentTarget))}
          className={classNames(
            'relative flex gap-1 overflow-x-auto px-2.5 py-2 [scrollbar-width:none] md:flex-col',
            isOnGrid ? 'md:px-0' : 'md:px-4',
            OVERFLOW_MASKS[overflow],
          )}
        >
          {links.map((link) => (
            <li key={link.to} className="shrink-0">
              <Link
                to={link.to}
                aria-current={isCurrent(link, pathname) ? 'page' : undefined}
                className="flex min-h-10 items-center gap-2.5 rounded-control px-3 whitespace-nowrap text-soft transition-colors -outline-offset-2 hover:bg-line/60 hover:text-ink aria-[current=page]:bg-accent-ground aria-[current=page]:font-[560] aria-[current=page]:text-accent md:min-h-9"
              >
                {link.icon}
                {link.label}
                <Count count={link.count} label={link.countLabel} />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

const MAX_COUNT = 99;

function Count({ count = 0, label }: { count: number | undefined; label: string | undefined }) {
  if (!count) return null;
  return (
    <span className="ml-auto min-w-6 rounded-full bg-accent px-1.5 text-center text-small text-ground tabular-nums">
      <span aria-hidden="true">{count > MAX_COUNT ? `${MAX_COUNT}+` : count}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
