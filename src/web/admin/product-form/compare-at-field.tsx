/** The price before a sale. */
import { TextField } from '../../kit/field.tsx';
import { useShop } from '../../shared/shop-data.ts';
import { productForm as words } from './messages.ts';

interface CompareAtFieldProps {
  value: string | undefined;
  error: string | undefined;
}

export function CompareAtField({ value, error }: CompareAtFieldProps) {
  const { priceNotes } = useShop().settings;
  return (
    <TextField
      label={words.compareAtPrice}
      name="compareAtPrice"
      hint={priceNotes?.lowest ? words.compareAtPriceLawHint : words.compareAtPriceHint}
      defaultValue={value}
      error={error}
      inputMode="decimal"
      autoComplete="off"
    />
  );
}
