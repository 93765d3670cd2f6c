/** A button that opens a small panel below it: closed by Escape, and when the focus goes elsewhere. */
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { classNames } from '../../kit/class-names.ts';

interface DropDownProps {
  label: ReactNode;
  className?: string;
  children: (close: () => void) => ReactNode;
}

export function DropDown({ label, className, children }: DropDownProps) {
  const root = useRef<HTMLDetailsElement>(null);
  const summary = useRef<HTMLElement>(null);

  const close = () => {
    if (root.current) root.current.open = false;
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Element && !root.current?.contains(relatedTarget)) close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    close();
    summary.current?.focus();
  };

  return (
    <details ref={root} onBlur={onBlur} onKeyDown={onKeyDown} className="relative">
      <summary ref={summary} className="button button-secondary h-full max-w-60 list-none [&::-webkit-details-marker]:hidden">
        {label}
      </summary>
      <div
        className={classNames(
          'absolute top-full right-0 z-30 mt-2 rounded-card border border-line bg-raised p-2 shadow-float max-sm:right-auto max-sm:left-0',
          className,
        )}
      >
        {children(close)}
      </div>
    </details>
  );
}
