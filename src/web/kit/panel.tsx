/** A box with a heading. */
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface PanelProps {
  title: string;
  hint?: string;
  /** A link or button beside the heading. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Panel({ title, hint, action, className, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classNames('min-w-0 rounded-card border border-line bg-raised p-5', className)}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-large">
          {title}
        </h2>
        {action}
        {hint && <p className="w-full text-small text-soft">{hint}</p>}
      </div>
      {children}
    </section>
  );
}
