/** Where each part of the setup is done: the one place to change when a page moves. A hash names the field that takes the focus (save-bar.tsx). */
import type { SetupPart } from '../../../contract/setup.ts';
import { LEGAL_PAGES_PATH } from '../pages/legal-page-names.ts';
import { OPENING_PATH, SETTINGS_PATH as SETTINGS } from '../settings/settings-menu.tsx';

const ADMIN = '/dashboard/admin';

export const SETUP_TARGETS: Record<SetupPart, string> = {
  name: `${SETTINGS}#name`,
  logo: `${SETTINGS}#logo`,
  country: `${SETTINGS}#country`,
  contact: `${SETTINGS}#email`,
  legal: `${SETTINGS}#legalDetails`,
  policy: `${LEGAL_PAGES_PATH}#policy`,
  product: `${ADMIN}/create-product`,
  shipping: `${ADMIN}/shipping#defaultCountry`,
  tax: `${SETTINGS}/tax#pricesIncludeTax`,
  payment: `${SETTINGS}/payments`,
  email: `${SETTINGS}/emails`,
  notifications: `${SETTINGS}/notifications#email`,
  headline: `${SETTINGS}#headline`,
  about: `${LEGAL_PAGES_PATH}#about`,
  contact_page: `${LEGAL_PAGES_PATH}#contact`,
  test_order: `${SETTINGS}/payments#test-orders`,
  backups: `${SETTINGS}/backups#destination`,
  opening: `${OPENING_PATH}#opening`,
};
