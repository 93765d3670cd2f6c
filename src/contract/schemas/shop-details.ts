import * as Type from 'typebox';
import { CURRENCIES, PRICE_LOCALES } from '../currencies.ts';
import type { EndpointSchemas } from '../endpoint.ts';
import { IMAGE_FRAMES } from '../image-widths.ts';
import { LOW_STOCK_MAX } from '../limits.ts';
import { SingleLine, Version } from './common.ts';

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

const SavedReply = Type.Object({ success: Type.Boolean(), message: Type.String(), shop: ShopDetails, version: Version });

export const readShopDetails = {
  summary: 'Who the shop is, with the version that an edit form sends back.',
  reply: Type.Object({ success: Type.Boolean(), shop: ShopDetails, version: Version }),
} satisfies EndpointSchemas;

export const updateShopDetails = {
  summary:
    'Say who the shop is; what a later version of the shop added stays as it is where it is left out. An old `version`: 409 with what is there now.',
  body: Type.Object({
    ...SentShopDetails.properties,
    version: Type.Optional(Version),
  }),
  reply: SavedReply,
} satisfies EndpointSchemas;

export const replaceLogo = {
  summary: "Set the shop's logo (JPEG, PNG, WebP, AVIF or GIF, 5 MB at most).",
  body: Type.Object({}),
  refusals: ['invalid_image', 'image_too_large', 'insufficient_storage'],
  reply: SavedReply,
} satisfies EndpointSchemas;

export const deleteLogo = {
  summary: 'Show the name of the shop instead of a logo. Without one: the same.',
  reply: SavedReply,
} satisfies EndpointSchemas;
