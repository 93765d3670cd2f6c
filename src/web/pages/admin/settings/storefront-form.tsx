/** The form for price ranges and the `quickAdd` setting. */
import toast from 'react-hot-toast';
import type { Issue } from '../../../../contract/schemas/common.ts';
import { type Settings, updateSettings } from '../../../../contract/settings.ts';
import { api, isApiError } from '../../../api.ts';
import { useTrackUnsavedChanges } from '../../../components/dashboard-layout/unsaved-changes.tsx';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { createIssue, createValidationError, useForm } from '../../../hooks/use-form.ts';
import { useRevalidateShop } from '../../../hooks/use-revalidate-shop.ts';
import { settings as words } from '../../../messages/admin.ts';
import { form as formWords } from '../../../messages/form.ts';
import { markSaved } from '../../../state/unsaved-changes.ts';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { PriceRanges } from './price-ranges.tsx';

/** Reads the fields as numbers, with an issue for each one that isn't. */
function readRanges(values: FormData): { names: string[]; ranges: [number, number][]; issues: Issue[] } {
  const names = [...values.keys()].filter((name) => /^(lowest|highest)-/.test(name));
  const numbers = names.map((name) => String(values.get(name)).trim());
  const issues = names
    .filter((_name, index) => !/^\d+$/.test(numbers[index] ?? ''))
    .map((path) => createIssue(path, numbers[names.indexOf(path)] ? 'not_an_integer' : 'required'));
  const ranges: [number, number][] = [];
  for (let index = 0; index < numbers.length; index += 2) ranges.push([Number(numbers[index]), Number(numbers[index + 1])]);
  return { names, ranges, issues };
}

/** Maps the server's path (`priceRanges.3` or `priceRanges.3.1`) to the field's name. */
function toFieldName(path: string, names: string[]): string {
  const [, row, end = '1'] = /^priceRanges\.(\d+)(?:\.(\d))?$/.exec(path) ?? [];
  return row === undefined ? path : (names[Number(row) * 2 + Number(end)] ?? path);
}

export function StorefrontForm({ settings }: { settings: Settings }) {
  const revalidateShop = useRevalidateShop();
  const form = useForm({
    onSubmit: async (values) => {
      const { names, ranges, issues } = readRanges(values);
      if (issues.length) throw createValidationError(words.saveFailed, issues);
      try {
        await api(updateSettings, { body: { priceRanges: ranges, quickAdd: values.has('quickAdd') } });
      } catch (error) {
        if (isApiError(error)) error.issues = error.issues.map((it) => ({ ...it, path: toFieldName(it.path, names) }));
        throw error;
      }
      markSaved(form.ref.current, values);
      toast.success(words.saved);
      void revalidateShop();
      return 'stay';
    },
    onFailure: () => {
      toast.error(words.saveFailed);
      return undefined;
    },
  });
  useTrackUnsavedChanges(form.ref);
  return (
    <Form state={form} className="gap-7">
      <PriceRanges ranges={settings.priceRanges} errors={form.errors} />
      <SwitchField label={words.quickAdd} hint={words.quickAddHint} name="quickAdd" defaultChecked={settings.quickAdd} />
      <SubmitButton state={form} className="self-start px-6">
        {formWords.save}
      </SubmitButton>
    </Form>
  );
}
