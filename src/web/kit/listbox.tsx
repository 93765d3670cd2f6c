// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the input handles the keys
/** The listbox of the ARIA combobox pattern, shared by the category field and the search suggestions: list, options and keys. */
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from 'react';
import { classNames } from './class-names.ts';

/** Pixels left free below the list. */
const BOTTOM_MARGIN = 12;

/** Pixels from the top of an element to the bottom of the visible page, which a phone's keyboard shrinks. */
export function useAvailableHeight(element: RefObject<HTMLElement | null>): number | undefined {
  const [height, setHeight] = useState<number>();
  useLayoutEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top ?? 0;
      setHeight(viewport.offsetTop + viewport.height - top - BOTTOM_MARGIN);
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, [element]);
  return height;
}

interface ListboxOptions {
  /** The ids of the options, in order. */
  ids: string[];
  /** Is active until another one is; absent: none is. */
  initialId?: string | undefined;
  isOpen: boolean;
  open?: () => void;
  choose: (id: string) => void;
  close: () => void;
}

/** The focus stays in the input. Arrows, Home and End move the active option, Enter chooses it, Escape closes the list. */
export function useListbox({ ids, initialId, isOpen, open, choose, close }: ListboxOptions) {
  const listId = useId();
  const [requestedId, setActiveId] = useState<string | null>(null);
  // One that another search no longer finds is as none.
  const requested = requestedId !== null && ids.includes(requestedId) ? requestedId : initialId;
  const activeId = isOpen && requested !== undefined && ids.includes(requested) ? requested : null;
  const optionId = (id: string) => `${listId}-${id}`;

  useEffect(() => {
    if (activeId !== null) document.getElementById(`${listId}-${activeId}`)?.scrollIntoView({ block: 'nearest' });
  }, [activeId, listId]);

  const step = (by: 1 | -1) => {
    const at = activeId === null ? -1 : ids.indexOf(activeId);
    const next = at < 0 && by < 0 ? -1 : at + by;
    setActiveId(ids.at(next % ids.length) ?? null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    // While an input method composes a character, its keys belong to it.
    if (event.nativeEvent.isComposing) return;
    if (isOpen && key === 'ArrowDown') step(1);
    else if (isOpen && key === 'ArrowUp') step(-1);
    else if (open && (key === 'ArrowDown' || key === 'ArrowUp')) open();
    else if (activeId !== null && key === 'Home') setActiveId(ids[0] ?? null);
    else if (activeId !== null && key === 'End') setActiveId(ids.at(-1) ?? null);
    else if (activeId !== null && key === 'Enter') choose(activeId);
    else if (isOpen && key === 'Escape') close();
    else return;
    event.preventDefault();
  };

  return {
    activeId,
    setActiveId,
    onKeyDown,
    inputProps: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? listId : undefined,
      'aria-autocomplete': 'list',
      'aria-activedescendant': activeId === null ? undefined : optionId(activeId),
    },
    optionProps: (id: string) => ({
      id: optionId(id),
      isActive: id === activeId,
      onClick: () => choose(id),
      onPointerMove: () => setActiveId(id),
    }),
    listId,
  } as const;
}

/** In a dialog the list may begin near its edge: it is scrolled to where all of it is seen. */
const showWhole = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' });

/** Positioned below the nearest `relative` parent. */
export function Listbox({ label, className, ...rest }: { label: string } & Omit<ComponentProps<'div'>, 'role' | 'aria-label'>) {
  return (
    <div
      {...rest}
      ref={showWhole}
      role="listbox"
      aria-label={label}
      // Clicking or dragging the scroll bar must not take the focus from the input.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className={classNames(
        'absolute inset-x-0 top-full z-20 mt-1.5 overflow-y-auto overscroll-contain rounded-card border border-line bg-raised p-1.5 shadow-float',
        className,
      )}
    />
  );
}

interface OptionProps {
  id: string;
  isActive: boolean;
  /** The current choice; without it the active option counts as selected. */
  isSelected?: boolean;
  onClick: () => void;
  onPointerMove: () => void;
  children: ReactNode;
}

export function Option({ isActive, isSelected = isActive, children, ...rest }: OptionProps) {
  return (
    <div
      {...rest}
      role="option"
      aria-selected={isSelected}
      className={classNames('flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3', isActive && 'bg-accent-ground')}
    >
      {children}
    </div>
  );
}
