/** A list of products with count and controls above and pagination below. While the next page loads, the old one stays, dimmed. */
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import type { Product, SearchSort } from '../../../contract/product.ts';
import { LinkButton } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Spinner } from '../../kit/loading.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { common } from '../../shared/messages/common.ts';
import { home, listing, listing as words } from '../../shared/messages/home.ts';
import { ProductGridSkeleton } from '../../shared/site-layout/skeletons.tsx';

interface SortSelectProps<S extends SearchSort> {
  sorts: readonly S[];
  sort: S;
  onSort: (sort: S) => void;
  /** Id of the form that submits the select without JavaScript. */
  form: string;
}

/** Applies on change. Without JavaScript there is an Apply button. */
export function SortSelect<S extends SearchSort>({ sorts, sort, onSort, form }: SortSelectProps<S>) {
  const select = useRef<HTMLSelectElement>(null);

  // An uncontrolled select doesn't follow the back and forward buttons by itself.
  useEffect(() => {
    if (select.current) select.current.value = sort;
  }, [sort]);

  return (
    <span className="flex items-center gap-2">
      <select
        ref={select}
        name="sort"
        form={form}
        defaultValue={sort}
        aria-label={listing.sort}
        onChange={(event) => {
          const chosen = sorts[event.target.selectedIndex];
          if (chosen) onSort(chosen);
        }}
        className="sort-select"
      >
        {sorts.map((it) => (
          <option key={it} value={it}>
            {listing.sorts[it]}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" form={form} className="min-h-10 rounded-control border border-line bg-raised px-3">
          {home.apply}
        </button>
      </noscript>
    </span>
  );
}

export interface Listing {
  products: Product[];
  /** Number of products on all pages. */
  total: number;
  /** There may be more than `total`, which is the highest number that is counted. */
  isAbout?: boolean;
  page: number;
  limit: number;
}

interface ProductListProps {
  listing: Listing;
  renderCard: (product: Product, index: number) => ReactNode;
  pageUrl: (page: number) => string;
  isLoading: boolean;
  /** Set where the page's own heading shows the count. */
  isCountHidden?: boolean;
  /** Filter chips: beside the count, below it on narrow screens. */
  filters?: ReactNode;
  controls: ReactNode;
  /** An error of the last request, above the previous list. */
  problem?: ReactNode;
  /** Shown when there are no products. */
  empty: ReactNode;
}

export function ProductList({
  listing,
  renderCard,
  pageUrl,
  isLoading,
  isCountHidden = false,
  filters,
  controls,
  problem,
  empty,
}: ProductListProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { products, total, page, limit, isAbout } = listing;
  const handlePageChange = () => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <section aria-busy={isLoading || undefined} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2
          ref={heading}
          id="results"
          tabIndex={-1}
          aria-live="polite"
          className={classNames(
            'tabular-nums scroll-mt-8 text-base font-normal tracking-normal text-soft outline-none',
            isCountHidden && 'sr-only',
          )}
        >
          {words.count(total, isAbout)}
        </h2>
        <div className="empty:hidden max-md:order-last max-md:w-full">{filters}</div>
        <div className="ml-auto flex flex-wrap items-center justify-end gap-x-2">{controls}</div>
      </div>
      {problem}
      <div className="relative">
        {isLoading && <LoadingOverlay count={products.length || limit} />}
        <div className={classNames('transition-opacity duration-200', isLoading && 'opacity-40 delay-100')}>
          {products.length > 0 && (
            <div className="product-grid">
              {products.map((product, index) => (
                <Fragment key={product._id}>{renderCard(product, index)}</Fragment>
              ))}
            </div>
          )}
          {products.length === 0 && total > 0 && <PageOutOfRange page={page} pageUrl={pageUrl} />}
          {total === 0 && empty}
        </div>
      </div>
      <Pagination page={page} pages={Math.ceil(total / limit)} to={pageUrl} label={words.pages} onPageChange={handlePageChange} />
    </section>
  );
}

function PageOutOfRange({ page, pageUrl }: { page: number; pageUrl: (page: number) => string }) {
  return (
    <Notice title={words.pageOutOfRange(page)} actions={<LinkButton to={pageUrl(1)}>{words.firstPage}</LinkButton>}>
      {words.pageOutOfRangeHint}
    </Notice>
  );
}

/** Over the old list: a spinner after 100 ms, a skeleton after 400 ms. */
function LoadingOverlay({ count }: { count: number }) {
  return (
    <div className="pointer-events-none absolute inset-0 z-10">
      <div className="absolute inset-0 overflow-hidden bg-ground transition-opacity delay-400 duration-200 starting:opacity-0">
        <ProductGridSkeleton count={count} />
      </div>
      <div className="sticky top-1/3 mx-auto w-fit pt-16 transition-opacity delay-100 duration-200 starting:opacity-0">
        <Spinner label={common.loading} />
      </div>
    </div>
  );
}
