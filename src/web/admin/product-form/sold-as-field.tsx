import { SOLD_AS } from '../../../contract/balance-fields.ts';
import { SelectField } from '../../kit/field.tsx';
import { productDetails as words } from './messages.ts';

interface Shown {
  key: string;
  value: string;
}

/** A product that is sold as gift cards: its price is their balance. */
export function SoldAsField({ field, error }: { field: Shown | undefined; error: string | undefined }) {
  return (
    <SelectField
      key={field?.key ?? 'soldAs'}
      label={words.soldAs}
      name="soldAs"
      hint={words.soldAsHint}
      defaultValue={field?.value ?? ''}
      error={error}
    >
      <option value="">{words.soldAsItself}</option>
      {SOLD_AS.map((it) => (
        <option key={it} value={it}>
          {words.soldAsKinds[it]}
        </option>
      ))}
    </SelectField>
  );
}
