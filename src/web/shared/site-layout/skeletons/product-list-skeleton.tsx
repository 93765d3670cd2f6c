import { PAGE_SIZE } from '../../../../contract/limits.ts';
import { Skeleton, SkeletonText } from '../../../kit/skeleton.tsx';
import { Spinner } from '../../../kit/spinner.tsx';
import { useShop } from '../../hooks/use-shop.ts';
import { common } from '../../messages/common.ts';
import { nav } from '../../messages/navigation.ts';
import { Breadcrumbs } from '../../products/breadcrumbs.tsx';
import { ProductGridSkeleton } from './product-grid-skeleton.tsx';

/** A product list's skeleton. The name of a category is known already from the menu; other titles can be passed in. */
export function ProductListSkeleton({ slug, title }: { slug?: string; title?: string }) {
  const category = useShop().categories.find((it) => it.slug === slug);
  return (
    <div className="page pt-6">
      {category && (
        <Breadcrumbs items={[{ name: nav.home, to: '/' }, { name: nav.categories, to: '/category' }, { name: category.name }]} />
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
