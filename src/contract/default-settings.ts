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
  imageFrame: 'whole',
  logo: null,
};

export const DEFAULT_NOTIFICATIONS: Notifications = { email: '', eachOrder: true, dailySummary: false };

/** Of icons, shared links and emails, which no style sheet reaches. */
const DEFAULT_ACCENT = '#4b3fd6';
const INK = '#191713';
const PAPER = '#ffffff';

/** sRGB's relative luminance, 0 to 1. */
function readLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A surface in the accent, which may be empty, and letters that can be read on it. */
export function chooseAccentColors(accentColor = ''): { ground: string; letters: string } {
  const ground = accentColor || DEFAULT_ACCENT;
  // Where white on it and ink on it have the same contrast.
  return { ground, letters: readLuminance(ground) > 0.19 ? INK : PAPER };
}
