/** The company that buys and its billing address: on orders, and in the account. */
export const billing = {
  title: 'Bill to',
  vatId: (id: string) => `VAT ID ${id}`,
  saved: 'Billing details',
  savedHint: 'Your next orders begin with them.',
  none: 'Nothing is saved. What you enter at the checkout is kept for your next order.',
  remove: 'Remove',
  removed: 'Billing details removed',
  removeFailed: "The billing details weren't removed",
} as const;
