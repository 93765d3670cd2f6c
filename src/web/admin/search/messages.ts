import { formatOrderNumber } from '../../../contract/order-fields.ts';

/** The words of the search over everything, and of the admin's keyboard shortcuts. */

/** What else people call a page, or look for on it; by its path in the admin area. */
const otherWords: Readonly<Record<string, string>> = {
  '/dashboard/admin': 'dashboard home statistics reports analytics revenue sales to do',
  orders: 'sales refund return invoice packing slip tracking',
  'orders/ship': 'mark as shipped tracking numbers',
  'create-category': 'new add edit categories collections',
  'create-product': 'new add product',
  products: 'catalog stock inventory prices sale tags bulk export csv',
  imports: 'csv upload shopify woocommerce migrate',
  codes: 'new add coupon voucher promotion discounts',
  shipping: 'zones rates delivery countries vat taxes',
  users: 'customers accounts people',
  team: 'new add invite staff people roles owner members permissions',
  'api-keys': 'new add token integration developers',
  webhooks: 'new add endpoint integration developers events',
  pages: 'content texts markdown footer',
  'pages/new': 'new content',
  redirects: 'new add old links urls 301',
  emails: 'sent failed messages',
  'emails?view=settings': 'sender words subject reply-to test',
  activity: 'audit history changes',
  settings:
    'shop name logo accent color headline contact email phone address legal low stock threshold time zone currency notifications price ranges guest checkout filters specifications synonyms about privacy policy',
  '/dashboard/user/security': 'password two-step login second factor sessions devices log out',
};

export const adminSearch = {
  open: 'Search',
  title: 'Search the admin area',
  placeholder: 'Products, orders, customers, pages',
  results: 'Results',
  pages: 'Go to',
  related: 'Related pages',
  otherWords,
  actions: { ship: 'Ship orders in bulk', addPage: 'Add page', templates: 'Email templates' },
  orders: 'Orders',
  products: 'Products',
  customers: 'Customers',
  order: (number: number | null) => (number === null ? 'Unpaid checkout' : `Order ${formatOrderNumber(number)}`),
  searching: 'Searching…',
  nothing: (keyword: string) => `Nothing matches “${keyword}”`,
  failed: 'The search failed. Check your connection and type again.',
} as const;

export const shortcuts = {
  title: 'Keyboard shortcuts',
  open: 'Keyboard shortcuts',
  close: 'Close',
  search: 'Search the admin area',
  help: 'Show these shortcuts',
  move: 'Move through results and lists',
  choose: 'Open the marked result',
  leave: 'Close a dialog or list',
  control: 'Ctrl',
  command: '⌘',
  escape: 'Esc',
  enter: 'Enter',
  singleKeys: 'Single keys',
  singleKeysHint: 'Turn them off if you use speech input or a screen reader',
} as const;
