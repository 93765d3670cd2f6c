/** How a bulk edit rounds prices, and why it leaves products as they are. */
/** To the cent, to the nearest price that ends in .99, to whole dollars. */
export const PRICE_ROUNDINGS = ['cent', 'ninety_nine', 'dollar'] as const;
export type PriceRounding = (typeof PRICE_ROUNDINGS)[number];

/** Why a product stays as it is. */
export const BULK_REFUSALS = [
  'gone',
  'price_too_low',
  'price_too_high',
  'has_options',
  'stock_too_low',
  'stock_too_high',
  'category_gone',
  'too_many_attributes',
  'changed_since',
  'slug_taken',
  'sku_taken',
  'images_gone',
  'exists',
] as const;
export type BulkRefusal = (typeof BULK_REFUSALS)[number];
