/** Prev, numbered pages, Next. Each is a link, so a page can be opened, shared and gone back from. */
import { Link, type LinkProps } from 'react-router';
import { classNames } from './class-names.ts';

interface PaginationProps {
  page: number;
  pages: number;
  /** The address of a page. */
  to: (page: number) => string;
  label: string;
  /** Called when a page is asked for; the list then looks after the scrolling itself. */
  onTurn?: () => void;
}

/** First, last, the current one and its neighbours; null stands for what is left out. */
function shownPages(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((it) => it >= 1 && it <= pages);
  const sorted = [...new Set(wanted)].sort((a, b) => a - b);
  return sorted.flatMap((it, index) => {
    const previous = sorted[index - 1];
    if (previous === undefined || it - previous === 1) return [it];
    return it - previous === 2 ? [it - 1, it] : [null, it];
  });
}

const step = 'inline-flex min-h-10 min-w-10 items-center justify-center rounded-control px-3 figures';

export function Pagination({ page, pages, to, label, onTurn }: PaginationProps) {
  if (pages <= 1) return null;
  const turning = onTurn && { onClick: onTurn, preventScrollReset: true };
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-1 pt-10">
      <Step to={page > 1 ? to(page - 1) : null} turning={turning}>
        Prev
      </Step>
      {shownPages(page, pages).map((it, index) =>
        it === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no name of its own
          <span key={`gap-${index}`} aria-hidden="true" className={classNames(step, 'text-soft')}>
            …
          </span>
        ) : (
          <Link
            key={it}
            to={to(it)}
            {...turning}
            aria-current={it === page ? 'page' : undefined}
            className={classNames(step, it === page ? 'bg-ink text-ground font-[600]' : 'text-soft hover:bg-line/60 hover:text-ink')}
          >
            {it}
          </Link>
        ),
      )}
      <Step to={page < pages ? to(page + 1) : null} turning={turning}>
        Next
      </Step>
    </nav>
  );
}

/** At an end it is a disabled button: there, but without effect. */
function Step({ to, turning, children }: { to: string | null; turning: Omit<LinkProps, 'to'> | undefined; children: string }) {
  if (to === null) {
    return (
      <button type="button" disabled className={classNames(step, 'text-soft opacity-50')}>
        {children}
      </button>
    );
  }
  return (
    <Link to={to} {...turning} className={classNames(step, 'text-soft hover:bg-line/60 hover:text-ink')}>
      {children}
    </Link>
  );
}
