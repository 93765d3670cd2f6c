/** The layout of an order's page and its skeleton. */
import { Skeleton, SkeletonText } from '../../kit/skeleton.tsx';
import { PanelSkeleton, Repeat } from '../dashboard-layout/skeletons.tsx';

/** Status beside the items on wide screens, above them on narrow ones. */
export const orderLayout = 'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]';

export function OrderSkeleton() {
  return (
    <div className={orderLayout}>
      <PanelSkeleton className="h-80 lg:col-start-2 lg:row-start-1">
        <Skeleton className="h-4.5 w-28" />
        <SkeletonText lines={5} className="mt-6 space-y-7" />
      </PanelSkeleton>
      <PanelSkeleton className="lg:col-start-1 lg:row-start-1">
        <Skeleton className="h-4.5 w-32" />
        <Repeat times={3}>
          <div className="flex items-center gap-4 border-b border-line py-3">
            <Skeleton className="size-14 rounded-control" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="ml-auto h-4 w-16" />
          </div>
        </Repeat>
        <Skeleton className="mt-4 ml-auto h-5 w-28" />
      </PanelSkeleton>
    </div>
  );
}
