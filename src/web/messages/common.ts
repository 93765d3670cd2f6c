/** Words that many pages share. */
export const common = {
  skipToContent: 'Skip to content',
  tryAgain: 'Try again',
  loading: 'Loading',
  close: 'Close',
  cancel: 'Cancel',
  menu: 'Menu',
  darkTheme: 'Dark theme',
  serverError: 'Something went wrong on our end',
  serverErrorHint: 'Your cart and account are safe. Please try again in a moment.',
  offline: "We couldn't reach the shop. Check your internet connection.",
  offlineHint: "This page reloads as soon as you're back online.",
  offlineBanner: "You're offline. This page may be out of date. Your cart is saved.",
  notFoundHint: "Check the address, or use the search above to find what you're looking for.",
  cartNotSaved: "Your browser couldn't save your cart. It will be empty after you close this page.",
  sessionEnded: 'Your session has expired. Please log in again.',
  noScript: 'Cart, login and checkout need JavaScript. You can browse the shop without it.',
} as const;
