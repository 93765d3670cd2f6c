/** What the fields of several conditions have: a row, whether it is turned around, and a list of what was chosen. */
import type { ReactNode } from 'react';
import { ComboboxField, type ComboboxItem } from '../../kit/combobox.tsx';
import { SelectField } from '../../kit/field.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import type { ConditionDraft } from './condition-drafts.ts';
import { rules as words } from './messages.ts';

export interface FieldsProps {
  draft: ConditionDraft;
  change: (draft: ConditionDraft) => void;
}

export const Row = ({ children }: { children: ReactNode }) => <div className="flex flex-wrap items-start gap-3">{children}</div>;

export function HowField({ draft, change, labels }: FieldsProps & { labels: { is: string; not: string } }) {
  return (
    <SelectField
      label={words.how}
      value={draft.not ? 'not' : 'is'}
      onChange={(event) => change({ ...draft, not: event.target.value === 'not' })}
      className="min-w-0 grow basis-40"
    >
      <option value="is">{labels.is}</option>
      <option value="not">{labels.not}</option>
    </SelectField>
  );
}

interface ChoicesProps extends FieldsProps {
  label: string;
  items: ComboboxItem[];
  isLoaded: boolean;
}

/** What was chosen is below the field, also what was deleted since. */
export function Choices({ draft, change, label, items, isLoaded }: ChoicesProps) {
  const names = new Map(items.map(({ id, label: name }) => [id, name]));
  return (
    <>
      <Row>
        <HowField draft={draft} change={change} labels={words.is} />
        <div className="min-w-0 grow basis-56">
          <ComboboxField
            label={label}
            name=""
            items={items.filter(({ id }) => !draft.ids.includes(id))}
            placeholder={words.search}
            listLabel={label}
            emptyLabel={words.noMatch}
            onChoose={(id) => change({ ...draft, ids: [...draft.ids, id] })}
          />
        </div>
      </Row>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {draft.ids.map((id) => {
          const name = names.get(id) ?? (isLoaded ? words.gone : '…');
          return (
            <li key={id} className="flex max-w-full items-center gap-1 rounded-control border border-line pl-3">
              <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
              <button
                type="button"
                aria-label={words.removeChoice(name)}
                onClick={() => change({ ...draft, ids: draft.ids.filter((it) => it !== id) })}
                className="inline-flex size-9 shrink-0 items-center justify-center rounded-control text-soft hover:text-ink"
              >
                <CloseIcon />
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
