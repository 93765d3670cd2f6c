/** What a dashboard page shows of its data: the shape of it until it is there, then the data, or why it couldn't be loaded. */
import type { ReactNode } from 'react';
import type { LoadState } from '../../hooks/use-load.ts';
import { common } from '../../messages/common.ts';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { LoadFailed } from '../load-failed.tsx';

interface AsyncContentProps<T> {
  state: LoadState<T>;
  /** Skeletons in the shape of what comes. */
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

export function AsyncContent<T>({ state: { data, error, isLoading, reload }, skeleton, children }: AsyncContentProps<T>) {
  if (error) return <LoadFailed error={error} retry={() => void reload()} />;
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
  // Another page of a list, on its way: the old one steps back at once.
  return (
    <div aria-busy={isLoading} className={classNames('transition-opacity', isLoading && 'opacity-55')}>
      {children(data)}
    </div>
  );
}
