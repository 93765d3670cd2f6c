export const savedCards = {
  title: 'Saved cards',
  lead: 'Cards that you saved while paying. Our payment provider keeps them; we never see their numbers.',
  none: 'No saved cards',
  noneHint: 'While you pay, the payment page asks whether to save your card for next time.',
  card: (brand: string, last4: string) => `${brand} ending in ${last4}`,
  expires: (month: number, year: number) => `Expires ${String(month).padStart(2, '0')}/${year}`,
  expired: 'Expired',
  remove: 'Remove',
  removeLabel: (card: string) => `Remove ${card}`,
  confirm: (card: string) => `Remove ${card}?`,
  confirmHint: 'You can save it again the next time you pay with it.',
  removed: 'Card removed',
} as const;
