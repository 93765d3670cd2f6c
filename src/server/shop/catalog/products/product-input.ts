/** Converts the values of a call or an import row to a product's columns. */
import { toCents } from '../../../../contract/money.ts';
import type { Attribute } from '../../../../contract/product-fields.ts';

interface WireFields {
  /** Empty: unchanged. */
  price?: number | '' | null;
  /** Empty means none, here and in the fields below. */
  compareAtPrice?: number | '' | null;
  sku?: string | null;
  weight?: number | '' | null;
  attributes?: Attribute[];
}

/** Fields that are absent stay absent. */
export function toColumns<T extends WireFields>({ price, compareAtPrice, sku, weight, attributes, ...rest }: T) {
  return {
    ...rest,
    ...(typeof price === 'number' && { priceCents: toCents(price) }),
    // A price of nothing before the sale is none.
    ...(compareAtPrice !== undefined && { compareAtCents: compareAtPrice ? toCents(compareAtPrice) : null }),
    ...(sku !== undefined && { sku: sku || null }),
    ...(weight !== undefined && { weightGrams: typeof weight === 'number' ? weight : null }),
    ...(attributes && { attributes: attributes.map(({ name, value }) => ({ name: name.trim(), value: value.trim() })) }),
  };
}
