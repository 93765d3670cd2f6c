/** Skeletons used on more than one dashboard page. */
import { Fragment, type ReactNode } from 'react';
import { Skeleton } from '../../kit/skeleton.tsx';

/** Renders its children so many times. */
export function Repeat({ times, children }: { times: number; children: ReactNode }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the copies are identical
  return Array.from({ length: times }, (_, index) => <Fragment key={index}>{children}</Fragment>);
}

/** A table in a frame; cards on narrow screens unless `isAlwaysTable`. */
export function TableSkeleton({ rows, isAlwaysTable = false }: { rows: number; isAlwaysTable?: boolean }) {
  const cards = isAlwaysTable ? '' : 'max-sm:mb-3 max-sm:h-40 max-sm:rounded-card max-sm:border max-sm:bg-raised max-sm:px-4';
  return (
    <div
      className={`rounded-card border border-line bg-raised px-5 ${isAlwaysTable ? '' : 'max-sm:border-0 max-sm:bg-transparent max-sm:px-0'}`}
    >
      <div className={`flex h-10 items-center border-b border-line ${isAlwaysTable ? '' : 'max-sm:hidden'}`}>
        <Skeleton className="h-3 w-16" />
      </div>
      <Repeat times={rows}>
        <div className={`flex h-11 items-center gap-6 border-b border-line last:border-b-0 ${cards}`}>
          <Skeleton className="h-3.5 w-1/4" />
          <Skeleton className="ml-auto h-3.5 w-24" />
        </div>
      </Repeat>
    </div>
  );
}

export function FieldsSkeleton({ fields }: { fields: number }) {
  return (
    <div className="flex max-w-text flex-col gap-5">
      <Repeat times={fields}>
        <div className="flex flex-col gap-1.5">
          <Skeleton className="my-0.5 h-3.5 w-24" />
          <Skeleton className="h-11 rounded-control" />
        </div>
      </Repeat>
    </div>
  );
}

export function PanelSkeleton({ className, children }: { className?: string; children?: ReactNode }) {
  return <div className={`rounded-card border border-line bg-raised p-5 ${className ?? ''}`}>{children}</div>;
}
