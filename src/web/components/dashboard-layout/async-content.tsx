/** Shows a skeleton while data loads, then the data, or an error with "Try again". */
import type { ReactNode } from 'react';
import type { LoadState } from '../../hooks/use-load.ts';
import { common } from '../../messages/common.ts';
import { classNames } from '../../ui/class-names.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { LoadFailed } from '../load-failed.tsx';

interface AsyncContentProps<T> {
  state: LoadState<T>;
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
  // While another page of a list loads, the old one stays visible but dimmed.
  return (
    <div aria-busy={isLoading} className={classNames('transition-opacity', isLoading && 'opacity-55')}>
      {children(data)}
    </div>
  );
}
