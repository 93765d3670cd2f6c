import { Skeleton } from '../../../kit/skeleton.tsx';

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
