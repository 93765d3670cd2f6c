/** A message in the page: what is missing or went wrong, with buttons below. */
import type { ReactNode } from 'react';

interface NoticeProps {
  title: string;
  children?: ReactNode;
  illustration?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
  /** Announced by screen readers at once. */
  isAlert?: boolean;
}

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
