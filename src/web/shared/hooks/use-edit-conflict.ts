/**
 * For forms that several people may save. It remembers what the form was opened with. When the server reports a conflict, it compares three
 * texts of each field: what was shown, what was typed, and the current state.
 */
import { useState } from 'react';
import { isApiError } from '../../api.ts';
import { editConflict as words } from '../messages/edit-conflict.ts';
import { createValidationError } from './use-form.ts';

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
    /** Call it when the server reports that somebody else has saved `current`. */
    rebase: (typed: Record<string, string>, current: Snapshot) => {
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
    },
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
