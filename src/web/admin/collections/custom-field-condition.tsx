/** A condition about one of the merchant's fields: which, and what it is asked for, by its type. */
import { useState } from 'react';
import type { CustomField } from '../../../contract/custom-fields.ts';
import { RULE_CHOICES_MAX } from '../../../contract/rules.ts';
import { SelectField, TextArea, TextField } from '../../kit/field.tsx';
import { PickedProducts } from '../parts/picked-products.tsx';
import { type ConditionDraft, createDraft } from './condition-drafts.ts';
import { Choices, type FieldsProps, HowField, Row } from './condition-parts.tsx';
import { rules as words } from './messages.ts';

/** A long text is compared with nothing; one that a condition names already is shown. */
const canAsk = ({ type }: CustomField) => type !== 'long_text';

export function CustomFieldCondition({ draft, change, fields }: FieldsProps & { fields: readonly CustomField[] }) {
  const field = fields.find(({ key }) => key === draft.fieldKey);
  const choose = (key: string) => {
    const fieldType = fields.find((it) => it.key === key)?.type ?? 'text';
    const ids = fieldType === 'boolean' ? ['true'] : [];
    change({ ...createDraft('custom-field'), key: draft.key, fieldKey: key, fieldType, ids, isRange: fieldType === 'number' });
  };
  return (
    <>
      <SelectField label={words.customField} value={draft.fieldKey} onChange={(event) => choose(event.target.value)} className="max-w-80">
        {!draft.fieldKey && <option value="">{words.chooseField}</option>}
        {draft.fieldKey && !field && <option value={draft.fieldKey}>{fields.length ? words.goneField : '…'}</option>}
        {fields
          .filter((it) => canAsk(it) || it === field)
          .map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
      </SelectField>
      {field && <FieldValues key={field.key} field={field} draft={{ ...draft, fieldType: field.type }} change={change} />}
    </>
  );
}

function FieldValues({ field, draft, change }: FieldsProps & { field: CustomField }) {
  const [picked] = useState(() => draft.ids.join());
  switch (field.type) {
    case 'choice':
      return (
        <Choices draft={draft} change={change} label={words.values} items={field.choices.map((it) => ({ id: it, label: it }))} isLoaded />
      );
    case 'boolean':
      return (
        <Row>
          <HowField draft={draft} change={change} labels={words.isValue} />
          <SelectField
            label={words.value}
            value={draft.ids[0] ?? 'true'}
            onChange={(event) => change({ ...draft, ids: [event.target.value] })}
            className="min-w-0 grow basis-32"
          >
            <option value="true">{words.yes}</option>
            <option value="false">{words.no}</option>
          </SelectField>
        </Row>
      );
    case 'product':
      return (
        <>
          <HowField draft={draft} change={change} labels={words.is} />
          <PickedProducts name="" value={picked} max={RULE_CHOICES_MAX} onChange={(ids) => change({ ...draft, ids })} />
        </>
      );
    case 'number':
    case 'date':
      return (
        <Row>
          <RangeHow draft={draft} change={change} />
          {draft.isRange ? <Bounds draft={draft} change={change} /> : <TypedValues draft={draft} change={change} />}
        </Row>
      );
    default:
      return (
        <Row>
          <HowField draft={draft} change={change} labels={words.is} />
          <TypedValues draft={draft} change={change} />
        </Row>
      );
  }
}

function RangeHow({ draft, change }: FieldsProps) {
  const choose = (how: string): Partial<ConditionDraft> => ({ isRange: how === 'between', not: how === 'not' });
  return (
    <SelectField
      label={words.how}
      value={draft.isRange ? 'between' : draft.not ? 'not' : 'is'}
      onChange={(event) => change({ ...draft, ...choose(event.target.value) })}
      className="min-w-0 grow basis-40"
    >
      <option value="between">{words.between}</option>
      <option value="is">{words.is.is}</option>
      <option value="not">{words.is.not}</option>
    </SelectField>
  );
}

function Bounds({ draft, change }: FieldsProps) {
  const type = draft.fieldType === 'date' ? ({ type: 'date' } as const) : ({ inputMode: 'decimal' } as const);
  return (['atLeast', 'atMost'] as const).map((name) => (
    <TextField
      key={name}
      {...type}
      label={words[name]}
      value={draft[name]}
      autoComplete="off"
      onChange={(event) => change({ ...draft, [name]: event.target.value })}
      className="min-w-0 grow basis-32"
    />
  ));
}

/** A date alone has the browser's calendar. */
function TypedValues({ draft, change }: FieldsProps) {
  const common = { value: draft.words, autoComplete: 'off', className: 'min-w-0 grow basis-56' };
  const type = (text: string) => change({ ...draft, words: text });
  if (draft.fieldType === 'date' && !draft.words.includes('\n'))
    return <TextField {...common} type="date" label={words.value} onChange={(event) => type(event.target.value)} />;
  return <TextArea {...common} rows={2} label={words.values} hint={words.oneALine} onChange={(event) => type(event.target.value)} />;
}
