/** A message in the page, where something is missing or went wrong, with what to do next below it. */
import type { ReactNode } from 'react';

interface NoticeProps {
  /** A sign above the title. */
  sign?: ReactNode;
  title: string;
  children?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
  /** Read out at once. */
  isAlert?: boolean;
}

export function Notice({ sign, title, children, actions, isAlert = false }: NoticeProps) {
  return (
    <div role={isAlert ? 'alert' : undefined} className="mx-auto flex max-w-text flex-col items-center gap-3 px-4 py-14 text-center">
      {sign && (
        <span aria-hidden="true" className="mb-1 flex size-14 items-center justify-center rounded-full bg-line/60 text-soft">
          {sign}
        </span>
      )}
      <p className="text-title font-[600]">{title}</p>
      {children && <div className="text-soft">{children}</div>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
