/** Prev, page numbers and Next, all links, so that pages can be opened, shared and gone back from. */
import { Link, type LinkProps } from './link.tsx';

interface PaginationProps {
  page: number;
  pages: number;
  /** The URL of a page. */
  to: (page: number) => string;
  label: string;
  /** Called when a page is clicked; the list then takes care of scrolling. */
  onPageChange?: () => void;
}

/** First, last, current page and its neighbors; null stands for a gap. */
function listVisiblePages(page: number, pages: number): (number | null)[] {
  const candidates = [1, page - 1, page, page + 1, pages].filter((it) => it >= 1 && it <= pages);
  const sorted = [...new Set(candidates)].sort((a, b) => a - b);
  return sorted.flatMap((it, index) => {
    const previous = sorted[index - 1];
    if (previous === undefined || it - previous === 1) return [it];
    return it - previous === 2 ? [it - 1, it] : [null, it];
  });
}

export function Pagination({ page, pages, to, label, onPageChange }: PaginationProps) {
  if (pages <= 1) return null;
  const linkProps = onPageChange && { onClick: onPageChange, preventScrollReset: true };
  return (
    <nav aria-label={label} className="pagination">
      <Step to={page > 1 ? to(page - 1) : null} linkProps={linkProps}>
        Prev
      </Step>
      {listVisiblePages(page, pages).map((it, index) =>
        it === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no id
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link key={it} to={to(it)} {...linkProps} aria-current={it === page ? 'page' : undefined}>
            {it}
          </Link>
        ),
      )}
      <Step to={page < pages ? to(page + 1) : null} linkProps={linkProps}>
        Next
      </Step>
    </nav>
  );
}

/** A disabled button at the ends of the list. */
function Step({ to, linkProps, children }: { to: string | null; linkProps: Omit<LinkProps, 'to'> | undefined; children: string }) {
  if (to === null) {
    return (
      <button type="button" disabled>
        {children}
      </button>
    );
  }
  return (
    <Link to={to} {...linkProps}>
      {children}
    </Link>
  );
}
