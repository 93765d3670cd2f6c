/** What a merchant's settings are until they change them. */
import type { Notifications } from './notifications.ts';
import type { SettingsInput } from './settings.ts';
import type { ShopDetails } from './shop-details.ts';

/** The price ranges offered as a filter (dollars, both ends inclusive), and quick add. */
export const DEFAULT_SETTINGS: SettingsInput = {
  priceRanges: [
    [0, 99],
    [99, 199],
    [199, 299],
    [299, 399],
    [399, 499],
    [499, 599],
    [599, 699],
    [699, 799],
    [799, 899],
    [899, 999],
    [999, 99_999],
  ],
  quickAdd: true,
  guestCheckout: true,
  filterAttributes: [],
};

/** The name is the specification's default title of a page. */
export const DEFAULT_SHOP_DETAILS: ShopDetails = {
  name: 'eCommerce App',
  headline: '',
  accentColor: '',
  email: '',
  phone: '',
  address: '',
  legalDetails: '',
  lowStockThreshold: 5,
  timeZone: 'UTC',
  currency: 'USD',
  priceLocale: 'en-US',
  logo: null,
};

export const DEFAULT_NOTIFICATIONS: Notifications = { email: '', eachOrder: true, dailySummary: false };
