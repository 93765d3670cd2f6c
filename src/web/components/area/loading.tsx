/** What a page shows until its data is there: its shape, and the spinner that is read out. */
import type { ReactNode } from 'react';
import { common } from '../../messages.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export function Loading({ children }: { children: ReactNode }) {
  return (
    <div className="relative">
      <div aria-hidden="true">{children}</div>
      <div className="absolute inset-x-0 top-4 flex justify-center">
        <Spinner label={common.loading} />
      </div>
    </div>
  );
}

/** So many of the same shape. */
export function Repeat({ times, children }: { times: number; children: ReactNode }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: shapes without words have nothing else to tell them apart
  return Array.from({ length: times }, (_, index) => <Same key={index}>{children}</Same>);
}

function Same({ children }: { children: ReactNode }) {
  return children;
}

/** A table of rows this high, cards of their own on narrow screens. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className="rounded-card border border-line bg-raised px-4 max-sm:border-0 max-sm:bg-transparent max-sm:px-0">
      <div className="flex h-9.5 items-center border-b border-line max-sm:hidden">
        <Skeleton className="h-3 w-16" />
      </div>
      <Repeat times={rows}>
        <div className="flex h-11.5 items-center gap-6 border-b border-line last:border-b-0 max-sm:mb-3 max-sm:h-42 max-sm:rounded-card max-sm:border max-sm:bg-raised max-sm:px-4">
          <Skeleton className="h-3.5 w-1/4" />
          <Skeleton className="h-3.5 w-1/3" />
          <Skeleton className="ml-auto h-3.5 w-16" />
        </div>
      </Repeat>
    </div>
  );
}

/** Fields one below the other, as a form has them. */
export function FieldsSkeleton({ fields = 4 }: { fields?: number }) {
  return (
    <div className="flex flex-col gap-5">
      <Repeat times={fields}>
        <div className="flex flex-col gap-1.5">
          <Skeleton className="my-0.5 h-3.5 w-24" />
          <Skeleton className="h-11 rounded-control" />
        </div>
      </Repeat>
    </div>
  );
}
