/** The account's navigation: a column on wide screens, a scrolling bar with faded edges on narrow ones. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { matchPath, useLocation } from 'react-router';
import { classNames } from '../kit/class-names.ts';
import { Link } from '../kit/link.tsx';

export interface NavItem {
  to: string;
  label: string;
  icon: ReactNode;
  /** A path: the item counts as current on the pages below it too. */
  subpages?: string;
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
}

/** Its items are aligned with the header. */
export function SideNav({ title, links }: SideNavProps) {
  const listRef = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  const [overflow, setOverflow] = useState<Overflow>('none');

  // Scroll the current item into view, and measure the overflow again whenever the size changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has another current item
  useEffect(() => {
    const list = listRef.current;
    if (!list) return;
    const current = list.querySelector<HTMLElement>('[aria-current="page"]');
    if (current) list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2;
    const observer = new ResizeObserver(() => setOverflow(measureOverflow(list)));
    observer.observe(list);
    return () => observer.disconnect();
  }, [pathname]);

  return (
    <nav aria-label={title} className="border-b border-line pt-3 max-md:-mx-5 md:-ml-3 md:border-b-0 md:pt-6">
      <div className="md:sticky md:top-22">
        <h2 className="px-5 text-small font-[560] tracking-normal text-soft md:px-3">{title}</h2>
        <ul
          ref={listRef}
          onScroll={(event) => setOverflow(measureOverflow(event.currentTarget))}
          className={classNames(
            'relative flex gap-1 overflow-x-auto px-2.5 py-2 [scrollbar-width:none] md:flex-col md:px-0',
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
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}
