/** The layout of a product's page, shared with its skeleton. */

import type { ReactNode } from 'react';
import { LONG_NAME_LENGTH } from '../../constants.ts';
import { Link } from '../../kit/link.tsx';
import { nav } from '../messages/common.ts';
import type { ShopCategory } from '../shop-data.ts';

interface Breadcrumb {
  name: string;
  /** Left out for the current page, which is the last item. */
  to?: string;
}

/** Categories from the top of the tree down, as items. */
export const toCrumbs = (path: readonly Pick<ShopCategory, 'name' | 'slug'>[]): Breadcrumb[] =>
  path.map(({ name, slug }) => ({ name, to: `/category/${slug}` }));

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

interface ProductLayoutProps {
  breadcrumbs: ReactNode;
  image: ReactNode;
  children: ReactNode;
}

export function ProductLayout({ breadcrumbs, image, children }: ProductLayoutProps) {
  return (
    <>
      {breadcrumbs}
      <div className="mt-3 grid gap-6 min-[43.75rem]:grid-cols-2 min-[43.75rem]:gap-8 lg:grid-cols-[minmax(0,1.08fr)_minmax(0,1fr)] lg:gap-16">
        <div className="min-w-0 min-[43.75rem]:sticky min-[43.75rem]:top-24 min-[43.75rem]:self-start">{image}</div>
        <div className="min-w-0">{children}</div>
      </div>
    </>
  );
}

/** A product's name as the page heading; long names are set smaller. */
export function ProductName({ name }: { name: string }) {
  return (
    <h1 dir="auto" className={name.length > LONG_NAME_LENGTH ? 'text-head' : 'text-display'}>
      {name}
    </h1>
  );
}
