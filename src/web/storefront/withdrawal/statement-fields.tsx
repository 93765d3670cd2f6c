/** The first step: who withdraws, and from what. */
import { useState } from 'react';
import type { BodyOf } from '../../../contract/endpoint.ts';
import { REASON_MAX_LENGTH } from '../../../contract/limits.ts';
import type { declareWithdrawalByNumber, WithdrawalForm } from '../../../contract/withdrawal.ts';
import type { Withdrawal } from '../../../contract/withdrawal-fields.ts';
import { TextArea, TextField } from '../../kit/field.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { exceptions, withdrawal as words } from '../../shared/messages/withdrawal.ts';

export type LinkDraft = Pick<Withdrawal, 'name' | 'lines'>;
export type NumberDraft = BodyOf<typeof declareWithdrawalByNumber>;

const NAME_MAX_LENGTH = 100;

interface LinkFieldsProps {
  order: WithdrawalForm;
  /** What was typed before. */
  draft: LinkDraft | null;
  next: (draft: LinkDraft) => void;
}

/** All that is left is preselected. */
export function LinkFields({ order, draft, next }: LinkFieldsProps) {
  const form = useForm({
    onSubmit: async (values) => {
      const chosen = order.lines.map((_line, line) => ({ line, quantity: Number(readField(values, `quantity-${line}`)) }));
      const lines = chosen.filter(({ quantity }) => quantity > 0);
      if (!lines.length) throw createValidationError(words.chooseSome);
      next({ name: readField(values, 'name').trim(), lines });
      return 'stay';
    },
  });
  const countChosen = (line: number, left: number) => (draft ? (draft.lines.find((it) => it.line === line)?.quantity ?? 0) : left);
  return (
    <Form state={form} label={words.stepState}>
      <TextField
        label={words.name}
        name="name"
        defaultValue={draft?.name ?? order.name}
        error={form.errors.name}
        required
        maxLength={NAME_MAX_LENGTH}
        autoComplete="name"
      />
      <fieldset>
        <legend className="text-small font-[560]">{words.scope}</legend>
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {order.lines.map(({ name, options, quantity, left, exception }, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never change
            <li key={line} className="flex items-center gap-3 py-3">
              <span className="min-w-0 grow">
                <bdi className="line-clamp-2 font-[560]">{name}</bdi>
                {options && <span className="block text-small">{options}</span>}
                <span className="tabular-nums block text-small text-soft">
                  {exception ? exceptions[exception] : left ? words.left(quantity, left) : words.noneLeft}
                </span>
              </span>
              {left > 0 && (
                <input
                  type="number"
                  name={`quantity-${line}`}
                  aria-label={words.quantity(name)}
                  min={0}
                  max={left}
                  step={1}
                  required
                  defaultValue={countChosen(line, left)}
                  className="input w-20! shrink-0 text-right tabular-nums"
                />
              )}
            </li>
          ))}
        </ul>
      </fieldset>
      <SubmitButton state={form}>{words.next}</SubmitButton>
    </Form>
  );
}

interface NumberFieldsProps {
  draft: NumberDraft | null;
  next: (draft: NumberDraft) => void;
}

export function NumberFields({ draft, next }: NumberFieldsProps) {
  const [isAll, setIsAll] = useState(draft?.items === undefined);
  const form = useForm({
    onSubmit: async (values) => {
      const read = (name: string) => readField(values, name).trim();
      const statement = { number: read('number'), email: read('email'), name: read('name') };
      next(isAll ? statement : { ...statement, items: read('items') });
      return 'stay';
    },
  });
  return (
    <Form state={form} label={words.stepState}>
      <TextField
        label={words.number}
        name="number"
        hint={words.numberHint}
        defaultValue={draft?.number}
        error={form.errors.number}
        required
        pattern="\s*#?\s*[0-9]{1,9}\s*"
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        label={words.email}
        name="email"
        type="email"
        hint={words.emailHint}
        defaultValue={draft?.email}
        error={form.errors.email}
        required
        autoComplete="email"
      />
      <TextField
        label={words.name}
        name="name"
        defaultValue={draft?.name}
        error={form.errors.name}
        required
        maxLength={NAME_MAX_LENGTH}
        autoComplete="name"
      />
      <fieldset className="grid gap-1">
        <legend className="text-small font-[560]">{words.scope}</legend>
        {[true, false].map((all) => (
          <label key={String(all)} className="flex min-h-10 items-center gap-3 self-start">
            <input type="radio" name="scope" checked={isAll === all} onChange={() => setIsAll(all)} className="size-4.5 accent-accent" />
            {all ? words.all : words.some}
          </label>
        ))}
      </fieldset>
      {!isAll && (
        <TextArea
          label={words.items}
          name="items"
          hint={words.itemsHint}
          defaultValue={draft?.items}
          error={form.errors.items}
          rows={3}
          dir="auto"
          required
          maxLength={REASON_MAX_LENGTH}
        />
      )}
      <SubmitButton state={form}>{words.next}</SubmitButton>
    </Form>
  );
}
