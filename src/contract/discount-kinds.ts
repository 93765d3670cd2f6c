/** What a discount code does: take off a percentage or an amount, or ship for nothing. */
export const DISCOUNT_KINDS = ['percent', 'amount', 'free_shipping'] as const;

/** Why a code that was entered doesn't apply to a cart. */
export const CODE_REFUSALS = [
  'unknown',
  'not_started',
  'ended',
  'used_up',
  'used_by_customer',
  'below_minimum',
  'no_matching_products',
  'nothing_to_ship',
] as const;
export type CodeRefusal = (typeof CODE_REFUSALS)[number];
