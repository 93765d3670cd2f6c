/** In place of a list: what is missing or why it failed, and what to do next. */
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  icon?: ReactNode;
  children?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
  /** Announced by screen readers at once. */
  isAlert?: boolean;
}

export function EmptyState({ title, icon, children, actions, isAlert = false }: EmptyStateProps) {
  return (
    <div
      role={isAlert ? 'alert' : undefined}
      className="flex min-h-72 flex-col self-start items-center justify-center gap-2 rounded-card border border-dashed border-edge/50 px-5 py-12 text-center"
    >
      {icon && <span className="mb-2 flex size-12 items-center justify-center rounded-full bg-accent-ground text-accent">{icon}</span>}
      <p className="text-large font-[600]">{title}</p>
      {children && <div className="max-w-form text-soft">{children}</div>}
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
