// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option
/** Adds a country or a region by its name, following the ARIA combobox pattern. Places that are in use stay in the list, which says where. */

import { type KeyboardEvent, type Ref, useState } from 'react';
import type { Territory } from '../../../contract/countries.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Field } from '../../kit/field.tsx';
import { ChevronIcon, CloseIcon } from '../../kit/icons.tsx';
import { Listbox, Option, useListbox } from '../../kit/listbox.tsx';
import { type CountryGroup, toTerritories } from './country-groups.ts';
import { shippingSettings as words } from './messages.ts';
import { findTerritories, getTerritoryId, nameTerritory } from './territories.ts';

/** The countries and regions that were picked; each is removed by its button. */

/** More than this many begin folded, with the first few. */
const MAX_CHIPS = 12;
const CHIPS_FOLDED = 8;

interface TerritoryChipsProps {
  places: Territory[];
  /** The form name of the territory at this index. */
  name: (index: number) => string;
  errors: Record<string, string>;
  remove: (index: number) => void;
}

export function TerritoryChips({ places, name, errors, remove }: TerritoryChipsProps) {
  const [isWhole, setIsWhole] = useState(false);
  if (!places.length) return null;
  const isFolded = places.length > MAX_CHIPS && !isWhole;
  const wrong = places.flatMap((place, index) => {
    const error = errors[name(index)];
    return error ? [{ label: nameTerritory(place), error }] : [];
  });
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {places.map((place, index) => {
          const label = nameTerritory(place);
          const isWrong = Boolean(errors[name(index)]);
          if (isFolded && index >= CHIPS_FOLDED && !isWrong) return null;
          return (
            <li
              key={label}
              className={classNames(
                'flex min-w-0 items-center rounded-full border bg-ground pl-3.5 text-small',
                isWrong ? 'border-danger text-danger' : 'border-line',
              )}
            >
              <span className="min-w-0 wrap-anywhere">{label}</span>
              <button
                type="button"
                name={name(index)}
                aria-label={words.removePlace(label)}
                aria-invalid={isWrong || undefined}
                onClick={() => remove(index)}
                className="inline-flex size-10 shrink-0 items-center justify-center rounded-full text-soft hover:text-ink"
              >
                <CloseIcon className="size-4" />
              </button>
            </li>
          );
        })}
      </ul>
      {places.length > MAX_CHIPS && (
        <Button variant="quiet" size="small" className="-ml-3 self-start" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? words.showFewerPlaces : words.showPlaces(places.length)}
        </Button>
      )}
      {wrong.map(({ label, error }) => (
        <p key={label} className="text-small text-danger">
          {words.at(label, error)}
        </p>
      ))}
    </>
  );
}

interface TerritoryPickerProps {
  ref?: Ref<HTMLInputElement>;
  label: string;
  hint?: string;
  name: string;
  error?: string | undefined;
  /** By a place's id: where it is used already. */
  taken: ReadonlyMap<string, string>;
  /** Countries that can be added together, without those in use. */
  groups?: readonly CountryGroup[];
  add: (places: Territory[]) => void;
}

interface Choice {
  id: string;
  label: string;
  /** The places that it adds; empty: all are in use already. */
  places: Territory[];
  /** The message after it was added. */
  added: string;
  /** Where it is used already, if that is one place only. */
  place: string | undefined;
}

function listChoices(text: string, taken: ReadonlyMap<string, string>, groups: readonly CountryGroup[]): Choice[] {
  const query = text.trim().toLowerCase();
  const ofGroups = groups
    .filter(({ name }) => name.toLowerCase().includes(query))
    .map((group): Choice => {
      const places = toTerritories(group).filter((place) => !taken.has(getTerritoryId(place)));
      const [id, label] = [`group:${group.name}`, words.group(group.name, group.countries.length)];
      return { id, label, places, added: words.addedGroup(group.name, places.length), place: places.length ? undefined : words.otherZones };
    });
  const single = findTerritories(text).map(({ id, label, country, region }): Choice => {
    const place = taken.get(id);
    return { id, label, places: place === undefined ? [{ country, region }] : [], added: words.added(label), place };
  });
  return [...ofGroups, ...single];
}

export function TerritoryPicker({ ref, label, hint, name, error, taken, groups = [], add }: TerritoryPickerProps) {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [added, setAdded] = useState('');
  const options = isOpen ? listChoices(text, taken, groups) : [];
  const free = options.filter(({ places }) => places.length > 0);
  const close = () => {
    setIsOpen(false);
    setText('');
  };
  const list = useListbox({
    ids: free.map(({ id }) => id),
    isOpen,
    open: () => setIsOpen(true),
    choose: (id) => {
      const option = free.find((it) => it.id === id);
      if (!option) return;
      add(option.places);
      setAdded(option.added);
      close();
    },
    close,
  });
  const handleInput = (typed: string) => {
    setText(typed);
    setIsOpen(true);
    list.setActiveId(typed.trim() ? (listChoices(typed, taken, groups).find(({ places }) => places.length > 0)?.id ?? null) : null);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    list.onKeyDown(event);
    // Enter is for the list: it must not send the form of a half-typed country.
    if (event.key === 'Enter') event.preventDefault();
  };
  return (
    <Field label={label} hint={hint} error={error}>
      {(controlProps) => (
        <div className="relative">
          <input
            {...controlProps}
            {...list.inputProps}
            ref={ref}
            name={name}
            autoComplete="off"
            spellCheck={false}
            placeholder={words.searchPlaces}
            value={text}
            onChange={(event) => handleInput(event.target.value)}
            onClick={() => setIsOpen(!isOpen)}
            onKeyDown={handleKeyDown}
            onBlur={close}
            className="input pr-10"
          />
          <ChevronIcon className="pointer-events-none absolute top-3.5 right-3.5 text-soft" />
          {isOpen && (
            <Listbox id={list.listId} label={label} className="max-h-72">
              {options.map((option) =>
                option.places.length > 0 ? (
                  <Option key={option.id} {...list.optionProps(option.id)}>
                    {option.label}
                  </Option>
                ) : (
                  <div
                    key={option.id}
                    role="option"
                    aria-disabled="true"
                    aria-selected={false}
                    className="flex min-h-10 items-center justify-between gap-3 px-3 text-soft"
                  >
                    <span className="min-w-0">{option.label}</span>
                    <span className="min-w-0 truncate text-small">{words.alreadyIn(option.place ?? '')}</span>
                  </div>
                ),
              )}
              {options.length === 0 && (
                <div role="option" aria-disabled="true" aria-selected={false} className="px-3 py-2 text-soft">
                  {words.noPlaces}
                </div>
              )}
            </Listbox>
          )}
          <span role="status" className="sr-only">
            {added}
          </span>
        </div>
      )}
    </Field>
  );
}
