/**
 * Words that the specification prescribes letter by letter, odd spelling included: don't correct them. Its everyday labels
 * (Home, Cart, Add to Cart, Submit, EDIT …) are with the other words of their pages and are just as fixed; tests compare them.
 */
export const spec = {
  title: 'eCommerce App',
  rights: 'All Right Reserved',
  reset: 'REST DEFAULT',
  added: 'Added To Cart Successfully',
  removed: 'Item Removed From Cart',
  emptyCheckout: 'please add some product in cart!',
  noSimilar: 'NOT ANY SIMILAR PRODUCTS',
  notFound: 'Not Found',
  pageNotFound: 'Page Not Found',
  resultsFound: 'Results Found',
  loggedOut: 'Successfully Logout',
  loginToCheckout: 'Please Login to Checkout',
  checkout: 'Checkout for payment',
  updateAddress: 'UPDATE ADDRESS',
  removeItem: 'Remove Item',
  backHome: 'Back to home page',
  cancelled: 'Cancel Payment',
  redirecting: (seconds: number) => `redirecting to you in ${seconds} seconds...`,
} as const;
