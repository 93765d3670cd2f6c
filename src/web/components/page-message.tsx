import type { ReactNode } from 'react';

interface PageMessageProps {
  title: string;
  children?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
  /** Above the title. */
  sign?: ReactNode;
}

/** A page that has one thing to say: its heading, a line or two, and what to do next. What changes is read out. */
export function PageMessage({ title, children, actions, sign }: PageMessageProps) {
  return (
    <div aria-live="polite" className="page flex flex-col items-center gap-3 pt-20 text-center">
      {sign}
      <h1 className="max-w-text text-display">{title}</h1>
      {children && <div className="max-w-text text-large text-soft">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
