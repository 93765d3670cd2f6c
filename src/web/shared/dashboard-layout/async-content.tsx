/** The pages' skeletons, and what shows one while data loads: then the data, or an error with "Try again". */
import { Fragment, type ReactNode } from 'react';
import { isApiError } from '../../api.ts';
import { classNames } from '../../kit/class-names.ts';
import { Skeleton, SkeletonText, Spinner } from '../../kit/loading.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import type { LoadState } from '../hooks/use-load.ts';
import { common } from '../messages/common.ts';
import { form } from '../messages/form.ts';
import { LoadFailed } from '../site-layout/error-page.tsx';

/** Renders its children several times. */
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

/** The layout of an order's page: the status beside the items on wide screens, above them on narrow ones. */
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

interface AsyncContentProps<T> {
  state: LoadState<T>;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

export function AsyncContent<T>({ state: { data, error, isLoading, reload }, skeleton, children }: AsyncContentProps<T>) {
  // A retry would be refused too.
  if (isApiError(error) && error.code === 'role_too_low') return <EmptyState title={error.message} />;
  if (error) return <LoadFailed error={error} retry={() => void reload()} hint={form.tryAgainLater} />;
  if (data === null) {
    return (
      <div className="relative">
        <div aria-hidden="true">{skeleton}</div>
        <div className="absolute inset-x-0 top-8 flex justify-center">
          <div className="rounded-full border border-line bg-raised shadow-float *:p-2">
            <Spinner size={22} label={common.loading} />
          </div>
        </div>
      </div>
    );
  }
  // While another page of a list loads, the old one stays visible but dimmed.
  return (
    <div aria-busy={isLoading} className={classNames('transition-opacity', isLoading && 'opacity-55')}>
      {children(data)}
    </div>
  );
}
