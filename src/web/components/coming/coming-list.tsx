import { PAGE_SIZE } from '../../../contract/common.ts';
import { common, nav } from '../../messages.ts';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { SkeletonGrid } from '../listing/skeleton-grid.tsx';
import { Trail } from '../trail.tsx';
import { useShop } from '../use-shop.ts';

/** A list on its way; that of a category has its name already, others may be given theirs. */
export function ComingList({ slug, title }: { slug?: string; title?: string }) {
  const category = useShop().categories.find((it) => it.slug === slug);
  return (
    <div className="page pt-6">
      {category && <Trail steps={[{ name: nav.home, to: '/' }, { name: nav.categories, to: '/category' }, { name: category.name }]} />}
      <h1 dir="auto" className="mt-4 mb-6 text-display">
        {category?.name ?? title ?? <Unnamed />}
      </h1>
      <div className="relative">
        <div className="absolute inset-x-0 top-24 z-10">
          <Spinner label={common.loading} />
        </div>
        <SkeletonGrid count={category ? Math.min(Math.max(category.count, 1), PAGE_SIZE) : PAGE_SIZE} />
      </div>
    </div>
  );
}

/** A page of words on its way. */
export function ComingText({ title }: { title: string }) {
  return (
    <div className="page pt-10">
      <h1 className="text-display">{title}</h1>
      <Spinner label={common.loading} />
      <SkeletonText lines={6} className="max-w-text" />
    </div>
  );
}

/** A heading whose words are still to come. */
export function Unnamed() {
  return (
    <>
      <span className="sr-only">{common.loading}</span>
      <Skeleton className="h-10 w-2/3 max-w-80" />
    </>
  );
}
