import { Skeleton, SkeletonText, Spinner } from '../../kit/loading.tsx';
import { common } from '../../shared/messages/common.ts';

/** Shown until the browser has read its cart. */
export function CartSkeleton() {
  return (
    <div className="grid gap-8 noscript:hidden lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-14">
      <div className="relative border-t border-line">
        <LineSkeleton />
        <LineSkeleton />
        <div className="absolute inset-x-0 top-0 text-ink">
          <Spinner label={common.loading} />
        </div>
      </div>
      <Skeleton className="h-72 rounded-card" />
    </div>
  );
}

function LineSkeleton() {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-4 border-b border-line py-5 sm:grid-cols-[7.5rem_minmax(0,1fr)] sm:gap-5">
      <Skeleton className="aspect-product rounded-card" />
      <div>
        <SkeletonText className="max-w-60" />
        <Skeleton className="mt-8 h-10 w-28 rounded-control" />
      </div>
    </div>
  );
}
