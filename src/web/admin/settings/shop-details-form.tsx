/** Who the shop is: its name, headline, colour and how to reach it. */
import { useState } from 'react';
import { nameCountry } from '../../../contract/countries.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { IMAGE_FRAMES, type ShopDetailsInput } from '../../../contract/settings.ts';
import { type readShopDetails, updateShopDetails } from '../../../contract/shop-details.ts';
import { api } from '../../api.ts';
import { Field, SelectField, TextArea, TextField } from '../../kit/field.tsx';
import { Link } from '../../kit/link.tsx';
import { Panel } from '../../kit/panel.tsx';
import { EditConflictPanel, type Snapshot } from '../../shared/forms/edit-conflict.tsx';
import { createIssue, createValidationError, readField } from '../../shared/hooks/use-form.ts';
import { LEGAL_PAGES_PATH } from '../pages/legal-page-names.ts';
import { legalPages } from '../pages/messages.ts';
import { BarForm } from '../parts/save-bar.tsx';
import { useRevalidateShop, useVersionedForm } from '../parts/use-versioned-form.ts';
import { shopDetails as words } from './messages.ts';
import { RegionPanel } from './region-fields.tsx';
import { WithdrawalPanel } from './withdrawal-panel.tsx';

type Loaded = Pick<ReplyOf<typeof readShopDetails>, 'shop' | 'version'>;

const TEXT_FIELDS = ['name', 'headline', 'accentColor', 'email', 'phone', 'address', 'legalDetails'] as const;
const FIELDS = [
  ...TEXT_FIELDS,
  'country',
  'lowStockThreshold',
  'timeZone',
  'currency',
  'priceLocale',
  'imageFrame',
  'withdrawalDays',
] as const;

const COUNTRY_FIELD = { label: words.country, format: (country: string) => (country ? nameCountry(country) : words.chooseCountry) };

/** The design's own accent color, as the color field begins with it. */
const DESIGN_COLOR = '#4b3fd6';

const toValues = (shop: ShopDetailsInput) =>
  Object.fromEntries(FIELDS.map((name) => [name, String((name === 'withdrawalDays' ? shop[name] || '' : shop[name]) ?? '')]));
const toSnapshot = ({ shop, version }: Loaded): Snapshot => ({ version, values: toValues(shop) });

function parse(values: FormData): ShopDetailsInput {
  const readText = (name: string) => readField(values, name).trim();
  const threshold = readText('lowStockThreshold');
  if (!/^\d+$/.test(threshold))
    throw createValidationError(words.saveFailed, [createIssue('lowStockThreshold', threshold ? 'not_an_integer' : 'required')]);
  const days = readText('withdrawalDays');
  if (!/^\d*$/.test(days)) throw createValidationError(words.saveFailed, [createIssue('withdrawalDays', 'not_an_integer')]);
  return {
    name: readText('name'),
    headline: readText('headline'),
    accentColor: readText('accentColor'),
    email: readText('email'),
    phone: readText('phone'),
    address: readText('address'),
    country: readText('country'),
    legalDetails: readText('legalDetails'),
    lowStockThreshold: Number(threshold),
    timeZone: readText('timeZone'),
    currency: readText('currency') as ShopDetailsInput['currency'],
    priceLocale: readText('priceLocale') as ShopDetailsInput['priceLocale'],
    imageFrame: readText('imageFrame') as ShopDetailsInput['imageFrame'],
    withdrawalDays: Number(days),
  };
}

function read(values: FormData) {
  const input = parse(values);
  return { typed: toValues(input), save: (version: number) => api(updateShopDetails, { body: { ...input, version } }) };
}

export function ShopDetailsForm({ loaded }: { loaded: Loaded }) {
  const revalidateShop = useRevalidateShop();
  const { form, edit, keyOf, text } = useVersionedForm<Loaded>({
    loaded,
    toSnapshot,
    fields: { ...Object.fromEntries(FIELDS.map((name) => [name, { label: words[name] }])), country: COUNTRY_FIELD },
    read,
    saved: words.saved,
    failed: words.saveFailed,
    onSaved: () => void revalidateShop(),
  });
  const field = (name: (typeof FIELDS)[number]) => ({ label: words[name], ...text(name) });
  return (
    <BarForm state={form} className="gap-4">
      <EditConflictPanel conflict={edit} />
      <Panel title={words.title} hint={words.hint}>
        <div className="grid gap-5">
          <TextField key={keyOf('name')} {...field('name')} required maxLength={60} autoComplete="off" />
          <TextField key={keyOf('headline')} {...field('headline')} hint={words.headlineHint} maxLength={80} autoComplete="off" />
        </div>
      </Panel>
      <Panel title={words.look}>
        <div className="grid gap-5">
          <AccentColorField key={keyOf('accentColor')} {...field('accentColor')} />
          <SelectField key={keyOf('imageFrame')} {...field('imageFrame')} hint={words.imageFrameHint} className="max-w-96">
            {IMAGE_FRAMES.map((it) => (
              <option key={it} value={it}>
                {words.imageFrames[it]}
              </option>
            ))}
          </SelectField>
        </div>
      </Panel>
      <RegionPanel form={form.ref} isFirstChoice={!loaded.shop.country} keyOf={keyOf} field={field} />
      <Panel title={words.contact}>
        <div className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField key={keyOf('email')} {...field('email')} type="email" autoComplete="off" />
            <TextField key={keyOf('phone')} {...field('phone')} type="tel" autoComplete="off" />
          </div>
          <TextArea key={keyOf('address')} {...field('address')} rows={3} maxLength={500} />
          <TextArea key={keyOf('legalDetails')} {...field('legalDetails')} hint={words.legalDetailsHint} rows={3} maxLength={1000} />
          <p className="text-small text-soft">
            {words.legalPagesHint}{' '}
            <Link to={LEGAL_PAGES_PATH} className="text-accent underline">
              {legalPages.title}
            </Link>
          </p>
        </div>
      </Panel>
      <WithdrawalPanel
        key={keyOf('withdrawalDays')}
        field={field('withdrawalDays')}
        country={loaded.shop.country ?? ''}
        isOn={Boolean(loaded.shop.withdrawalDays)}
      />
      <Panel title={words.stock}>
        <TextField
          key={keyOf('lowStockThreshold')}
          {...field('lowStockThreshold')}
          hint={words.lowStockThresholdHint}
          inputMode="numeric"
          className="max-w-96"
        />
      </Panel>
    </BarForm>
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
