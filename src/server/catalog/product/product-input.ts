/** What a call or a row of an import says of a product, as the columns that it is stored in. */
import { toCents } from '../../../contract/money.ts';
import type { Attribute } from '../../../contract/product.ts';

interface WireFields {
  /** Empty: as it is. */
  price?: number | '' | null;
  /** Empty, this one and the others: none. */
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
