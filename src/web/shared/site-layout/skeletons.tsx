/** What stands in place of a page of the storefront while it loads. */
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { SKELETON_DELAY_MS } from '../../constants.ts';
import { Skeleton, SkeletonText, Spinner } from '../../kit/loading.tsx';
import { getPlaceholderProduct } from '../../state/prefetch.ts';
import { common, nav } from '../messages/common.ts';
import { Price, StockLabel } from '../products/price.tsx';
import { IMAGE_SIZES, ProductImage } from '../products/product-image.tsx';
import { Breadcrumbs, ProductLayout, ProductName, toCrumbs } from '../products/product-layout.tsx';
import { listCategoryPath, useShop } from '../shop-data.ts';

export function ProductGridSkeleton({ count }: { count: number }) {
  return (
    <div aria-hidden="true" className="product-grid">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are identical
        <div key={index}>
          <Skeleton className="aspect-product w-full rounded-card!" />
          <Skeleton className="mt-4 h-4 w-4/5" />
          <Skeleton className="mt-2.5 h-3 w-3/5" />
          <Skeleton className="mt-3 mb-4 h-4 w-1/3" />
          <Skeleton className="h-10 rounded-control!" />
        </div>
      ))}
    </div>
  );
}

/** A product list's skeleton. The name of a category is known already from the menu; other titles can be passed in. */
export function ProductListSkeleton({ slug, title }: { slug?: string; title?: string }) {
  const { categories } = useShop();
  const category = categories.find((it) => it.slug === slug);
  return (
    <div className="page pt-6">
      {category && (
        <Breadcrumbs
          items={[
            { name: nav.home, to: '/' },
            { name: nav.categories, to: '/category' },
            ...toCrumbs(listCategoryPath(categories, category.parent)),
            { name: category.name },
          ]}
        />
      )}
      <h1 dir="auto" className="mt-4 mb-6 text-display">
        {category?.name ?? title ?? <HeadingSkeleton />}
      </h1>
      <div className="relative">
        <div className="absolute inset-x-0 top-24 z-10">
          <Spinner label={common.loading} />
        </div>
        <ProductGridSkeleton count={category ? Math.min(Math.max(category.count, 1), PAGE_SIZE) : PAGE_SIZE} />
      </div>
    </div>
  );
}

export function ContentPageSkeleton({ title }: { title: string }) {
  return (
    <div className="page pt-10">
      <h1 className="text-display">{title}</h1>
      <Spinner label={common.loading} />
      <SkeletonText lines={6} className="max-w-text" />
    </div>
  );
}

export function HeadingSkeleton() {
  return (
    <>
      <span className="sr-only">{common.loading}</span>
      <Skeleton className="h-10 w-2/3 max-w-80" />
    </>
  );
}

/** A product page's skeleton, filled with what the clicked card knows of the product. */
export function ProductPageSkeleton({ slug }: { slug: string }) {
  const product = getPlaceholderProduct(slug);
  const path = listCategoryPath(useShop().categories, product?.category);
  return (
    <div className="page pt-4">
      <ProductLayout
        breadcrumbs={<Breadcrumbs items={[{ name: nav.home, to: '/' }, ...toCrumbs(path), ...(product ? [{ name: product.name }] : [])]} />}
        image={
          <div className="overflow-hidden rounded-image">
            {product ? (
              <ProductImage image={product.image} alt="" sizes={IMAGE_SIZES.product} isPriority />
            ) : (
              <Skeleton className="aspect-product w-full" />
            )}
          </div>
        }
      >
        {product ? (
          <>
            <ProductName name={product.name} />
            <p className="tabular-nums mt-3 text-head font-[620] tracking-[-0.02em]">
              <Price product={product} />
            </p>
            <StockLabel product={product} className="mt-2" />
          </>
        ) : (
          <h1 className="text-display">
            <HeadingSkeleton />
          </h1>
        )}
        <div className="relative mt-6">
          <Skeleton className="h-12 rounded-control!" />
          <div className="absolute inset-0 flex items-center justify-center">
            <Spinner label={common.loading} />
          </div>
        </div>
        <SkeletonText lines={5} className="mt-8 border-t border-line pt-6" />
      </ProductLayout>
    </div>
  );
}

/**
 * Wraps every page: while a navigation takes long, shows a skeleton of the next page. The old page is only hidden, so
 * that cancelling the navigation brings it back unchanged.
 */
/** Null for pages that load instantly or show their own loading state. */
function renderSkeleton(pathname: string): ReactNode {
  const [, kind, slug, ...rest] = pathname.replace(/\/$/, '').toLowerCase().split('/');
  if (rest.length) return null;
  if (kind === 'product' && slug) return <ProductPageSkeleton slug={slug} />;
  if (kind === 'category' && slug) return <ProductListSkeleton slug={slug} />;
  if (kind === 'category' || kind === 'categories') return <ProductListSkeleton title={nav.categories} />;
  if (kind === 'about' || kind === 'contact' || kind === 'policy') return <ContentPageSkeleton title={nav[kind]} />;
  if (kind === undefined || (kind === 'searched' && slug === 'products')) return <ProductListSkeleton />;
  return null;
}

/** The key of the next location, once loading it has taken longer than SKELETON_DELAY_MS. */
function useDelayedKey(key: string | undefined): string | null {
  const [delayedKey, setDelayedKey] = useState<string | null>(null);
  useEffect(() => {
    if (key === undefined) return;
    const timer = setTimeout(() => setDelayedKey(key), SKELETON_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setDelayedKey(null);
    };
  }, [key]);
  return delayedKey;
}

export function NavigationSkeleton({ children }: { children: ReactNode }) {
  const currentLocation = useLocation();
  const { location: nextLocation } = useNavigation();
  const target = nextLocation && nextLocation.pathname !== currentLocation.pathname ? nextLocation : undefined;
  const delayedKey = useDelayedKey(target?.key);
  const skeleton = target && target.key === delayedKey ? renderSkeleton(target.pathname) : null;
  const isPending = skeleton !== null;

  // The router has saved the old page's scroll position already.
  useLayoutEffect(() => {
    if (isPending) window.scrollTo(0, 0);
  }, [isPending]);

  return (
    <>
      {skeleton}
      <div hidden={isPending}>{children}</div>
    </>
  );
}
