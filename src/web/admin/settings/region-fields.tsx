/** Where the shop is: its country, its currency, how prices are written, each way shown by an example, and its clocks. */
import { type ComponentProps, type RefObject, useState } from 'react';
import { CURRENCIES, PRICE_LOCALES } from '../../../contract/currencies.ts';
import { formatMoney } from '../../../contract/money.ts';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { EU } from '../shipping/country-groups.ts';
import { COUNTRY_OPTIONS } from '../shipping/territories.ts';
import { shopDetails as words } from './messages.ts';

const EXAMPLE = 1234.5;

const currencyNames = new Intl.DisplayNames('en-US', { type: 'currency' });
const localeNames = new Intl.DisplayNames('en-US', { type: 'language', languageDisplay: 'standard' });

/** The time zones that the browser knows; the server accepts their other names too. */
const TIME_ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/**
 * What goes with a country: the code of its own currency begins with the country's, by ISO 4217, and members of the European Union without one
 * have the euro. What isn't known is left out. `timeZone`: where the merchant's browser is.
 */
export function proposeRegion(country: string, timeZone: string): Record<string, string> {
  const currency = CURRENCIES.find((it) => it.startsWith(country)) ?? (EU.countries.includes(country) ? 'EUR' : undefined);
  const priceLocale = PRICE_LOCALES.find((it) => it.endsWith(`-${country}`));
  return { ...(currency && { currency }), ...(priceLocale && { priceLocale }), timeZone };
}

/** As if somebody had typed it. Fields that were changed already stay. */
function fillIn(form: HTMLFormElement | null, proposal: Record<string, string>): void {
  for (const [name, value] of Object.entries(proposal)) {
    const field = form?.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.value !== field.defaultValue) continue;
    if (field instanceof HTMLSelectElement && ![...field.options].some((it) => it.defaultSelected && it.selected)) continue;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

type FieldProps = Pick<ComponentProps<typeof SelectField>, 'label' | 'name' | 'defaultValue' | 'error'>;

function CurrencyFields({ currency, priceLocale }: { currency: FieldProps; priceLocale: FieldProps }) {
  const [chosen, setChosen] = useState(String(currency.defaultValue));
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <SelectField {...currency} hint={words.currencyHint} onChange={(event) => setChosen(event.target.value)}>
        {CURRENCIES.map((it) => (
          <option key={it} value={it}>
            {it} – {currencyNames.of(it)}
          </option>
        ))}
      </SelectField>
      <SelectField {...priceLocale} hint={words.priceLocaleHint}>
        {PRICE_LOCALES.map((it) => (
          <option key={it} value={it}>
            {formatMoney(EXAMPLE, { currency: chosen, locale: it })} – {localeNames.of(it)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

interface RegionPanelProps {
  form: RefObject<HTMLFormElement | null>;
  /** Of a shop that has no country yet, the first choice proposes the rest. */
  isFirstChoice: boolean;
  keyOf: (name: string) => string;
  field: (name: 'country' | 'currency' | 'priceLocale' | 'timeZone') => {
    label: string;
    name: string;
    defaultValue: string;
    error: string | undefined;
  };
}

export function RegionPanel({ form, isFirstChoice, keyOf, field }: RegionPanelProps) {
  const propose = (country: string) => {
    if (country && isFirstChoice) fillIn(form.current, proposeRegion(country, Intl.DateTimeFormat().resolvedOptions().timeZone));
  };
  return (
    <Panel title={words.region}>
      <div className="grid gap-5">
        <SelectField
          key={keyOf('country')}
          {...field('country')}
          hint={words.countryHint}
          className="max-w-96"
          onChange={(event) => propose(event.target.value)}
        >
          <option value="">{words.chooseCountry}</option>
          {COUNTRY_OPTIONS.map(({ country, label }) => (
            <option key={country} value={country}>
              {label}
            </option>
          ))}
        </SelectField>
        <CurrencyFields
          key={`${keyOf('currency')} ${keyOf('priceLocale')}`}
          currency={field('currency')}
          priceLocale={field('priceLocale')}
        />
        <TextField
          key={keyOf('timeZone')}
          {...field('timeZone')}
          hint={words.timeZoneHint}
          required
          maxLength={60}
          list="time-zones"
          autoComplete="off"
          spellCheck={false}
          className="max-w-96"
        />
        <datalist id="time-zones">
          {TIME_ZONES.map((it) => (
            <option key={it} value={it} />
          ))}
        </datalist>
      </div>
    </Panel>
  );
}
