/** A form of one thing that others may save too, as settings are: it stays open, and compares with what they saved meanwhile. */

import { useEffect, useRef } from 'react';
import toast from 'react-hot-toast/headless';
import { useRevalidator } from 'react-router';
import { hasValues, markSaved, useTrackUnsavedChanges } from '../../shared/dashboard-layout/unsaved-changes.tsx';
import { type ConflictFields, readCurrent, type Snapshot, useEditConflict } from '../../shared/forms/edit-conflict.tsx';
import { useForm } from '../../shared/hooks/use-form.ts';
import { form as words } from '../../shared/messages/form.ts';
import { markShopOutdated } from '../../shared/shop-data.ts';
import { isOfField, useBarForm } from './save-bar.tsx';

/** Reloads categories and settings after an admin changed them. */
export function useRevalidateShop(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return () => {
    markShopOutdated();
    return revalidate();
  };
}

/** What was typed, by field as the form shows it, and the call that sends it. */
interface Submission<Reply> {
  typed: Record<string, string>;
  /** `current` is what has this version. */
  save: (version: number, current: Reply) => Promise<Reply>;
}

interface VersionedFormOptions<Reply> {
  /** The reply of the call that reads it. Saving and a conflict reply alike. */
  loaded: Reply;
  toSnapshot: (reply: Reply) => Snapshot;
  fields: ConflictFields;
  /** Throws by `createValidationError` for what can't be sent. */
  read: (values: FormData) => Submission<Reply>;
  saved: string;
  failed: string;
  onSaved?: () => void;
  /** The form shows a part of what has the version: if somebody else has changed only another part, it is saved all the same. */
  isPart?: boolean;
}

/** How a switch is written in a snapshot. */
export const formatSwitch = (isOn: boolean): string => (isOn ? words.on : words.off);

/** Where the server saved something else than was typed, the field shows that. */
function applySaved(values: FormData, typed: Record<string, string>, saved: Snapshot): void {
  for (const [name, text] of Object.entries(saved.values)) {
    if (typeof values.get(name) === 'string' && typed[name] !== text) values.set(name, text);
  }
}

export function useVersionedForm<Reply extends object>(options: VersionedFormOptions<Reply>) {
  const { loaded, toSnapshot, fields, read, saved: savedWords, failed, onSaved, isPart = false } = options;
  const edit = useEditConflict(toSnapshot(loaded), fields);
  /** The fields that show what is saved, once the form has rendered. */
  const toMark = useRef<((field: string) => boolean) | null>(null);
  /** What the form is compared with, as the call that reads it replies. */
  const base = useRef(loaded);
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const { typed, save } = read(values);
      const reply = await save(edit.base.version, base.current).catch((error: unknown) => {
        const current = readCurrent<Reply>(error);
        if (!current) throw error;
        base.current = current;
        const snapshot = toSnapshot(current);
        const { isChanged, updated } = edit.rebase(typed, snapshot);
        if (isPart && !isChanged) return save(snapshot.version, current);
        toMark.current = (field) => updated.some((name) => isOfField(field, name));
        throw error;
      });
      base.current = reply;
      const saved = toSnapshot(reply);
      toMark.current = hasValues(form.ref.current, values) ? () => true : null;
      edit.reset(typed, saved);
      applySaved(values, typed, saved);
      markSaved(form.ref.current, values);
      if (!isInBar) toast.success(savedWords);
      onSaved?.();
      return 'stay';
    },
    onFailure: () => {
      if (!isInBar) toast.error(failed);
      return undefined;
    },
  });
  useTrackUnsavedChanges(form.ref);
  const discard = () => {
    edit.restart();
    form.clearErrors();
    toMark.current = () => true;
  };
  const labels = Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]));
  const isInBar = useBarForm({ form, labels, saved: savedWords, failed, discard });

  // A field that begins again with what was saved may have fields of its own, where 4.9 is now 4.90. What was typed while it was being saved
  // isn't saved, so then only the values that were sent are.
  useEffect(() => {
    if (!toMark.current) return;
    markSaved(form.ref.current, undefined, toMark.current);
    toMark.current = null;
  });

  return {
    form,
    edit,
    /** For the field's `key`: where somebody else's value is taken over, an uncontrolled field begins again. */
    keyOf: (name: string) => edit.field(name).key,
    text: (name: string) => ({ name, defaultValue: edit.field(name).value, error: form.errors[name] }),
    toggle: (name: string) => ({ name, defaultChecked: edit.field(name).value === words.on }),
  };
}
