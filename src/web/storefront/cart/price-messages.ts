/** The words of codes, shipping and tax in the cart. */
import type { CodeRefusal } from '../../../contract/cart.ts';

export const cartPrice = {
  addCode: 'Add a discount code',
  code: 'Discount code',
  apply: 'Apply',
  applied: (code: string) => `${code} applied`,
  removeCode: 'Remove code',
  refusals: {
    unknown: "We don't know this code. Check the spelling.",
    not_started: "This code isn't valid yet.",
    ended: 'This code has expired.',
    used_up: 'This code has been used up.',
    used_by_customer: 'You have already used this code.',
    below_minimum: 'Your subtotal is too low for this code.',
    no_matching_products: "This code doesn't apply to the items in your cart.",
    nothing_to_ship: 'Your shipping is already free, so this code makes no difference.',
  } satisfies Record<CodeRefusal, string>,
  minimum: (amount: string) => `This code needs a subtotal of ${amount}.`,
  shipping: 'Shipping',
  free: 'Free',
  notShippable: (country: string) => `We don't ship to this address in ${country}.`,
  estimate: (country: string) => `Estimated for ${country}. Shipping and tax depend on your address.`,
  failed: "We couldn't load today's prices. The payment page shows the total before you pay.",
} as const;
