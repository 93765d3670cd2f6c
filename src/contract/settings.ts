/** The settings of the storefront that a merchant changes, and who the shop is: both come with every page, by `readSettings`. */
import * as Type from 'typebox';
import { CURRENCIES, PRICE_LOCALES } from './currencies.ts';
import { DeliveryDays, Dispatch } from './dispatch.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { SingleLine, Version } from './fields.ts';
import {
  ATTRIBUTE_NAME_MAX_LENGTH,
  BUYING_LINE_MAX_LENGTH,
  FILTER_ATTRIBUTES_MAX,
  LOW_STOCK_MAX,
  PAYMENT_MARK_MAX_LENGTH,
  PAYMENT_MARKS_MAX,
} from './limits.ts';
import { PriceNotes } from './price-notes.ts';
import { WITHDRAWAL_DAYS } from './withdrawal-fields.ts';

/**
 * How products' pictures are framed in the shop: `whole` shows all of each in a square, the others cut each to fill a frame of this width
 * and height.
 */
export const IMAGE_FRAMES = ['whole', '1:1', '4:5', '4:3'] as const;

/** An address, or nothing. */
export const OptionalEmail = Type.String({
  maxLength: 200,
  pattern: '^([^\\s@<>"\\p{Default_Ignorable_Code_Point}]+@[^\\s@<>"\\p{Default_Ignorable_Code_Point}]+)?$',
});

/** An empty text means that the shop has none; only the name is required. */
export const ShopDetailsInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 60, pattern: '^[^\\p{Cc}\\p{Zl}\\p{Zp}]*\\S[^\\p{Cc}\\p{Zl}\\p{Zp}]*$' }),
  /** The first words of the home page. */
  headline: SingleLine(80),
  /** Color of links and selected items: `#rrggbb`. It is lightened or darkened where it would be hard to read. */
  accentColor: Type.String({ pattern: '^(#[0-9a-fA-F]{6})?$' }),
  email: OptionalEmail,
  phone: Type.String({ maxLength: 40, pattern: '^(\\+?[0-9 ()./-]{3,})?$' }),
  /** In several lines. */
  address: Type.String({ maxLength: 500 }),
  /** Details that the law requires, such as company register and tax number. Several lines. */
  legalDetails: Type.String({ maxLength: 1000 }),
  /** Stock of this many pieces or fewer counts as low. */
  lowStockThreshold: Type.Integer({ minimum: 0, maximum: LOW_STOCK_MAX }),
  /** In which the shop's days begin and its times are shown, by its IANA name. */
  timeZone: Type.String({ maxLength: 60, pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$' }),
  /** Currency of all prices. It can't be changed once something was bought, because orders keep their currency. */
  currency: Type.Enum(CURRENCIES),
  /** How prices are written: `$1,234.50` or `1.234,50 €`. */
  priceLocale: Type.Enum(PRICE_LOCALES),
  /** How products' pictures are framed: `whole` in a square, or cut to fill a frame of this width and height. */
  imageFrame: Type.Enum(IMAGE_FRAMES),
  /** The country where the shop is based, by ISO 3166. Empty or absent: it isn't said. In a change, absent: as it is. */
  country: Type.Optional(Type.String({ pattern: '^([A-Z]{2})?$' })),
  /** How many days after the delivery customers may withdraw from an order. 0 or absent: the shop has no such function. In a change, absent: as it is. */
  withdrawalDays: Type.Optional(
    Type.Union([Type.Literal(0), Type.Integer({ minimum: WITHDRAWAL_DAYS.min, maximum: WITHDRAWAL_DAYS.max })]),
  ),
});
export type ShopDetailsInput = Type.Static<typeof ShopDetailsInput>;

/** Details as older forms and stored versions have them; settings that they don't include stay unchanged. */
export const SentShopDetails = Type.Object({
  ...ShopDetailsInput.properties,
  timeZone: Type.Optional(ShopDetailsInput.properties.timeZone),
  currency: Type.Optional(ShopDetailsInput.properties.currency),
  priceLocale: Type.Optional(ShopDetailsInput.properties.priceLocale),
  imageFrame: Type.Optional(ShopDetailsInput.properties.imageFrame),
});
export type SentShopDetails = Type.Static<typeof SentShopDetails>;

export const ShopDetails = Type.Object({
  ...ShopDetailsInput.properties,
  /** URL of its image, as a product's; null: there is none. */
  logo: Type.Union([Type.String(), Type.Null()]),
});
export type ShopDetails = Type.Static<typeof ShopDetails>;

const PriceRange = Type.Tuple([Type.Integer({ minimum: 0, maximum: 999_999 }), Type.Integer({ minimum: 0, maximum: 999_999 })]);

export const SettingsInput = Type.Object({
  /** [lowest, highest] in the shop's currency, both inclusive, in the order shown */
  priceRanges: Type.Array(PriceRange, { minItems: 1, maxItems: 30 }),
  /** Whether the add buttons on category and search cards work. Off is the behaviour that the specification describes. */
  quickAdd: Type.Boolean(),
  /** May people check out without an account? */
  guestCheckout: Type.Boolean(),
  /** Does a full refund give back the order's use of its discount code? Absent: no, and in a change: as it is. */
  refundReturnsCode: Type.Optional(Type.Boolean()),
  /** Are customers asked whether they want offers by email, when they register and at the checkout of guests? Absent: no, and in a change: as it is. */
  asksForConsent: Type.Optional(Type.Boolean()),
  /** May customers write a note to the shop at the checkout, and a message that is sent with a gift? Absent: no, and in a change: as it is. */
  asksForNote: Type.Optional(Type.Boolean()),
  asksForGiftMessage: Type.Optional(Type.Boolean()),
  /** May accounts save cards at the payment provider, if it keeps them? Absent: no, and in a change: as it is. */
  savesCards: Type.Optional(Type.Boolean()),
  /** Names of attributes by which lists can be filtered; options always can. */
  filterAttributes: Type.Array(Type.String({ minLength: 1, maxLength: ATTRIBUTE_NAME_MAX_LENGTH, pattern: '\\S' }), {
    maxItems: FILTER_ATTRIBUTES_MAX,
  }),
  /** How long it takes to deliver, in words; beside the buttons to buy. Empty or absent: nothing is said. In a change, absent: as it is. */
  deliveryTime: Type.Optional(SingleLine(BUYING_LINE_MAX_LENGTH)),
  /** How things are returned, in words; there too. */
  returnsLine: Type.Optional(SingleLine(BUYING_LINE_MAX_LENGTH)),
  /** Names of the ways to pay, as they are shown there. */
  paymentMarks: Type.Optional(Type.Array(SingleLine(PAYMENT_MARK_MAX_LENGTH), { maxItems: PAYMENT_MARKS_MAX })),
});
export type SettingsInput = Type.Static<typeof SettingsInput>;

export const Settings = Type.Object({
  ...SettingsInput.properties,
  shop: ShopDetails,
  /** What is shown beside prices, in words; absent: nothing. */
  priceNotes: Type.Optional(PriceNotes),
  /** The published pages that the footer links to, in its order. */
  footerPages: Type.Array(Type.Object({ slug: Type.String(), title: Type.String() })),
  /** Links of the menu besides categories: published collections that are chosen for it, by title. Absent: none. */
  menuLinks: Type.Optional(Type.Array(Type.Object({ path: Type.String(), title: Type.String() }))),
  /** Links to orders are emailed. Absent: no email leaves the shop, or none has links, so no page may promise one. */
  emailsLinks: Type.Optional(Type.Boolean()),
  /** The shop makes invoices. Absent: it doesn't. */
  hasInvoices: Type.Optional(Type.Boolean()),
  /** Orders can be paid with gift cards or store credit, because there are some. Absent: there are none. */
  hasBalances: Type.Optional(Type.Boolean()),
  /** How long the delivery to the shop's default country takes, with what that depends on. Absent: nothing is known of it. */
  delivery: Type.Optional(Type.Object({ country: Type.String(), days: DeliveryDays, ...Dispatch.properties })),
  /** The shop isn't open: only who works here, or has its password, sees it. Absent: it is open. */
  isClosed: Type.Optional(Type.Boolean()),
  payment: Type.Object({
    /** null while no provider is set up: checkout answers 503. */
    provider: Type.Union([Type.String(), Type.Null()]),
    /** Is it a provider that takes no real money? Then the cart shows the test card. */
    testMode: Type.Boolean(),
    /** Origins of its payment page, if that isn't the shop's own. */
    pageOrigins: Type.Optional(Type.Array(Type.String())),
    /** Accounts can save cards there (`savesCards`). Absent: they can't. */
    keepsCards: Type.Optional(Type.Literal(true)),
  }),
});
export type Settings = Type.Static<typeof Settings>;

export const readSettingsSchemas = {
  summary: 'What the storefront needs to know of the shop.',
  reply: Type.Object({ success: Type.Boolean(), settings: Settings, version: Version }),
} satisfies EndpointSchemas;

export const readSettings: Endpoint<typeof readSettingsSchemas, 'public'> = {
  method: 'GET',
  path: '/api/v1/shop/settings',
  access: 'public',
  cache: 'shared',
};

export const updateSettingsSchemas = {
  summary:
    'Change the settings; what a later version of the shop added stays as it is where it is left out. An old `version`: 409 with what is there now.',
  body: Type.Object({
    ...SettingsInput.properties,
    guestCheckout: Type.Optional(SettingsInput.properties.guestCheckout),
    filterAttributes: Type.Optional(SettingsInput.properties.filterAttributes),
    version: Type.Optional(Version),
  }),
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), settings: Settings, version: Version }),
} satisfies EndpointSchemas;

export const updateSettings: Endpoint<typeof updateSettingsSchemas, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/shop/settings',
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};

/** What a merchant's settings are until they change them. */

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
