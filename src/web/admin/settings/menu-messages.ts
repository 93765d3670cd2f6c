/** What the pages of the settings are called. */
import { adminNav } from '../layout/messages.ts';

export const settingsMenu = {
  label: adminNav.settings,
  shop: 'Shop',
  general: 'General',
  domain: 'Domain',
  opening: 'Opening',
  search: 'Search and filters',
  backups: 'Backups',
  selling: 'Selling',
  payments: 'Payments',
  checkout: 'Checkout',
  shipping: adminNav.shipping,
  tax: 'Tax',
  emails: adminNav.emails,
  mailServer: 'Mail server',
  templates: 'Sender and templates',
  notifications: 'Notifications',
  allEmails: 'All emails',
  team: 'Team and security',
  members: adminNav.team,
  security: 'Security',
  activity: adminNav.activity,
  developers: 'Developers',
  apiKeys: adminNav.apiKeys,
  webhooks: adminNav.webhooks,
} as const;
