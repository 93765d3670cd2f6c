/** A menu panel by the browser's popover, so it opens and closes without JavaScript too. */
import { type ComponentProps, type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { classNames } from './class-names.ts';

interface PopoverButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'popoverTarget'> {
  /** The id of the panel. */
  panel: string;
}

/** Opens and closes the panel. The browser ties its expanded state to the panel. */
export function PopoverButton({ panel, className, ...rest }: PopoverButtonProps) {
  return <button {...rest} type="button" popoverTarget={panel} className={classNames('popover-button', className)} />;
}

interface PopoverPanelProps {
  id: string;
  label: string;
  /** Position and size. */
  className: string;
  children: ReactNode;
}

/** The browser closes it on Escape and on clicks outside; this also closes it when the focus leaves or the page changes. */
export function PopoverPanel({ id, label, className, children }: PopoverPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const shownAt = useRef(key);

  // Every navigation closes it. One that was opened before the page was hydrated stays.
  useEffect(() => {
    if (shownAt.current !== key) panel.current?.hidePopover();
    shownAt.current = key;
  }, [key]);

  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Element) || panel.current?.contains(relatedTarget)) return;
    // Its own button toggles it: if it were closed here first, the click would open it again.
    if (relatedTarget.getAttribute('popovertarget') !== id) panel.current?.hidePopover();
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div ref={panel} id={id} role="group" aria-label={label} popover="auto" onBlur={onBlur} className={classNames('popover', className)}>
      {children}
    </div>
  );
}
