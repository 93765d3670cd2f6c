/**
 * The fields of an address, in the order and by the names of its country. Whoever uses them holds the value, since prices depend on it. Their
 * form names are those of the contract, with `prefix` before them.
 */
import { useState } from 'react';
import type { AddressFields as Address } from '../../../contract/address.ts';
import { COUNTRY_CODES, nameCountry } from '../../../contract/countries.ts';
import { ADDRESS_PART_MAX_LENGTH } from '../../../contract/limits.ts';
import { classNames } from '../../kit/class-names.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import { type AddressFormat, useAddressFormat } from '../hooks/use-address-format.ts';
import { addresses as words } from '../messages/account.ts';

export const EMPTY_ADDRESS: Address = { recipient: '', street: '', postcode: '', city: '', region: '', country: '' };

interface AddressFieldsProps {
  prefix?: string;
  value: Address;
  onChange: (value: Address) => void;
  /** By the field's name. */
  errors: Record<string, string>;
  /** Where the shop ships to; absent: every country. */
  countries?: readonly string[] | undefined;
}

type Field = AddressFormat['required'][number];

const AUTOCOMPLETE: Record<Exclude<Field, 'street'>, string> = {
  recipient: 'shipping name',
  postcode: 'shipping postal-code',
  city: 'shipping address-level2',
  region: 'shipping address-level1',
};

const text = { maxLength: ADDRESS_PART_MAX_LENGTH, dir: 'auto' } as const;

/** An error if the postcode doesn't match the country's pattern. */
function describePostcode({ postcode: pattern, example }: AddressFormat, postcode: string): string | undefined {
  const typed = postcode.normalize('NFKC').trim().toUpperCase();
  if (!pattern || !typed || new RegExp(`^(?:${pattern})$`).test(typed)) return undefined;
  return words.postcodeLike(example ?? '');
}

export function AddressFields({ prefix = '', value, onChange, errors, countries = COUNTRY_CODES }: AddressFieldsProps) {
  const format = useAddressFormat(value.country);
  // The country of a saved address can still be chosen, so that nothing changes unnoticed.
  const codes = value.country && !countries.includes(value.country) ? [...countries, value.country] : countries;
  const isOdd = value.country !== '' && !countries.includes(value.country);
  const options = codes.map((code) => ({ code, name: nameCountry(code) })).sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return (
    <>
      <SelectField
        label={words.country}
        name={`${prefix}country`}
        value={value.country}
        error={errors[`${prefix}country`] ?? (isOdd ? words.notShipped : undefined)}
        onChange={({ target }) => onChange({ ...value, country: target.value, region: '' })}
        required
        autoComplete="shipping country"
      >
        <option value="">{words.chooseCountry}</option>
        {options.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      {format.fields.map((row) =>
        row[0] === 'street' ? (
          <StreetFields key="street" {...{ prefix, value, onChange, errors }} />
        ) : (
          <div
            key={row.join()}
            className={classNames(
              'grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-x-4 gap-y-5',
              row.length > 2 && '*:first:col-span-full',
            )}
          >
            {row.map((field) => (
              <PartField key={field} {...{ field, format, prefix, value, onChange, errors }} />
            ))}
          </div>
        ),
      )}
    </>
  );
}

type PartProps = Pick<AddressFieldsProps, 'value' | 'onChange' | 'errors'> & { prefix: string };

/** Two inputs, as people and browsers fill them in; one text of lines in the address. */
function StreetFields({ prefix, value, onChange, errors }: PartProps) {
  const [first = '', ...further] = value.street.split('\n');
  const second = further.join(', ');
  const change = (line1: string, line2: string) => onChange({ ...value, street: line2 ? `${line1}\n${line2}` : line1 });
  return (
    <>
      <TextField
        label={words.street}
        name={`${prefix}street`}
        value={first}
        error={errors[`${prefix}street`]}
        onChange={({ target }) => change(target.value, second)}
        {...text}
        required
        autoComplete="shipping address-line1"
      />
      <TextField
        label={words.street2}
        value={second}
        onChange={({ target }) => change(first, target.value)}
        {...text}
        maxLength={Math.max(1, ADDRESS_PART_MAX_LENGTH - first.length - 1)}
        autoComplete="shipping address-line2"
      />
    </>
  );
}

function PartField({ field, format, prefix, value, onChange, errors }: PartProps & { field: Field; format: AddressFormat }) {
  const [wasLeft, setWasLeft] = useState(false);
  const name = prefix + field;
  const required = format.required.includes(field);
  const { regions, labels } = format;
  const label = {
    recipient: words.recipient,
    street: words.street,
    postcode: words.postcodes[labels.postcode],
    city: words.cities[labels.city],
    region: words.regions[labels.region],
  }[field];
  const shared = { label: required ? label : words.optionalField(label), name, required };
  if (field === 'region' && regions.length) {
    const typed = value.region.trim().toUpperCase();
    const chosen = regions.find((it) => it.code.toUpperCase() === typed || it.name.toUpperCase() === typed);
    return (
      <SelectField
        {...shared}
        value={chosen?.code ?? ''}
        error={errors[name]}
        onChange={({ target }) => onChange({ ...value, region: target.value })}
        autoComplete={AUTOCOMPLETE.region}
      >
        <option value="">{required ? words.chooseRegion : words.otherRegion}</option>
        {regions.map((it) => (
          <option key={it.code} value={it.code}>
            {it.name}
          </option>
        ))}
      </SelectField>
    );
  }
  const oddPostcode = field === 'postcode' && wasLeft ? describePostcode(format, value.postcode) : undefined;
  return (
    <TextField
      {...shared}
      {...text}
      value={value[field]}
      error={errors[name] ?? oddPostcode}
      onChange={({ target }) => onChange({ ...value, [field]: target.value })}
      onBlur={() => setWasLeft(true)}
      autoComplete={field === 'street' ? undefined : AUTOCOMPLETE[field]}
    />
  );
}
