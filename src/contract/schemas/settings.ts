import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { ATTRIBUTE_NAME_MAX_LENGTH, FILTER_ATTRIBUTES_MAX } from '../limits.ts';
import { Version } from './common.ts';
import { ShopDetails } from './shop-details.ts';

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
  /** Names of attributes by which lists can be filtered; options always can. */
  filterAttributes: Type.Array(Type.String({ minLength: 1, maxLength: ATTRIBUTE_NAME_MAX_LENGTH, pattern: '\\S' }), {
    maxItems: FILTER_ATTRIBUTES_MAX,
  }),
});
export type SettingsInput = Type.Static<typeof SettingsInput>;

export const Settings = Type.Object({
  ...SettingsInput.properties,
  shop: ShopDetails,
  /** The published pages that the footer links to, in its order. */
  footerPages: Type.Array(Type.Object({ slug: Type.String(), title: Type.String() })),
  /** Links to orders are emailed. Absent: no email leaves the shop, or none has links, so no page may promise one. */
  emailsLinks: Type.Optional(Type.Boolean()),
  payment: Type.Object({
    /** null while no provider is set up: checkout answers 503. */
    provider: Type.Union([Type.String(), Type.Null()]),
    /** Is it a provider that takes no real money? Then the cart shows the test card. */
    testMode: Type.Boolean(),
    /** Origins of its payment page, if that isn't the shop's own. */
    pageOrigins: Type.Optional(Type.Array(Type.String())),
  }),
});
export type Settings = Type.Static<typeof Settings>;

export const readSettings = {
  summary: 'What the storefront needs to know of the shop.',
  reply: Type.Object({ success: Type.Boolean(), settings: Settings, version: Version }),
} satisfies EndpointSchemas;

export const updateSettings = {
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
