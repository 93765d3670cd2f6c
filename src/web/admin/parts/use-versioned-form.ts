/** A form of one thing that others may save too, as settings are: it stays open, and compares with what they saved meanwhile. */

import { useEffect, useRef } from 'react';
import toast from 'react-hot-toast/headless';
import { useRevalidator } from 'react-router';
import { hasValues, markSaved, useTrackUnsavedChanges } from '../../shared/dashboard-layout/unsaved-changes.tsx';
import { type ConflictFields, readCurrent, type Snapshot, useEditConflict } from '../../shared/forms/edit-conflict.tsx';
import { useForm } from '../../shared/hooks/use-form.ts';
import { form as words } from '../../shared/messages/form.ts';
import { markShopOutdated } from '../../shared/shop-data.ts';

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
  save: (version: number) => Promise<Reply>;
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
  const { loaded, toSnapshot, fields, read, saved: savedWords, failed, onSaved } = options;
  const edit = useEditConflict(toSnapshot(loaded), fields);
  /** Set if all that the form shows is saved, once it has rendered. */
  const isToMark = useRef(false);
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const { typed, save } = read(values);
      const reply = await save(edit.base.version).catch((error: unknown) => {
        const current = readCurrent<Reply>(error);
        if (current) edit.rebase(typed, toSnapshot(current));
        throw error;
      });
      const saved = toSnapshot(reply);
      isToMark.current = hasValues(form.ref.current, values);
      edit.reset(typed, saved);
      applySaved(values, typed, saved);
      markSaved(form.ref.current, values);
      toast.success(savedWords);
      onSaved?.();
      return 'stay';
    },
    onFailure: () => {
      toast.error(failed);
      return undefined;
    },
  });
  useTrackUnsavedChanges(form.ref);

  // A field that begins again with what was saved may have fields of its own, where 4.90 is now 4.9. What was typed while it was being saved
  // isn't saved, so then only the values that were sent are.
  useEffect(() => {
    if (!isToMark.current) return;
    isToMark.current = false;
    markSaved(form.ref.current);
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
