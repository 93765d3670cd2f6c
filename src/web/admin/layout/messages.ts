/** What the pages of the admin area are called, in its menu, its search and their headings; and the words of its frame. */

export const adminNav = {
  home: 'Home',
  createCategory: 'Create Category',
  brands: 'Brands',
  createProduct: 'Create Product',
  products: 'Products',
  collections: 'Collections',
  imports: 'Imports',
  discounts: 'Discounts',
  codes: 'Discount codes',
  giftCards: 'Gift cards',
  shipping: 'Shipping and delivery',
  orders: 'Orders',
  customers: 'Customers',
  team: 'Team',
  apiKeys: 'API keys',
  webhooks: 'Webhooks',
  content: 'Content',
  pages: 'Pages',
  redirects: 'Redirects',
  emails: 'Emails',
  activity: 'Activity log',
  settings: 'Settings',
} as const;

export const adminFrame = {
  /** What screen readers call the bar at the bottom of phones. */
  bottomBar: 'Main menu',
  viewShop: 'View shop',
  toDo: 'To do',
  /** Of kinds of tasks, as the panel lists them. */
  tasks: (count: number) => (count === 0 ? 'Nothing to do' : `To do: ${count}`),
  nothingToDo: 'Nothing to do',
  account: 'Account',
  notFoundHint: 'Check the address, or open a page from the menu.',
  toHome: 'Go to Home',
} as const;
