/** A product's attributes: rows of name and value that can be added, removed and moved by buttons, and so by keyboard too. */
import { useEffect, useRef, useState } from 'react';
import { ATTRIBUTE_NAME_MAX_LENGTH, ATTRIBUTE_VALUE_MAX_LENGTH, ATTRIBUTES_MAX } from '../../../contract/limits.ts';
import { Button } from '../../kit/button.tsx';
import { ChevronIcon, CloseIcon } from '../../kit/icons.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { parseAttributes } from './detail-texts.ts';
import { productAttributes as words } from './messages.ts';

interface AttributesFieldProps {
  /** As parse-product-form.ts writes it. */
  value: string | undefined;
  errors: FormState['errors'];
}

interface Row {
  key: number;
  name: string;
  value: string;
}

/** Where the focus goes once the rows have changed: to a control of a row, or to the button that adds one. */
interface FocusTarget {
  key: number | null;
  control: 'name' | 'up' | 'down';
}

/** The fields are uncontrolled; the state holds only which rows exist, and in which order. */
export function AttributesField({ value, errors }: AttributesFieldProps) {
  const [rows, setRows] = useState<Row[]>(() => parseAttributes(value ?? '').map((it, key) => ({ key, ...it })));
  const [announcement, setAnnouncement] = useState('');
  const nextKey = useRef(rows.length);
  const list = useRef<HTMLFieldSetElement>(null);
  const focusTarget = useRef<FocusTarget | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the controls are there once the rows are
  useEffect(() => {
    const target = focusTarget.current;
    focusTarget.current = null;
    if (!target) return;
    const row = list.current?.querySelector(`[data-row="${target.key}"]`);
    // At an end of the list, the pressed button is disabled now.
    const control =
      row?.querySelector<HTMLElement>(`[data-control="${target.control}"]:enabled`) ?? row?.querySelector<HTMLElement>('input');
    (control ?? list.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  }, [rows]);

  const change = (next: Row[], target: FocusTarget) => {
    focusTarget.current = target;
    setRows(next);
  };
  const add = () => {
    const key = nextKey.current;
    nextKey.current += 1;
    change([...rows, { key, name: '', value: '' }], { key, control: 'name' });
  };
  const remove = (index: number) => {
    const next = rows.filter((_row, at) => at !== index);
    setAnnouncement(words.removed(index + 1));
    change(next, { key: next[Math.min(index, next.length - 1)]?.key ?? null, control: 'name' });
  };
  const move = (index: number, by: -1 | 1) => {
    const next = [...rows];
    const [row] = next.splice(index, 1);
    if (!row) return;
    next.splice(index + by, 0, row);
    setAnnouncement(words.moved(index + by + 1, rows.length));
    change(next, { key: row.key, control: by < 0 ? 'up' : 'down' });
  };

  return (
    <fieldset ref={list}>
      <legend className="text-small font-[560]">{words.legend}</legend>
      <p className="mt-0.5 mb-2 text-small text-soft">{words.hint}</p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ul className="flex flex-col gap-4 empty:hidden">
        {rows.map((row, index) => (
          <li key={row.key} data-row={row.key} className="grid gap-2 sm:grid-cols-[2fr_3fr_auto]">
            <AttributeInput
              name={`attributeName-${row.key}`}
              label={words.name(index + 1)}
              placeholder={words.namePlaceholder}
              text={row.name}
              maxLength={ATTRIBUTE_NAME_MAX_LENGTH}
              errors={errors}
              control="name"
            />
            <AttributeInput
              name={`attributeValue-${row.key}`}
              label={words.value(index + 1)}
              placeholder={words.valuePlaceholder}
              text={row.value}
              maxLength={ATTRIBUTE_VALUE_MAX_LENGTH}
              errors={errors}
            />
            <span className="flex">
              <RowButton label={words.moveUp(index + 1)} control="up" isDisabled={index === 0} onClick={() => move(index, -1)}>
                <ChevronIcon className="rotate-180" />
              </RowButton>
              <RowButton
                label={words.moveDown(index + 1)}
                control="down"
                isDisabled={index === rows.length - 1}
                onClick={() => move(index, 1)}
              >
                <ChevronIcon />
              </RowButton>
              <RowButton label={words.remove(index + 1)} control="remove" onClick={() => remove(index)}>
                <CloseIcon />
              </RowButton>
            </span>
          </li>
        ))}
      </ul>
      <Button variant="secondary" size="small" className="mt-3" disabled={rows.length >= ATTRIBUTES_MAX} data-add onClick={add}>
        {words.add}
      </Button>
    </fieldset>
  );
}

interface AttributeInputProps {
  name: string;
  label: string;
  placeholder: string;
  text: string;
  maxLength: number;
  errors: FormState['errors'];
  control?: 'name';
}

function AttributeInput({ name, label, text, errors, control, ...input }: AttributeInputProps) {
  const error = errors[name];
  return (
    <span className="block min-w-0">
      <input
        {...input}
        name={name}
        defaultValue={text}
        data-control={control}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${name}-error`}
        autoComplete="off"
        className="input"
      />
      {error && (
        <span id={`${name}-error`} className="mt-1 block text-small text-danger">
          {error}
        </span>
      )}
    </span>
  );
}

interface RowButtonProps {
  label: string;
  control: 'up' | 'down' | 'remove';
  isDisabled?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function RowButton({ label, control, isDisabled = false, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      data-control={control}
      disabled={isDisabled}
      onClick={onClick}
      className="icon-button size-11 text-soft hover:text-ink disabled:opacity-40"
    >
      {children}
    </button>
  );
}
