/** The words of header, menu and footer. */
export const nav = {
  label: 'Main',
  breadcrumbs: 'Breadcrumb',
  home: 'Home',
  category: 'Category',
  categories: 'Categories',
  allCategories: 'All categories',
  search: 'Search products',
  searchButton: 'Search',
  searchFailed: "The search didn't work. Please try again.",
  register: 'Register',
  login: 'Login',
  logout: 'Logout',
  dashboard: 'Dashboard',
  cart: 'Cart',
  backToCart: 'Back to cart',
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
