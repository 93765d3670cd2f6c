/** The conditions of a rule, and what it holds at this moment. */
import { useState } from 'react';
import type { CollectionSort } from '../../../contract/collection.ts';
import { previewCollection, previewSavedCollection } from '../../../contract/collection-admin.ts';
import { type ConditionField, RULE_CONDITIONS_MAX, type Rule } from '../../../contract/rules.ts';
import { type Api, isApiError } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { SelectField } from '../../kit/field.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { useRefusal } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { useFields } from '../custom-fields/field-inputs.tsx';
import { usePausedText } from '../parts/list-controls.tsx';
import { type ConditionDraft, createDraft, formatRule, type RuleDraft, toRule, toRuleDraft } from './condition-drafts.ts';
import { ConditionFields } from './condition-fields.tsx';
import { rules as words } from './messages.ts';

const ALL = Object.keys(words.fields) as ConditionField[];

/** The collection as it is in the shop; `id` is null for a new one. */
export interface SavedRule {
  id: string | null;
  rule: Rule | null;
  sort: CollectionSort;
}

interface RuleFieldProps {
  name: string;
  /** Null: a new rule. */
  rule: Rule | null;
  sort: CollectionSort;
  saved: SavedRule;
  error: string | undefined;
}

export function RuleField({ name, rule, sort, saved, error }: RuleFieldProps) {
  const [draft, setDraft] = useState<RuleDraft>(() => (rule ? toRuleDraft(rule) : { match: 'all', conditions: [createDraft('category')] }));
  const fields = useFields('product');
  // A shop without fields isn't offered what it can't use.
  const listFields = (chosen: ConditionField) => ALL.filter((it) => it !== 'custom-field' || fields.length > 0 || it === chosen);
  const complete = toRule(draft);
  const preview = usePreview(saved, complete, sort);
  const change = (key: number, next: ConditionDraft | null) =>
    setDraft({ ...draft, conditions: draft.conditions.flatMap((it) => (it.key === key ? (next ?? []) : it)) });
  // Only of the rule that is shown: its conditions have moved otherwise.
  const gone = preview.data?.gone ?? [];

  return (
    <div className="flex flex-col gap-4">
      <input type="hidden" name={name} value={formatRule(draft)} />
      <SelectField
        label={words.match}
        value={draft.match}
        onChange={(event) => setDraft({ ...draft, match: event.target.value === 'any' ? 'any' : 'all' })}
        className="max-w-80"
      >
        {Object.entries(words.matches).map(([match, label]) => (
          <option key={match} value={match}>
            {label}
          </option>
        ))}
      </SelectField>
      <ol className="flex flex-col gap-3">
        {draft.conditions.map((condition, index) => (
          <li key={condition.key} className="rounded-card border border-line p-4">
            <fieldset className="flex min-w-0 flex-col gap-3">
              <legend className="sr-only">{words.condition(index + 1)}</legend>
              <div className="flex items-end gap-3">
                <SelectField
                  label={words.about}
                  value={condition.field}
                  onChange={(event) => {
                    const field = ALL.find((it) => it === event.target.value) ?? 'category';
                    change(condition.key, { ...createDraft(field), key: condition.key });
                  }}
                  className="min-w-0 grow"
                >
                  {listFields(condition.field).map((field) => (
                    <option key={field} value={field}>
                      {words.fields[field]}
                    </option>
                  ))}
                </SelectField>
                <Button
                  variant="quiet"
                  className="min-h-11"
                  aria-label={words.remove(index + 1)}
                  onClick={() => change(condition.key, null)}
                >
                  <CloseIcon />
                </Button>
              </div>
              <ConditionFields draft={condition} fields={fields} change={(next) => change(condition.key, next)} />
              {gone.includes(index) && <p className="text-small text-caution">{words.goneHint}</p>}
            </fieldset>
          </li>
        ))}
      </ol>
      {error && (
        <p role="alert" className="text-small text-danger">
          {error}
        </p>
      )}
      <Button
        variant="secondary"
        className="self-start"
        disabled={draft.conditions.length >= RULE_CONDITIONS_MAX}
        onClick={() => setDraft({ ...draft, conditions: [...draft.conditions, createDraft('price')] })}
      >
        {words.addCondition}
      </Button>
      {complete && <Preview {...preview} />}
    </div>
  );
}

/**
 * Of the rule as it is typed. While that isn't complete, nothing is asked. What is saved is read by a call that those who may only look at it can make
 * too; what they try out isn't asked.
 */
function usePreview({ id, rule: saved, sort: savedSort }: SavedRule, rule: Rule | null, sort: CollectionSort) {
  const refusal = useRefusal();
  const format = (it: Rule, order: CollectionSort) => JSON.stringify({ rule: it, sort: order === 'manual' ? 'newest' : order });
  const text = rule ? format(rule, sort) : '';
  const paused = usePausedText(text);
  const savedText = id && saved ? format(toRule(toRuleDraft(saved)) ?? saved, savedSort) : '';
  const isSaved = id !== null && paused === savedText;
  const load = async (api: Api, signal: AbortSignal) =>
    isSaved
      ? api(previewSavedCollection, { params: { id }, signal })
      : api(previewCollection, { body: JSON.parse(paused) as { rule: Rule; sort: CollectionSort }, signal });
  const isAsked = paused !== '' && (isSaved || refusal === null);
  const { data, error } = useLoad(`rule ${paused}`, async (api, signal) => ({
    text: paused,
    found: isAsked ? await load(api, signal) : null,
  }));
  return { data: data?.text === text ? data.found : null, error, isRefused: text !== '' && text === paused && !isAsked };
}

function Preview({ data, error, isRefused }: ReturnType<typeof usePreview>) {
  const message = isApiError(error) ? error.message : words.failed;
  return (
    <section aria-label={words.preview} className="rounded-card bg-line/40 p-4">
      <p role="status" className="font-[560]">
        {isRefused
          ? words.unsaved
          : error
            ? message
            : data
              ? words.previewed(data.total, data.isAbout, data.products.length)
              : words.counting}
      </p>
      {data && data.products.length > 0 && (
        <ul className="mt-3 grid grid-cols-4 gap-3 sm:grid-cols-8">
          {data.products.map(({ _id, name, image }) => (
            <li key={_id} className="min-w-0">
              <span className="block overflow-hidden rounded-control bg-raised">
                <ProductImage image={image} alt="" sizes="88px" className="aspect-square object-contain" />
              </span>
              <span dir="auto" className="mt-1 line-clamp-2 text-small text-soft">
                {name}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
