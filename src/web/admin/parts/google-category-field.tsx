/** One of Google's product categories, found by words of its English name or by its number. A hidden input holds the number. */
import { useEffect, useRef, useState } from 'react';
import { type GoogleCategory, searchGoogleCategories } from '../../../contract/feeds.ts';
import { SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { Field } from '../../kit/field.tsx';
import { CheckIcon, SearchIcon } from '../../kit/icons.tsx';
import { Listbox, Option, useListbox } from '../../kit/listbox.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { usePausedText } from './list-controls.tsx';
import { googleCategoryField as words } from './messages.ts';

interface GoogleCategoryFieldProps {
  /** The number; empty: none. */
  value: string | undefined;
  hint: string;
  error?: string | undefined;
}

/** What the field shows; a number that Google's list doesn't have is its own name. */
const toLabel = ({ id, name }: GoogleCategory): string => (name === id ? id : `${name} (${id})`);

export function GoogleCategoryField({ value = '', hint, error }: GoogleCategoryFieldProps) {
  const [chosen, setChosen] = useState<GoogleCategory | null>(value ? { id: value, name: value } : null);
  /** What is typed; null: the choice is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const hiddenInput = useRef<HTMLInputElement>(null);
  // Of a number that was saved the name is asked once.
  const isUnnamed = chosen !== null && chosen.name === chosen.id;
  const keyword = usePausedText(typed ?? '').trim() || (isUnnamed ? chosen.id : '');
  const { data, isLoading } = useLoad(
    `google categories ${keyword}`,
    (it, signal) => it(searchGoogleCategories, { query: { keyword }, signal }),
    {
      isEnabled: keyword !== '',
    },
  );
  const found = keyword && data ? data.categories : [];
  const named = isUnnamed ? (found.find(({ id }) => id === chosen.id) ?? chosen) : chosen;
  const isOpen = Boolean(typed?.trim()) && data !== null && !isLoading;

  // A hidden input fires no event by itself, but the form listens for input events.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each choice
  useEffect(() => {
    hiddenInput.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [chosen?.id]);

  const choose = (category: GoogleCategory | null) => {
    setChosen(category);
    setTyped(null);
  };
  const list = useListbox({
    ids: found.map(({ id }) => id),
    initialId: found[0]?.id,
    isOpen,
    choose: (id) => choose(found.find((it) => it.id === id) ?? chosen),
    close: () => setTyped(null),
  });
  return (
    <Field label={words.label} hint={hint} error={error} className="relative">
      {(controlProps) => (
        <div className="relative">
          <input
            {...controlProps}
            {...list.inputProps}
            autoComplete="off"
            spellCheck={false}
            maxLength={SEARCH_MAX_LENGTH}
            placeholder={words.placeholder}
            value={typed ?? (named ? toLabel(named) : '')}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={list.onKeyDown}
            // An empty field is no category; anything else that isn't chosen leaves the choice as it was.
            onBlur={() => (typed?.trim() === '' ? choose(null) : setTyped(null))}
            className="input pr-10"
          />
          <SearchIcon className="pointer-events-none absolute top-3.5 right-3.5 text-soft" />
          <input ref={hiddenInput} type="hidden" name="googleCategory" value={chosen?.id ?? ''} />
          {isOpen && (
            <Listbox id={list.listId} label={words.list} className="max-h-72">
              {found.map((category) => (
                <Option key={category.id} {...list.optionProps(category.id)} isSelected={category.id === chosen?.id}>
                  <span className="min-w-0 grow py-1.5 wrap-anywhere">{toLabel(category)}</span>
                  {category.id === chosen?.id && <CheckIcon />}
                </Option>
              ))}
              {found.length === 0 && (
                <div role="option" aria-disabled="true" aria-selected={false} tabIndex={-1} className="px-3 py-2 text-soft">
                  {words.noMatch}
                </div>
              )}
            </Listbox>
          )}
        </div>
      )}
    </Field>
  );
}
