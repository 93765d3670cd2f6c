/** Who the shop is: its name, headline, colour and how to reach it. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { type readShopDetails, type ShopDetailsInput, updateShopDetails } from '../../../../contract/shop-details.ts';
import { api } from '../../../api.ts';
import { useTrackUnsavedChanges } from '../../../components/dashboard-layout/unsaved-changes.tsx';
import { EditConflictPanel } from '../../../components/edit-conflict-panel.tsx';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { readCurrent, type Snapshot, useEditConflict } from '../../../hooks/use-edit-conflict.ts';
import { createIssue, createValidationError, readField, useForm } from '../../../hooks/use-form.ts';
import { useRevalidateShop } from '../../../hooks/use-revalidate-shop.ts';
import { shopDetails as words } from '../../../messages/admin.ts';
import { markSaved } from '../../../state/unsaved-changes.ts';
import { Field, TextArea, TextField } from '../../../ui/field.tsx';

type Details = Pick<ReplyOf<typeof readShopDetails>, 'shop' | 'version'>;

const TEXT_FIELDS = ['name', 'headline', 'accentColor', 'email', 'phone', 'address', 'legalDetails'] as const;
const FIELDS = [...TEXT_FIELDS, 'lowStockThreshold'] as const;

/** The design's own accent color, as the color field begins with it. */
const DESIGN_COLOR = '#4b3fd6';

const toValues = (shop: ShopDetailsInput) => Object.fromEntries(FIELDS.map((name) => [name, String(shop[name])]));
const toSnapshot = ({ shop, version }: Details): Snapshot => ({ version, values: toValues(shop) });

function parse(values: FormData): ShopDetailsInput {
  // A form sends line breaks as CR LF.
  const read = (name: string) => readField(values, name).replaceAll('\r\n', '\n').trim();
  const threshold = read('lowStockThreshold');
  if (!/^\d+$/.test(threshold))
    throw createValidationError(words.saveFailed, [createIssue('lowStockThreshold', threshold ? 'not_an_integer' : 'required')]);
  return {
    name: read('name'),
    headline: read('headline'),
    accentColor: read('accentColor'),
    email: read('email'),
    phone: read('phone'),
    address: read('address'),
    legalDetails: read('legalDetails'),
    lowStockThreshold: Number(threshold),
  };
}

export function ShopDetailsForm({ details }: { details: Details }) {
  const revalidateShop = useRevalidateShop();
  const edit = useEditConflict(toSnapshot(details), Object.fromEntries(FIELDS.map((name) => [name, { label: words[name] }])));
  const form = useForm({
    onSubmit: async (values) => {
      edit.requireChoices();
      const input = parse(values);
      const saved = await api(updateShopDetails, { body: { ...input, version: edit.base.version } }).catch((error) => {
        const current = readCurrent<ReplyOf<typeof readShopDetails>>(error);
        if (current) edit.rebase(toValues(input), toSnapshot(current));
        throw error;
      });
      edit.reset(toValues(input), toSnapshot(saved));
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
  const props = (name: (typeof FIELDS)[number]) => {
    const { key, value } = edit.field(name);
    return { reactKey: key, label: words[name], name, defaultValue: value, error: form.errors[name] };
  };
  const { reactKey: nameKey, ...name } = props('name');
  const { reactKey: headlineKey, ...headline } = props('headline');
  const { reactKey: colorKey, ...color } = props('accentColor');
  const { reactKey: emailKey, ...email } = props('email');
  const { reactKey: phoneKey, ...phone } = props('phone');
  const { reactKey: addressKey, ...address } = props('address');
  const { reactKey: legalKey, ...legal } = props('legalDetails');
  const { reactKey: thresholdKey, ...threshold } = props('lowStockThreshold');
  return (
    <Form state={form} className="gap-5">
      <EditConflictPanel conflict={edit} />
      <TextField key={nameKey} {...name} required maxLength={60} autoComplete="off" />
      <TextField key={headlineKey} {...headline} hint={words.headlineHint} maxLength={80} autoComplete="off" />
      <AccentColorField key={colorKey} {...color} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField key={emailKey} {...email} type="email" autoComplete="off" />
        <TextField key={phoneKey} {...phone} type="tel" autoComplete="off" />
      </div>
      <TextArea key={addressKey} {...address} rows={3} maxLength={500} />
      <TextArea key={legalKey} {...legal} hint={words.legalDetailsHint} rows={3} maxLength={1000} />
      <TextField key={thresholdKey} {...threshold} hint={words.lowStockThresholdHint} inputMode="numeric" className="max-w-60" />
      <SubmitButton state={form} variant="secondary" className="self-start">
        {words.save}
      </SubmitButton>
    </Form>
  );
}

interface AccentColorFieldProps {
  label: string;
  name: string;
  /** `#rrggbb`; empty: the design's. */
  defaultValue: string;
  error: string | undefined;
}

/** A browser's color field always has a color, so a checkbox says whether it counts. */
function AccentColorField({ label, name, defaultValue, error }: AccentColorFieldProps) {
  const [isOwn, setIsOwn] = useState(defaultValue !== '');
  return (
    <div className="flex flex-col gap-2">
      <label className="flex min-h-10 items-center gap-3 self-start">
        <input type="checkbox" checked={isOwn} onChange={(event) => setIsOwn(event.target.checked)} className="size-4.5 accent-accent" />
        {words.ownColor}
      </label>
      {isOwn && (
        <Field label={label} hint={words.accentColorHint} error={error}>
          {(controlProps) => (
            <input
              {...controlProps}
              type="color"
              name={name}
              defaultValue={defaultValue || DESIGN_COLOR}
              className="h-10 w-20 cursor-pointer rounded-control border border-edge bg-raised p-1"
            />
          )}
        </Field>
      )}
    </div>
  );
}
