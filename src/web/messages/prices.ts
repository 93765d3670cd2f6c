/** The words for what a total is made of. */
export const prices = {
  subtotal: 'Subtotal',
  discount: (code: string) => `Discount (${code})`,
  shipping: (name: string | null) => (name === null ? 'Shipping' : `Shipping: ${name}`),
  free: 'Free',
  tax: (rate: number) => `Tax (${rate}%)`,
  includedTax: (sum: string, rate: number) => `Includes ${sum} tax (${rate}%)`,
} as const;
