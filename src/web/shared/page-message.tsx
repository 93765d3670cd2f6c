import type { ReactNode } from 'react';

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
