/** Messages that stand in the page: what is missing or went wrong, with buttons below. */
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

/** In place of a list: what is missing or why it failed, and what to do next. */
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

interface PageMessageProps {
  title: string;
  children?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
  illustration?: ReactNode;
}

/** A page with a single message: heading, a line or two, and what to do next. Changes are announced to screen readers. */
export function PageMessage({ title, children, actions, illustration }: PageMessageProps) {
  return (
    <div aria-live="polite" className="page flex flex-col items-center gap-3 pt-14 pb-10 text-center sm:pt-20">
      {/* Fixed height, so that replacing a spinner by an illustration moves nothing. */}
      {illustration && <div className="mb-2 flex h-28 items-center justify-center">{illustration}</div>}
      <h1 className="max-w-text text-head sm:text-display">{title}</h1>
      {children && <div className="max-w-text text-soft sm:text-large">{children}</div>}
      {actions && <div className="mt-4 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}

interface NoticeProps {
  title: string;
  children?: ReactNode;
  illustration?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
  /** Announced by screen readers at once. */
  isAlert?: boolean;
}

/** Below a page's heading, with an illustration. */
export function Notice({ title, children, illustration, actions, isAlert = false }: NoticeProps) {
  return (
    <div role={isAlert ? 'alert' : undefined} className="mx-auto flex max-w-text flex-col items-center gap-3 px-4 py-12 text-center">
      {illustration}
      <p className="text-title font-[600]">{title}</p>
      {children && <div className="text-soft">{children}</div>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
