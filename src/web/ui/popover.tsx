/** A panel that a button opens above the page: the browser's own popover, so it opens and closes without a script too. */
import { type ComponentProps, type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { classNames } from './class-names.ts';

interface PopoverButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'popoverTarget'> {
  /** The id of the panel. */
  panel: string;
}

/** Opens and closes the panel. It looks pressed while that is open. */
export function PopoverButton({ panel, className, ...rest }: PopoverButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      popoverTarget={panel}
      className={classNames('flex min-h-10 items-center gap-1.5 rounded-control px-2.5 select-none', className)}
    />
  );
}

interface PopoverPanelProps {
  id: string;
  label: string;
  /** Where it stands and how large it is. */
  className: string;
  children: ReactNode;
}

/** Closes on Escape and a press beside it, which the browser does, and when the focus or the page goes elsewhere. */
export function PopoverPanel({ id, label, className, children }: PopoverPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const { key } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere closes it
  useEffect(() => {
    panel.current?.hidePopover();
  }, [key]);

  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Element) || panel.current?.contains(relatedTarget)) return;
    // Its own button closes it by itself; closed here already, the press would open it again.
    if (relatedTarget.getAttribute('popovertarget') !== id) panel.current?.hidePopover();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={panel}
      id={id}
      role="group"
      aria-label={label}
      popover="auto"
      onBlur={onBlur}
      className={classNames(
        'fixed overflow-y-auto overscroll-contain border border-line bg-raised text-ink shadow-float transition-[opacity,translate] duration-150 starting:opacity-0',
        className,
      )}
    >
      {children}
    </div>
  );
}

/** How a link or button in a panel looks. */
export const popoverItem =
  'flex min-h-10 w-full items-center gap-3 rounded-control px-3 py-1.5 text-left text-ink hover:bg-line/60 aria-[current=page]:text-accent';
