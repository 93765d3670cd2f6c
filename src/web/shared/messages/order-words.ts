/** What customers wrote and confirmed, on the pages of an order and on its packing slip. */
export const orderWords = {
  title: 'Notes and confirmations',
  customerNote: 'Note to the shop',
  giftMessage: 'Gift message',
  confirmed: 'Confirmed',
  checkAge: (years: number) => `Check the age: ${years}+`,
  minimumAge: (years: number) => `Only for buyers who are ${years} or older.`,
} as const;
