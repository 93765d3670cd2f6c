/** Where each part of the setup is done: the one place to change when a page moves. A hash names the field that takes the focus (field-focus.ts). */
import type { SetupPart } from '../../../contract/setup.ts';

const ADMIN = '/dashboard/admin';
const SETTINGS = `${ADMIN}/settings`;

export const OPENING_PATH = `${SETTINGS}/opening`;

export const SETUP_TARGETS: Record<SetupPart, string> = {
  name: `${SETTINGS}#name`,
  logo: `${SETTINGS}#image`,
  country: `${SETTINGS}#country`,
  contact: `${SETTINGS}#email`,
  legal: `${SETTINGS}#legalDetails`,
  policy: `${SETTINGS}#policy`,
  product: `${ADMIN}/create-product`,
  shipping: `${ADMIN}/shipping#defaultCountry`,
  tax: `${ADMIN}/shipping#pricesIncludeTax`,
  payment: `${SETTINGS}/payments`,
  email: `${SETTINGS}/emails`,
  notifications: `${SETTINGS}#eachOrder`,
  headline: `${SETTINGS}#headline`,
  about: `${SETTINGS}#about`,
  contact_page: `${SETTINGS}#contact`,
  opening: OPENING_PATH,
};
