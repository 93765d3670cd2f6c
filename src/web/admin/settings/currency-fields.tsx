/** The shop's currency, and how prices are written, each way shown by an example. */
import { type ComponentProps, useState } from 'react';
import { CURRENCIES, PRICE_LOCALES } from '../../../contract/currencies.ts';
import { formatMoney } from '../../../contract/money.ts';
import { SelectField } from '../../kit/field.tsx';
import { shopDetails as words } from './messages.ts';

const EXAMPLE = 1234.5;

const currencyNames = new Intl.DisplayNames('en-US', { type: 'currency' });
const localeNames = new Intl.DisplayNames('en-US', { type: 'language', languageDisplay: 'standard' });

type FieldProps = Pick<ComponentProps<typeof SelectField>, 'label' | 'name' | 'defaultValue' | 'error'>;

export function CurrencyFields({ currency, priceLocale }: { currency: FieldProps; priceLocale: FieldProps }) {
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
