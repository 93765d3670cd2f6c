/** A message in the page, where something is missing or went wrong, with what to do next below it. */
import type { ReactNode } from 'react';

interface NoticeProps {
  title: string;
  children?: ReactNode;
  /** A drawing above the title. */
  illustration?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
  /** Read out at once. */
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
