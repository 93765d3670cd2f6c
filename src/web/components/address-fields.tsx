/** The fields of an address. Their form names are those of the contract, with `prefix` before them. */
import { type ChangeEvent, useState } from 'react';
import type { AddressFields as Address } from '../../contract/address.ts';
import { COUNTRIES_WITH_STATES, COUNTRY_CODES, nameCountry } from '../../contract/countries.ts';
import { ADDRESS_PART_MAX_LENGTH } from '../../contract/limits.ts';
import { readField } from '../hooks/use-form.ts';
import { addresses as words } from '../messages/addresses.ts';
import { SelectField, TextArea, TextField } from '../ui/field.tsx';

interface AddressFieldsProps {
  prefix?: string;
  values?: Partial<Address>;
  /** By the field's name. */
  errors: Record<string, string>;
  /** If a price depends on the destination: its current country, and a callback for changes. */
  destination?: { country: string; onChange: (change: { country: string; region?: string }) => void };
}

const countries = COUNTRY_CODES.map((code) => ({ code, name: nameCountry(code) })).sort((a, b) => a.name.localeCompare(b.name, 'en'));

export function readAddress(form: FormData, prefix = ''): Address {
  const read = (name: keyof Address) => readField(form, prefix + name).trim();
  return {
    recipient: read('recipient'),
    street: read('street'),
    postcode: read('postcode'),
    city: read('city'),
    region: read('region'),
    country: read('country'),
  };
}

export function AddressFields({ prefix = '', values = {}, errors, destination }: AddressFieldsProps) {
  const [chosenCountry, setChosenCountry] = useState(values.country ?? 'US');
  const hasStates = COUNTRIES_WITH_STATES.includes(destination?.country ?? chosenCountry);
  const field = (name: keyof Address) => ({
    name: prefix + name,
    defaultValue: values[name],
    error: errors[prefix + name],
  });
  const text = { maxLength: ADDRESS_PART_MAX_LENGTH, dir: 'auto' } as const;
  return (
    <>
      <TextField label={words.recipient} {...field('recipient')} {...text} required autoComplete="shipping name" />
      <TextArea label={words.street} {...field('street')} {...text} rows={2} required autoComplete="shipping street-address" />
      <div className="grid gap-5 grid-cols-[2fr_3fr]">
        <TextField label={words.postcode} {...field('postcode')} {...text} autoComplete="shipping postal-code" />
        <TextField label={words.city} {...field('city')} {...text} required autoComplete="shipping address-level2" />
      </div>
      <TextField
        label={words.region}
        hint={hasStates ? undefined : words.optional}
        {...field('region')}
        {...text}
        required={hasStates}
        autoComplete="shipping address-level1"
        onBlur={(event) => destination?.onChange({ country: destination.country, region: event.target.value.trim() })}
      />
      <SelectField
        label={words.country}
        {...field('country')}
        {...(destination
          ? {
              defaultValue: undefined,
              value: COUNTRY_CODES.includes(destination.country) ? destination.country : '',
              onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => destination.onChange({ country: target.value }),
            }
          : { defaultValue: chosenCountry, onChange: ({ target }: ChangeEvent<HTMLSelectElement>) => setChosenCountry(target.value) })}
        required
        autoComplete="shipping country"
      >
        {destination && <option value="">{words.chooseCountry}</option>}
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  );
}
