import { Link } from '../../kit/link.tsx';
import { nav } from '../messages/navigation.ts';

interface Breadcrumb {
  name: string;
  /** Left out for the current page, which is the last item. */
  to?: string;
}

/** The path from the home page to this one. */
export function Breadcrumbs({ items }: { items: Breadcrumb[] }) {
  return (
    <nav aria-label={nav.breadcrumbs}>
      <ol className="flex flex-wrap items-center gap-x-2 text-small text-soft">
        {items.map(({ name, to }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a category can have the same name as its product
          <li key={index} className="flex min-w-0 items-center gap-2 not-first:before:text-edge not-first:before:content-['/']">
            {to ? (
              <Link to={to} className="inline-flex min-h-8 items-center hover:text-ink hover:underline">
                <bdi className="line-clamp-1">{name}</bdi>
              </Link>
            ) : (
              <span aria-current="page" dir="auto" className="line-clamp-1">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
