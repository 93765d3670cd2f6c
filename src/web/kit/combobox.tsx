/** A select that is searched by typing, following the ARIA combobox pattern. A hidden input holds the id of the chosen item. */
import { useEffect, useRef, useState } from 'react';
import { Field } from './field.tsx';
import { CheckIcon, ChevronIcon } from './icons.tsx';
import { Listbox, Option, useListbox } from './listbox.tsx';

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
  /** Accessible name of the list. */
  listLabel: string;
  /** Shown when nothing matches. */
  emptyLabel: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** Called with each choice, after which the field is empty again, for another one; otherwise the field keeps the choice. */
  onChoose?: (id: string) => void;
}

/** Ignores case and accents. */
function normalize(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

export function ComboboxField(props: ComboboxFieldProps) {
  const { label, name, items, defaultId, placeholder, listLabel, emptyLabel, error, hint, onChoose } = props;
  const [chosen, setChosen] = useState(() => items.find((it) => it.id === defaultId) ?? null);
  const [text, setText] = useState(chosen?.label ?? '');
  /** What the list is filtered by; null shows all items. */
  const [query, setQuery] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const hiddenInput = useRef<HTMLInputElement>(null);
  const filteredItems = query ? items.filter((it) => normalize(it.label).includes(query)) : items;

  // A hidden input fires no event by itself, but the form listens for input events.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each choice
  useEffect(() => {
    hiddenInput.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [chosen]);

  const open = () => {
    setIsOpen(true);
    setQuery(null);
    list.setActiveId(chosen?.id ?? null);
  };
  const choose = (item: ComboboxItem | null) => {
    const kept = onChoose ? null : item;
    setChosen(kept);
    setText(kept?.label ?? '');
    setIsOpen(false);
    if (item) onChoose?.(item.id);
  };
  const handleInput = (typed: string) => {
    setText(typed);
    setQuery(normalize(typed));
    setIsOpen(true);
    list.setActiveId(items.find((it) => normalize(it.label).includes(normalize(typed)))?.id ?? null);
  };
  /** On blur, a full name counts as chosen and an empty field clears the choice; anything else restores the last one. */
  const handleBlur = () => {
    if (normalize(text) === '') return choose(null);
    choose(items.find((it) => normalize(it.label) === normalize(text)) ?? chosen);
  };
  const list = useListbox({
    ids: filteredItems.map((it) => it.id),
    isOpen,
    open,
    choose: (id) => choose(filteredItems.find((it) => it.id === id) ?? chosen),
    close: () => choose(chosen),
  });

  return (
    <Field label={label} error={error} hint={hint} className="relative">
      {(controlProps) => (
        <div className="relative">
          <input
            {...controlProps}
            {...list.inputProps}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={text}
            onChange={(event) => handleInput(event.target.value)}
            onClick={() => (isOpen ? setIsOpen(false) : open())}
            onKeyDown={list.onKeyDown}
            onBlur={handleBlur}
            className="input pr-10"
          />
          <ChevronIcon className="pointer-events-none absolute top-3.5 right-3.5 text-soft" />
          <input ref={hiddenInput} type="hidden" name={name} value={chosen?.id ?? ''} />
          {isOpen && (
            <Listbox id={list.listId} label={listLabel} className="max-h-72">
              {filteredItems.map((item) => (
                <Option key={item.id} {...list.optionProps(item.id)} isSelected={item.id === chosen?.id}>
                  <span className="grow">{item.label}</span>
                  {item.id === chosen?.id && <CheckIcon />}
                </Option>
              ))}
              {filteredItems.length === 0 && (
                <div role="option" aria-disabled="true" aria-selected={false} tabIndex={-1} className="px-3 py-2 text-soft">
                  {emptyLabel}
                </div>
              )}
            </Listbox>
          )}
        </div>
      )}
    </Field>
  );
}
