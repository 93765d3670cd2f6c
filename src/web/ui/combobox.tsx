// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the keys are the input's
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a list of options is what the pattern asks for
/** A select that is searched by typing, after the ARIA combobox pattern. Its form value is the id of what was chosen. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { controlLook, Field } from './field.tsx';
import { CheckIcon, ChevronIcon } from './icons.tsx';

export interface ComboboxItem {
  id: string;
  label: string;
}

interface ComboboxFieldProps {
  label: string;
  name: string;
  items: ComboboxItem[];
  defaultId?: string | undefined;
  placeholder: string;
  /** Names the list, apart from the field. */
  listLabel: string;
  /** What stands in the list when nothing fits. */
  emptyLabel: string;
  error?: string | undefined;
}

/** Case and accents don't count. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

export function ComboboxField({ label, name, items, defaultId, placeholder, listLabel, emptyLabel, error }: ComboboxFieldProps) {
  const [chosen, setChosen] = useState(() => items.find((it) => it.id === defaultId) ?? null);
  const [text, setText] = useState(chosen?.label ?? '');
  /** What the list is narrowed to; null shows all of it. */
  const [sought, setSought] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [activeId, setActiveId] = useState<string | null>(null);
  const value = useRef<HTMLInputElement>(null);
  const listId = useId();
  const shown = sought ? items.filter((it) => fold(it.label).includes(sought)) : items;
  const optionId = (id: string) => `${listId}-${id}`;

  useEffect(() => {
    if (isOpen && activeId) document.getElementById(`${listId}-${activeId}`)?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, activeId, listId]);

  // The form hears of a choice as of any other input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is what it hears of
  useEffect(() => {
    value.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [chosen]);

  const open = () => {
    setIsOpen(true);
    setSought(null);
    setActiveId(chosen?.id ?? null);
  };
  const choose = (item: ComboboxItem | null) => {
    setChosen(item);
    setText(item?.label ?? '');
    setIsOpen(false);
  };
  const type = (typed: string) => {
    setText(typed);
    setSought(fold(typed));
    setIsOpen(true);
    setActiveId(items.find((it) => fold(it.label).includes(fold(typed)))?.id ?? null);
  };
  /** Left without a choice: what was typed counts if it is a name, nothing clears, anything else goes back. */
  const leave = () => {
    if (fold(text) === '') return choose(null);
    choose(items.find((it) => fold(it.label) === fold(text)) ?? chosen);
  };
  const move = (step: 1 | -1) => {
    if (!isOpen) return open();
    const at = shown.findIndex((it) => it.id === activeId);
    const next = at < 0 ? (step === 1 ? 0 : shown.length - 1) : (at + step + shown.length) % shown.length;
    setActiveId(shown[next]?.id ?? null);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const active = shown.find((it) => it.id === activeId);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && isOpen && active) choose(active);
    else if (event.key === 'Escape' && isOpen) choose(chosen);
    else return;
    event.preventDefault();
  };

  return (
    <Field label={label} error={error} className="relative">
      {(described) => (
        <div className="relative">
          <input
            {...described}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && activeId ? optionId(activeId) : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={text}
            onChange={(event) => type(event.target.value)}
            onClick={() => (isOpen ? setIsOpen(false) : open())}
            onKeyDown={onKeyDown}
            onBlur={leave}
            className={classNames(controlLook, 'pr-10')}
          />
          <ChevronIcon className="pointer-events-none absolute top-3.5 right-3.5 text-soft" />
          <input ref={value} type="hidden" name={name} value={chosen?.id ?? ''} />
          {isOpen && (
            <ul
              id={listId}
              role="listbox"
              aria-label={listLabel}
              // Pressing here, or dragging the scroll bar, must not take the focus from the input.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-72 overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-float"
            >
              {shown.map((item) => (
                <li
                  key={item.id}
                  id={optionId(item.id)}
                  role="option"
                  aria-selected={item.id === chosen?.id}
                  onClick={() => choose(item)}
                  onPointerMove={() => setActiveId(item.id)}
                  className={classNames(
                    'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3',
                    item.id === activeId && 'bg-line/70',
                  )}
                >
                  <span className="grow">{item.label}</span>
                  {item.id === chosen?.id && <CheckIcon />}
                </li>
              ))}
              {shown.length === 0 && (
                <li role="option" aria-disabled="true" aria-selected={false} className="px-3 py-2 text-soft">
                  {emptyLabel}
                </li>
              )}
            </ul>
          )}
        </div>
      )}
    </Field>
  );
}
