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
  shipping: 'zones rates countries working days default country',
  users: 'customers accounts people',
  team: 'new add invite staff people roles owner members permissions',
  'api-keys': 'new add token integration developers',
  webhooks: 'new add endpoint integration developers events',
  pages: 'content texts markdown footer',
  'pages/new': 'new content',
  redirects: 'new add old links urls 301',
  emails: 'sent failed messages',
  activity: 'audit history changes',
  'pages/legal': 'about contact privacy policy law texts',
  settings:
    'general shop name logo headline accent color look pictures contact email phone address legal details low stock threshold time zone currency price format',
  'settings/domain': 'public address url links https',
  'settings/backups': 'restore copy bucket s3 passphrase',
  'settings/search': 'price ranges specifications as filters synonyms quick add to cart from every list',
  'settings/payments': 'stripe keys cards webhook live test money',
  'settings/checkout': 'guest checkout refund code delivery time returns ways to pay visa mastercard paypal',
  'settings/tax': 'taxes vat rates prices include automatic round',
  'settings/emails': 'smtp server port password sender dkim spf dmarc test message',
  'settings/templates': 'emails words subject opening closing sender name reply-to test preview',
  'settings/notifications': 'tell me each new order daily summary email',
  'settings/security': 'two-step login second factor team members',
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
  actions: { ship: 'Ship orders in bulk', addPage: 'Add page' },
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
