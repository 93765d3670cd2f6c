/** A button that opens a panel of links below it. It is a <details>, so it opens without a script too. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { classNames } from './class-names.ts';
import { ChevronIcon } from './icons.tsx';

interface DropDownProps {
  label: ReactNode;
  /** Read instead of a label that is only a picture. */
  ariaLabel?: string;
  align?: 'start' | 'end';
  isPlain?: boolean;
  className?: string;
  panelClassName?: string;
  children: ReactNode;
}

export function DropDown({ label, ariaLabel, align = 'start', isPlain = false, className, panelClassName, children }: DropDownProps) {
  const root = useRef<HTMLDetailsElement>(null);
  const location = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere closes it
  useEffect(() => {
    if (root.current) root.current.open = false;
  }, [location.key]);

  useEffect(() => {
    const details = root.current;
    if (!details) return;
    const closeOutside = (event: Event) => {
      if (details.open && event.target instanceof Node && !details.contains(event.target)) details.open = false;
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return;
      details.open = false;
      details.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, []);

  return (
    <details ref={root} className={classNames('group relative', className)}>
      <summary
        aria-label={ariaLabel}
        className="flex min-h-10 items-center gap-1.5 rounded-control px-2.5 text-soft select-none hover:text-ink group-open:text-ink"
      >
        {label}
        {!isPlain && <ChevronIcon className="transition-transform duration-150 group-open:rotate-180" />}
      </summary>
      <div
        className={classNames(
          'absolute top-full z-40 mt-2 max-h-[75vh] w-max max-w-[calc(100vw-2.5rem)] min-w-52 overflow-y-auto rounded-card border border-line bg-raised p-2 shadow-float',
          align === 'end' ? 'right-0' : 'left-0',
          panelClassName,
        )}
      >
        {children}
      </div>
    </details>
  );
}

/** How a link or button in a panel looks. */
export const dropDownItem =
  'flex min-h-10 w-full items-center gap-3 rounded-control px-3 py-1.5 text-left text-ink hover:bg-line/60 aria-[current=page]:text-accent';
