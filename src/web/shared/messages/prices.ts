/** The words for what a total is made of. Apart from orders.ts, so that the first page doesn't load them. */
export const prices = {
  subtotal: 'Subtotal',
  discount: (code: string) => `Discount (${code})`,
  shipping: (name: string | null) => (name === null ? 'Shipping' : `Shipping: ${name}`),
  free: 'Free',
  /** `rate` 0: the payment provider calculated the tax, and may have used several. */
  tax: (rate: number) => (rate ? `Tax (${rate}%)` : 'Tax'),
  taxLater: 'Calculated at payment',
  taxOf: (sum: string, rate: number) => (rate ? `${sum} tax (${rate}%)` : `${sum} tax`),
  includes: (taxes: string) => `Includes ${taxes}`,
} as const;
