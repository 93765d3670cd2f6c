/** A box with a heading, and tabs that divide a list. */
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { Link } from './link.tsx';

interface TabsProps {
  label: string;
  tabs: readonly { label: string; to: string; isCurrent: boolean }[];
}

/** Each tab is a link. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label} className="-mx-5 mb-4 overflow-x-auto px-5 [scrollbar-width:none] md:mx-0 md:px-0">
      <ul className="flex min-w-max gap-1 border-b border-line">
        {tabs.map((tab) => (
          <li key={tab.label}>
            <Link
              to={tab.to}
              preventScrollReset
              aria-current={tab.isCurrent ? 'page' : undefined}
              className="-mb-px inline-flex min-h-10 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-soft -outline-offset-2 hover:text-ink aria-[current]:border-accent aria-[current]:font-[560] aria-[current]:text-ink"
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

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
