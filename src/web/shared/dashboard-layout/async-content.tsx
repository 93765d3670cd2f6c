/** Shows a skeleton while data loads, then the data, or an error with "Try again". */
import type { ReactNode } from 'react';
import { isApiError } from '../../api.ts';
import { classNames } from '../../kit/class-names.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Spinner } from '../../kit/spinner.tsx';
import type { LoadState } from '../hooks/use-load.ts';
import { LoadFailed } from '../load-failed.tsx';
import { common } from '../messages/common.ts';
import { form } from '../messages/form.ts';

interface AsyncContentProps<T> {
  state: LoadState<T>;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

export function AsyncContent<T>({ state: { data, error, isLoading, reload }, skeleton, children }: AsyncContentProps<T>) {
  // Trying again would be refused again.
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
