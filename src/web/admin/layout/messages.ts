/** What the pages of the admin area are called, in its menu, its search and their headings. */

export const adminNav = {
  overview: 'Overview',
  createCategory: 'Create Category',
  createProduct: 'Create Product',
  products: 'Products',
  imports: 'Import products',
  codes: 'Discount codes',
  shipping: 'Shipping and delivery',
  orders: 'Orders',
  users: 'Users',
  team: 'Team',
  apiKeys: 'API keys',
  webhooks: 'Webhooks',
  pages: 'Pages',
  redirects: 'Redirects',
  emails: 'Emails',
  activity: 'Activity log',
  settings: 'Settings',
} as const;
