/** One local fee. */
import { COUNTRY_CODES, nameCountry } from '../../../contract/countries.ts';
import type { Issue } from '../../../contract/errors.ts';
import { ADDRESS_PART_MAX_LENGTH } from '../../../contract/limits.ts';
import type { LocalFee } from '../../../contract/local-fees.ts';
import { Button } from '../../kit/button.tsx';
import { SelectField, SwitchField, TextField } from '../../kit/field.tsx';
import { getCurrency } from '../../shared/format.ts';
import { createIssue } from '../../shared/hooks/use-form.ts';
import { parseNumber, toPriceInput } from '../parts/values.ts';
import { localFees as words } from './messages.ts';

/** As it is typed. */
export interface FeeDraft {
  key: string;
  name: string;
  country: string;
  region: string;
  amount: string;
  minimum: string;
  exempt: string;
  from: string;
  isOn: boolean;
  source: string;
}

let made = 0;

export function toDraft(fee: LocalFee, source = ''): FeeDraft {
  made += 1;
  const { name, country, region, amount, minimum, exemptClasses, from = '', isOn } = fee;
  const sums = { amount: toPriceInput(amount), minimum: toPriceInput(minimum ?? undefined) };
  return { key: `fee ${made}`, name, country, region, ...sums, exempt: exemptClasses.join(', '), from, isOn, source };
}

export const toFee = ({ name, country, region, amount, minimum, exempt, from, isOn }: FeeDraft): LocalFee => ({
  ...{ name: name.trim(), country, region: region.trim(), isOn },
  amount: parseNumber(amount) ?? 0,
  minimum: minimum.trim() ? parseNumber(minimum) : null,
  exemptClasses: exempt.split(',').flatMap((it) => it.trim() || []),
  ...(from && { from }),
});

export const listDraftIssues = (drafts: readonly FeeDraft[]): Issue[] =>
  drafts.flatMap(({ name, country, amount, minimum }, index) => [
    ...(name.trim() ? [] : [createIssue(`fees.${index}.name`, 'required')]),
    ...(country ? [] : [createIssue(`fees.${index}.country`, 'required')]),
    ...(parseNumber(amount) === null ? [createIssue(`fees.${index}.amount`, 'not_a_number')] : []),
    ...(minimum.trim() && parseNumber(minimum) === null ? [createIssue(`fees.${index}.minimum`, 'not_a_number')] : []),
  ]);

const COUNTRIES = COUNTRY_CODES.map((code) => ({ code, name: nameCountry(code) })).sort((one, other) =>
  one.name.localeCompare(other.name, 'en'),
);

interface FeeFieldsProps {
  draft: FeeDraft;
  path: string;
  errors: Record<string, string>;
  change: (draft: FeeDraft) => void;
  remove: () => void;
}

export function FeeFields({ draft, path, errors, change, remove }: FeeFieldsProps) {
  const field = (name: Exclude<keyof FeeDraft, 'key' | 'isOn' | 'source'>) => ({
    name: `${path}.${name}`,
    value: draft[name],
    error: errors[`${path}.${name}`],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ ...draft, [name]: target.value }),
  });
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-card border border-line p-4">
      <legend className="px-1 font-[560]">{draft.name || words.addOwn}</legend>
      <SwitchField
        label={words.isOn}
        hint={words.isOnHint}
        checked={draft.isOn}
        onChange={({ target }) => change({ ...draft, isOn: target.checked })}
      />
      <TextField label={words.name} hint={words.nameHint} {...field('name')} maxLength={ADDRESS_PART_MAX_LENGTH} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label={words.country} {...field('country')}>
          {COUNTRIES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField label={words.region} hint={words.regionHint} {...field('region')} maxLength={ADDRESS_PART_MAX_LENGTH} />
        <TextField label={words.amount(getCurrency())} {...field('amount')} inputMode="decimal" />
        <TextField label={words.minimum(getCurrency())} hint={words.minimumHint} {...field('minimum')} inputMode="decimal" />
        <TextField label={words.exempt} hint={words.exemptHint} {...field('exempt')} />
        <TextField label={words.from} hint={words.fromHint} {...field('from')} type="date" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 text-small text-soft wrap-anywhere">{draft.source}</p>
        <Button variant="secondary" size="small" aria-label={words.removeFee(draft.name || words.addOwn)} onClick={remove}>
          {words.remove}
        </Button>
      </div>
    </fieldset>
  );
}
