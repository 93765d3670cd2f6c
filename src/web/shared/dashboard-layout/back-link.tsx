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
