/** A form for something that several people may save, such as settings: it stays open after saving, and detects conflicts. */
import toast from 'react-hot-toast/headless';
import { useTrackUnsavedChanges } from '../../components/dashboard-layout/unsaved-changes.tsx';
import { type ConflictFields, readCurrent, type Snapshot, useEditConflict } from '../../hooks/use-edit-conflict.ts';
import { useForm } from '../../hooks/use-form.ts';
import { form as words } from '../../messages/form.ts';
import { markSaved } from '../../state/unsaved-changes.ts';

/** What was typed, by field as the form shows it, and the call that sends it. */
interface Submission<Reply> {
  typed: Record<string, string>;
  save: (version: number) => Promise<Reply>;
}

interface VersionedFormOptions<Reply> {
  /** In the form of the reading call's response, which the saving call and conflicts have too. */
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

/** If the saved value differs from what was typed, the field shows the saved one from then on. */
function applySaved(values: FormData, typed: Record<string, string>, saved: Snapshot): void {
  for (const [name, text] of Object.entries(saved.values)) {
    if (typeof values.get(name) === 'string' && typed[name] !== text) values.set(name, text);
  }
}

export function useVersionedForm<Reply extends object>(options: VersionedFormOptions<Reply>) {
  const { loaded, toSnapshot, fields, read, saved: savedWords, failed, onSaved } = options;
  const edit = useEditConflict(toSnapshot(loaded), fields);
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
  return {
    form,
    edit,
    /** For the field's `key`: where somebody else's value is taken over, an uncontrolled field begins again. */
    keyOf: (name: string) => edit.field(name).key,
    text: (name: string) => ({ name, defaultValue: edit.field(name).value, error: form.errors[name] }),
    toggle: (name: string) => ({ name, defaultChecked: edit.field(name).value === words.on }),
  };
}
