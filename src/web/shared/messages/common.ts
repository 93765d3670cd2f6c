/** Words of every page: header, menu, footer, and what many pages share. */
export const nav = {
  label: 'Main',
  breadcrumbs: 'Breadcrumb',
  home: 'Home',
  category: 'Category',
  categories: 'Categories',
  allCategories: 'All categories',
  search: 'Search products',
  searchButton: 'Search',
  register: 'Register',
  login: 'Login',
  logout: 'Logout',
  dashboard: 'Dashboard',
  cart: 'Cart',
  about: 'About',
  contact: 'Contact',
  policy: 'Privacy Policy',
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
} as const;

export const footer = {
  shop: 'Shop',
  account: 'Account',
  company: 'Company',
  orders: 'Orders',
  paymentSafety: 'You pay on our card provider’s page. We never see your card details.',
} as const;

export const common = {
  skipToContent: 'Skip to content',
  tryAgain: 'Try again',
  loading: 'Loading',
  close: 'Close',
  cancel: 'Cancel',
  menu: 'Menu',
  darkTheme: 'Dark theme',
  tooManyRequests: 'One moment, please',
  serverError: 'Something went wrong on our end',
  serverErrorHint: 'Your cart and account are safe. Please try again in a moment.',
  offline: "We couldn't reach the shop. Check your internet connection.",
  offlineHint: "This page reloads as soon as you're back online.",
  offlineBanner: "You're offline. This page may be out of date. Your cart is saved.",
  goneHint: 'No longer available. Use the search above to find something like it.',
  notFoundHint: "Check the address, or use the search above to find what you're looking for.",
  cartNotSaved: "Your browser couldn't save your cart. It will be empty after you close this page.",
  sessionEnded: 'Your session has expired. Please log in again.',
} as const;

/** For calls that got no answer from the API. Not in errors.ts, which is loaded only with an error's code. */
export const connection = {
  unreachable: common.offline,
  unreadable: `${common.serverError}. Please try again in a moment.`,
  unknown: 'Something went wrong',
} as const;
