/** The words for what a total is made of. Apart from orders.ts, so that the first page doesn't load them. */
export const prices = {
  subtotal: 'Subtotal',
  discount: (code: string) => `Discount (${code})`,
  shipping: (name: string | null) => (name === null ? 'Shipping' : `Shipping: ${name}`),
  free: 'Free',
  /** `rate` 0: the payment provider calculated the tax, and may have used several. */
  tax: (rate: number | null, label = 'Tax') => (rate ? `${label} (${rate}%)` : label),
  taxLater: 'Calculated at payment',
  includes: (taxes: string[]) => `Includes ${taxes.join(', ')}`,
} as const;
