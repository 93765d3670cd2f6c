/** Fields that choose among the shop's categories, which are named by their path. */
import { useState } from 'react';
import { ComboboxField } from '../../kit/combobox.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { categoryFields as words } from './messages.ts';

/** A category as the fields need it. They come in the order of the tree: each before those below it. */
export interface NamedCategory {
  _id: string;
  name: string;
  parent?: string;
}

/** `Men > Shoes`, by id. */
export function nameCategories(categories: readonly NamedCategory[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { _id, name, parent } of categories) {
    const above = parent && names.get(parent);
    names.set(_id, above ? `${above} > ${name}` : name);
  }
  return names;
}

/** How far each is below the top, by id. */
export function listLevels(categories: readonly NamedCategory[]): Map<string, number> {
  const levels = new Map<string, number>();
  for (const { _id, parent } of categories) levels.set(_id, parent ? (levels.get(parent) ?? 0) + 1 : 0);
  return levels;
}

export const toCategoryItems = (categories: readonly NamedCategory[]) =>
  [...nameCategories(categories)].map(([id, label]) => ({ id, label }));

interface ParentFieldProps {
  categories: readonly NamedCategory[];
  name?: string;
  value?: string | undefined;
  error?: string | undefined;
}

/** Empty: at the top. */
export function ParentField({ categories, name = 'parent', value, error }: ParentFieldProps) {
  return (
    <ComboboxField
      label={words.parent}
      name={name}
      items={toCategoryItems(categories)}
      defaultId={value}
      placeholder={words.noParent}
      listLabel={words.list}
      emptyLabel={words.noMatch}
      error={error}
    />
  );
}

interface FurtherCategoriesFieldProps {
  categories: readonly NamedCategory[];
  /** Ids with commas between. */
  value: string | undefined;
  /** The product's main category when the form was opened. */
  main: string | undefined;
  error?: string | undefined;
}

/** The categories of a product besides its main one; a hidden field holds their ids. */
export function FurtherCategoriesField({ categories, value = '', main, error }: FurtherCategoriesFieldProps) {
  const [ids, setIds] = useState(() => value.split(',').filter(Boolean));
  const names = nameCategories(categories);
  return (
    <section aria-label={words.further} className="flex flex-col gap-2">
      <input
        key={ids.join()}
        type="hidden"
        name="furtherCategories"
        value={ids.join()}
        ref={(input) => announce(input, ids.join() !== value)}
      />
      <ComboboxField
        label={words.further}
        name=""
        items={toCategoryItems(categories).filter(({ id }) => id !== main && !ids.includes(id))}
        placeholder={words.addFurther}
        listLabel={words.list}
        emptyLabel={words.noMatch}
        error={error}
        hint={words.furtherHint}
        onChoose={(id) => setIds([...ids, id])}
      />
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {ids.map((id) => {
          const name = names.get(id) ?? words.gone;
          return (
            <li key={id} className="flex max-w-full items-center gap-1 rounded-control border border-line pl-3">
              <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
              <button
                type="button"
                aria-label={words.removeFurther(name)}
                onClick={() => setIds(ids.filter((it) => it !== id))}
                className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-soft hover:text-ink"
              >
                <CloseIcon />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** A hidden field fires no event by itself, but the form listens for input events to know whether it was changed. */
function announce(input: HTMLInputElement | null, isChanged: boolean): void {
  if (input && isChanged) input.dispatchEvent(new Event('input', { bubbles: true }));
}
