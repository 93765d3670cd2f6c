/** The words above a shop that isn't open. */
export const closedShop = {
  own: "Your shop isn't open yet.",
  others: "This shop isn't open yet.",
  open: 'Open shop',
} as const;
