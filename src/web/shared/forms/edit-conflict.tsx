import { useState } from 'react';
import { isApiError } from '../../api.ts';
import { createValidationError } from '../hooks/use-form.ts';
import { editConflict as words } from '../messages/form.ts';

/**
 * For forms that several people may save. It remembers what the form was opened with. When the server reports a conflict, it compares three
 * texts of each field: what was shown, what was typed, and the current state.
 */
/** The server's state of the edited object: its version, and each field as the form shows it. */
export interface Snapshot {
  version: number;
  values: Record<string, string>;
}

type Choice = 'typed' | 'current';

interface FieldTexts {
  shown: string;
  typed: string;
  current: string;
}

interface ConflictField {
  label: string;
  /** Formats the value for people; absent: the value itself. */
  format?: (value: string) => string;
  /** The field's value if the user's own change is kept; absent: what was typed. */
  merge?: (texts: FieldTexts) => string;
  /** How the user's own change is shown; absent: what was typed. */
  describeTyped?: (texts: FieldTexts) => string;
}

/** By the form's field name. */
export type ConflictFields = Record<string, ConflictField>;

/** A field that both the user and somebody else have changed. */
export interface ConflictRow extends FieldTexts {
  name: string;
  label: string;
  typedText: string;
  currentText: string;
  choice: Choice | null;
}

interface State {
  base: Snapshot;
  /** Fields for which the user has to choose. */
  rows: ConflictRow[];
  /** Fields that only somebody else has changed, whose new values the form shows. */
  updates: { label: string; text: string }[];
  /** For uncontrolled fields: their initial value, and a number whose change resets them to it. */
  fields: Record<string, { value: string; revision: number }>;
}

export type EditConflict = ReturnType<typeof useEditConflict>;

function setField(fields: State['fields'], name: string, value: string): State['fields'] {
  return { ...fields, [name]: { value, revision: (fields[name]?.revision ?? 0) + 1 } };
}

/** The current state, if the error contains it, as the call that reads it returns it. */
export function readCurrent<T extends object>(error: unknown): T | null {
  return isApiError(error) && error.current ? (error.current as T) : null;
}

export function useEditConflict(opened: Snapshot, definitions: ConflictFields) {
  const [state, setState] = useState<State>(() => ({ base: opened, rows: [], updates: [], fields: {} }));
  const { base, rows, updates, fields } = state;

  const compare = (texts: FieldTexts, name: string, definition: ConflictField): ConflictRow => {
    const { label, format = (value) => value, describeTyped } = definition;
    const typedText = describeTyped ? describeTyped(texts) : format(texts.typed);
    return { ...texts, name, label, typedText, currentText: format(texts.current), choice: null };
  };

  return {
    base,
    rows,
    updates,
    /** The field's `key` and default value. */
    field: (name: string) => {
      const field = fields[name];
      return { key: `${name}-${field?.revision ?? 0}`, value: field?.value ?? opened.values[name] ?? '' };
    },
    /** Throws while the user has to choose. */
    requireChoices: () => {
      if (rows.some((row) => row.choice === null)) throw createValidationError(words.chooseFirst);
    },
    /** Call it when the server reports that somebody else has saved `current`. Returns what they changed: of it, the fields that now show it. */
    rebase: (typed: Record<string, string>, current: Snapshot): { isChanged: boolean; updated: string[] } => {
      const compared = Object.entries(definitions).map(([name, definition]) => {
        const shown = base.values[name] ?? '';
        return compare({ shown, typed: typed[name] ?? shown, current: current.values[name] ?? '' }, name, definition);
      });
      const changed = compared.filter((row) => row.current !== row.shown && row.current !== row.typed);
      const untouched = changed.filter((row) => row.typed === row.shown);
      setState({
        base: current,
        rows: changed.filter((row) => row.typed !== row.shown),
        updates: untouched.map(({ label, currentText }) => ({ label, text: currentText })),
        fields: untouched.reduce((all, row) => setField(all, row.name, row.current), fields),
      });
      return { isChanged: changed.length > 0, updated: untouched.map(({ name }) => name) };
    },
    /** Gives up what was typed: each field begins again with what was last saved. */
    restart: () =>
      setState({
        base,
        rows: [],
        updates: [],
        fields: Object.entries(base.values).reduce((all, [name, value]) => setField(all, name, value), fields),
      }),
    choose: (name: string, choice: Choice) => {
      const row = rows.find((it) => it.name === name);
      if (!row) return;
      const kept = definitions[name]?.merge?.(row) ?? row.typed;
      const value = choice === 'current' ? row.current : kept;
      // A field that shows the value already isn't reset, because a chosen file would be lost.
      const isShown = row.choice === null && value === row.typed;
      setState({
        ...state,
        rows: rows.map((it) => (it === row ? { ...row, choice } : it)),
        fields: isShown ? fields : setField(fields, name, value),
      });
    },
    /**
     * Call it after saving: from now on the form is compared with this state. Fields whose saved value differs from the typed one show the
     * saved one.
     */
    reset: (typed: Record<string, string>, saved: Snapshot) => {
      const adjusted = Object.entries(saved.values).filter(([name, value]) => name in typed && typed[name] !== value);
      const newFields = adjusted.reduce((all, [name, value]) => setField(all, name, value), fields);
      setState({ base: saved, rows: [], updates: [], fields: newFields });
    },
  };
}

/** Shown in a form when somebody else has saved what it edits: the user's and the current value of each field, to choose between. */
const card =
  'flex min-w-0 cursor-pointer gap-2.5 rounded-control border border-line bg-raised p-3 has-checked:border-accent has-checked:bg-accent-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent';
/** A text of this length may be taller than its box. */
const SCROLLING_LENGTH = 100;
/** Long texts scroll, so that the next field stays in view. */
const valueClass = 'mt-0.5 block max-h-40 overflow-y-auto whitespace-pre-wrap';

export function EditConflictPanel({ conflict: { rows, updates, choose } }: { conflict: EditConflict }) {
  if (!rows.length && !updates.length) return null;
  return (
    <div className="flex flex-col gap-5 rounded-card border border-caution/40 bg-caution/6 p-4">
      <p className="font-[560] text-caution">{words.title}</p>
      {rows.length > 0 && <p className="-mt-4 text-small text-soft">{words.chooseHint}</p>}
      {rows.map(({ name, label, choice, typedText, currentText }) => (
        <fieldset key={name} className="min-w-0">
          <legend className="mb-1.5 text-small font-[560]">{label}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            <Option name={name} label={words.typed} isChosen={choice === 'typed'} choose={() => choose(name, 'typed')} value={typedText} />
            <Option
              name={name}
              label={words.current}
              isChosen={choice === 'current'}
              choose={() => choose(name, 'current')}
              value={currentText}
            />
          </div>
        </fieldset>
      ))}
      {updates.length > 0 && (
        <div>
          <p className="text-small text-soft">{words.updatesHint}</p>
          <ul className="mt-1.5 grid gap-1">
            {updates.map(({ label, text }) => (
              <li key={label} className="line-clamp-6">
                <span className="font-[560]">{label}:</span> <bdi>{text || words.empty}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface OptionProps {
  name: string;
  label: string;
  value: string;
  isChosen: boolean;
  choose: () => void;
}

function Option({ name, label, value, isChosen, choose }: OptionProps) {
  return (
    <label className={card}>
      {/* Of no form: the choice is no field that is sent or compared. */}
      <input
        type="radio"
        form=""
        name={`conflict-${name}`}
        checked={isChosen}
        onChange={choose}
        className="mt-1 size-4 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0 grow">
        <span className="block text-small text-soft">{label}</span>
        <bdi className={valueClass} tabIndex={value.length > SCROLLING_LENGTH ? 0 : undefined}>
          {value || words.empty}
        </bdi>
      </span>
    </label>
  );
}
