/** The panel that shows what was added to the cart: loaded with it, so not a part of the first visit. */
export const added = {
  label: 'Added to the cart',
  heading: 'Added',
  viewCart: 'View cart',
} as const;
