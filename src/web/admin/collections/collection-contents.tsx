/** What a collection holds, and in which order. */
import { useState } from 'react';
import { COLLECTION_PRODUCTS_MAX, COLLECTION_SORTS, type CollectionSort } from '../../../contract/collection.ts';
import { SelectField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { PickedProducts } from '../parts/picked-products.tsx';
import { parseRule } from './condition-drafts.ts';
import { collections as words } from './messages.ts';
import { RuleField, type SavedRule } from './rule-field.tsx';

type Kind = 'manual' | 'rule';

export const isSort = (text: string): text is CollectionSort => COLLECTION_SORTS.some((it) => it === text);

interface ContentsProps {
  values: { kind: Kind; rule: string; products: string; sort: string };
  saved: SavedRule;
  errors: Record<string, string>;
}

export function CollectionContents({ values, saved, errors }: ContentsProps) {
  const [kind, setKind] = useState<Kind>(values.kind);
  const [sort, setSort] = useState<CollectionSort>(isSort(values.sort) ? values.sort : 'manual');
  const sorts = COLLECTION_SORTS.filter((it) => kind === 'manual' || it !== 'manual');
  const choose = (next: Kind) => {
    setKind(next);
    if (next === 'rule' && sort === 'manual') setSort('newest');
  };
  return (
    <Panel title={words.kind}>
      <div className="flex flex-col gap-5">
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="sr-only">{words.kind}</legend>
          {(['manual', 'rule'] as const).map((it) => (
            <label key={it} className="flex cursor-pointer items-start gap-3 rounded-card border border-line p-4 has-checked:border-accent">
              <input
                type="radio"
                name="kind"
                value={it}
                checked={kind === it}
                onChange={() => choose(it)}
                className="mt-0.5 size-4.5 shrink-0 accent-accent"
              />
              <span>
                <span className="block font-[560]">{words[it]}</span>
                <span className="block text-small text-soft">{it === 'rule' ? words.ruleHint : words.manualHint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <SelectField
          name="sort"
          label={words.sort}
          hint={words.sortHint}
          error={errors.sort}
          value={sort}
          onChange={(event) => isSort(event.target.value) && setSort(event.target.value)}
          className="max-w-80"
        >
          {sorts.map((it) => (
            <option key={it} value={it}>
              {words.sorts[it]}
            </option>
          ))}
        </SelectField>
        {kind === 'rule' ? (
          <RuleField
            name="rule"
            rule={values.rule ? parseRule(values.rule) : null}
            sort={sort}
            saved={saved}
            error={errors.rule ?? Object.entries(errors).find(([name]) => name.startsWith('rule.'))?.[1]}
          />
        ) : (
          <PickedProducts name="products" value={values.products} max={COLLECTION_PRODUCTS_MAX} error={errors.products} />
        )}
      </div>
    </Panel>
  );
}
