/** The form for price ranges and the `quickAdd` setting. */
import toast from 'react-hot-toast/headless';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Issue } from '../../../../contract/schemas/common.ts';
import { type readSettings, type Settings, type SettingsInput, updateSettings } from '../../../../contract/settings.ts';
import { api, isApiError } from '../../../api.ts';
import { useTrackUnsavedChanges } from '../../../components/dashboard-layout/unsaved-changes.tsx';
import { EditConflictPanel } from '../../../components/edit-conflict-panel.tsx';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { readCurrent, useEditConflict } from '../../../hooks/use-edit-conflict.ts';
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

/** Each setting as text; ranges as `0–99, 99–199`. */
const toValues = ({ priceRanges, quickAdd, guestCheckout }: SettingsInput): Record<string, string> => ({
  priceRanges: formatRanges(priceRanges),
  quickAdd: quickAdd ? words.on : words.off,
  guestCheckout: guestCheckout ? words.on : words.off,
});

const formatRanges = (ranges: SettingsInput['priceRanges']) => ranges.map((range) => range.join('–')).join(', ');
const parseRanges = (text: string) => text.split(', ').map((range): [number, number] => toPair(range.split('–').map(Number)));
const toPair = ([lowest = 0, highest = 0]: number[]): [number, number] => [lowest, highest];

export function StorefrontForm({ settings, version }: { settings: Settings; version: number }) {
  const revalidateShop = useRevalidateShop();
  const edit = useEditConflict(
    { version, values: toValues(settings) },
    {
      priceRanges: { label: words.priceRanges },
      quickAdd: { label: words.quickAdd },
      guestCheckout: { label: words.guestCheckout },
    },
  );
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const { names, ranges, issues } = readRanges(values);
      if (issues.length) throw createValidationError(words.saveFailed, issues);
      const typed = { priceRanges: ranges, quickAdd: values.has('quickAdd'), guestCheckout: values.has('guestCheckout') };
      const saved = await api(updateSettings, { body: { ...typed, version: edit.base.version } }).catch((error) => {
        const current = readCurrent<ReplyOf<typeof readSettings>>(error);
        if (current) edit.rebase(toValues(typed), { version: current.version, values: toValues(current.settings) });
        if (isApiError(error)) error.issues = error.issues.map((it) => ({ ...it, path: toFieldName(it.path, names) }));
        throw error;
      });
      edit.reset(toValues(typed), { version: saved.version, values: toValues(saved.settings) });
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
      <EditConflictPanel conflict={edit} />
      <PriceRanges key={edit.field('priceRanges').key} ranges={parseRanges(edit.field('priceRanges').value)} errors={form.errors} />
      <SwitchField
        key={edit.field('quickAdd').key}
        label={words.quickAdd}
        hint={words.quickAddHint}
        name="quickAdd"
        defaultChecked={edit.field('quickAdd').value === words.on}
      />
      <SwitchField
        key={edit.field('guestCheckout').key}
        label={words.guestCheckout}
        hint={words.guestCheckoutHint}
        name="guestCheckout"
        defaultChecked={edit.field('guestCheckout').value === words.on}
      />
      <SubmitButton state={form} className="self-start px-6">
        {formWords.save}
      </SubmitButton>
    </Form>
  );
}
