/** The words for what a total is made of. */
export const prices = {
  subtotal: 'Subtotal',
  discount: (code: string) => `Discount (${code})`,
  shipping: (name: string | null) => (name === null ? 'Shipping' : `Shipping: ${name}`),
  free: 'Free',
  /** `rate` 0: the payment provider calculated the tax, and may have used several rates. */
  tax: (rate: number) => (rate ? `Tax (${rate}%)` : 'Tax'),
  taxLater: 'Calculated at payment',
  includedTax: (sum: string, rate: number) => (rate ? `Includes ${sum} tax (${rate}%)` : `Includes ${sum} tax`),
} as const;
