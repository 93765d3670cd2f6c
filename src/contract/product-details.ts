/** Fields of a product that most products don't have: in replies they are left out where there are none. */
import * as Type from 'typebox';
import { SOLD_AS } from './balance-fields.ts';
import { MinimumAge } from './checkout-fields.ts';
import { COUNTRY_CODES } from './countries.ts';
import { HandlingDays } from './dispatch.ts';
import { Dollars, Id, SingleLine } from './fields.ts';
import {
  BARCODE_MAX_LENGTH,
  BRAND_NAME_MAX_LENGTH,
  FIELD_URL_MAX_LENGTH,
  GOOGLE_CATEGORY_MAX_LENGTH,
  GUARANTEE_TEXT_MAX_LENGTH,
  MAKER_KEY_MAX_LENGTH,
  RELATED_PRODUCTS_MAX,
  SAFETY_WARNINGS_MAX_LENGTH,
  SEO_DESCRIPTION_MAX_LENGTH,
  SEO_TITLE_MAX_LENGTH,
  TAG_MAX_LENGTH,
  TAGS_MAX,
  TAX_CLASS_MAX_LENGTH,
  VENDOR_MAX_LENGTH,
} from './limits.ts';
import { CONDITIONS } from './product-fields.ts';
import { TaxClass } from './tax.ts';
import { Contents, UNITS } from './unit-price.ts';
import { WITHDRAWAL_EXCEPTIONS } from './withdrawal-fields.ts';

/** The texts among them, with how long they may be. */
export const DETAIL_LENGTHS = {
  barcode: BARCODE_MAX_LENGTH,
  /** One of CONDITIONS. */
  condition: 20,
  seoTitle: SEO_TITLE_MAX_LENGTH,
  seoDescription: SEO_DESCRIPTION_MAX_LENGTH,
  vendor: VENDOR_MAX_LENGTH,
  /** A country's code. */
  countryOfOrigin: 2,
  /** Up to 13 digits, with the dots and spaces between them. */
  hsCode: 24,
  taxClass: TAX_CLASS_MAX_LENGTH,
  /** One of UNITS. */
  contentsUnit: 10,
  /** Google's number of its product category, or its whole path, which is stored as the number. */
  googleCategory: GOOGLE_CATEGORY_MAX_LENGTH,
  /** One of WITHDRAWAL_EXCEPTIONS. */
  withdrawalException: 20,
  /** One of SOLD_AS. */
  soldAs: 20,
  /** In years. */
  minimumAge: 2,
  /** `2`, or `3-5`. */
  handlingDays: 7,
  /** The key of a manufacturer's record. */
  maker: MAKER_KEY_MAX_LENGTH,
  safetyWarnings: SAFETY_WARNINGS_MAX_LENGTH,
  /** Two digits. */
  guaranteeYears: 2,
  guaranteeText: GUARANTEE_TEXT_MAX_LENGTH,
  /** The address of an uploaded file. */
  guaranteeLabel: FIELD_URL_MAX_LENGTH,
} as const;
export type DetailName = keyof typeof DETAIL_LENGTHS;

/** Those that may have several lines. */
export const LONG_DETAILS: readonly DetailName[] = ['safetyWarnings', 'guaranteeText'];

/** Forms can't send null. In a form an empty field usually means "left out"; here it clears the stored value. */
export const clearable = <T extends Type.TSchema>(schema: T) => Type.Optional(Type.Union([Type.Literal(''), Type.Null(), schema]));

const Time = Type.String({ format: 'date-time', pattern: '^20\\d\\d-' });

const Country = Type.Refine(
  Type.String({ pattern: '^[A-Za-z]{2}$', description: 'A code of ISO 3166-1' }),
  (code) => COUNTRY_CODES.includes(code.toUpperCase()),
  () => 'unknown',
);

/** Digits, in groups if wanted: `6109.10.00`. */
const HsCode = Type.String({ maxLength: DETAIL_LENGTHS.hsCode, pattern: '^\\s*\\d(?:[. ]?\\d){5,12}\\s*$' });

/** The key of a manufacturer's record: lower-case letters, digits and dashes. `missing` is none: lists filter by it. */
export const MakerKey = Type.String({ minLength: 1, maxLength: MAKER_KEY_MAX_LENGTH, pattern: '^(?!missing$)[a-z0-9]+(-[a-z0-9]+)*$' });

/** A brand's name on one line. */
export const BrandName = Type.String({ minLength: 1, maxLength: BRAND_NAME_MAX_LENGTH, pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Zl}\\p{Zp}]*$' });

/** One line without a comma, which separates the tags of a file. */
export const Tag = Type.String({ maxLength: TAG_MAX_LENGTH, pattern: '^(?=.*\\S)[^,\\p{Cc}\\p{Zl}\\p{Zp}]*$' });

/** What calls send. Blank clears the stored value. */
export const detailFields = {
  /** From this moment it is shown and sold, if it is active. */
  publishFrom: clearable(Time),
  /** From this moment it isn't any more. */
  publishUntil: clearable(Time),
  /** A GTIN with 8, 12, 13 or 14 digits, whose last one is checked; spaces and dashes are dropped. */
  barcode: clearable(Type.String({ maxLength: DETAIL_LENGTHS.barcode })),
  condition: clearable(Type.Enum(CONDITIONS)),
  /** What search engines and shared links show as the title; none: the name. */
  seoTitle: clearable(SingleLine(DETAIL_LENGTHS.seoTitle)),
  /** The same as the description; none: how the description begins. */
  seoDescription: clearable(SingleLine(DETAIL_LENGTHS.seoDescription)),
  /** The brand's name, in any case. One that no brand has yet makes a brand. */
  brand: clearable(BrandName),
  /** Who you buy it from. */
  vendor: clearable(SingleLine(DETAIL_LENGTHS.vendor)),
  /** All of them; in a form, JSON. New and NEW are one tag. */
  tags: Type.Optional(Type.Array(Tag, { maxItems: TAGS_MAX })),
  /** What one costs you. Customers never see it. */
  cost: clearable(Dollars),
  countryOfOrigin: clearable(Country),
  /** The customs tariff number: 6 to 13 digits; dots and spaces between them are dropped. */
  hsCode: clearable(HsCode),
  /** By which tax rate it is sold. A variant has its own, or this; none: standard. */
  taxClass: clearable(TaxClass),
  /** How much is in it, for the price per unit; together with `contentsUnit`. */
  contents: clearable(Contents),
  contentsUnit: clearable(Type.Enum(UNITS)),
  /** Google's number of its product category, or its whole English path; none: that of its category here. */
  googleCategory: clearable(SingleLine(DETAIL_LENGTHS.googleCategory)),
  /** Why customers can't withdraw from it, as the law excepts it; none: they can. */
  withdrawalException: clearable(Type.Enum(WITHDRAWAL_EXCEPTIONS)),
  /** `gift_card`: its price is a balance that its code pays with. None: an ordinary product. */
  soldAs: clearable(Type.Enum(SOLD_AS)),
  /** How old a buyer has to be, in years; none: anybody may buy it. */
  minimumAge: clearable(MinimumAge),
  /** How many working days it takes until it is ready to ship; none: what the shop takes. */
  handlingDays: clearable(HandlingDays),
  /** The manufacturer's record, by its key or its name; none: its brand's. */
  maker: clearable(SingleLine(BRAND_NAME_MAX_LENGTH)),
  /** In several lines. */
  safetyWarnings: clearable(Type.String({ maxLength: DETAIL_LENGTHS.safetyWarnings })),
  /** For how many years its maker guarantees that it lasts, in digits: `5`. */
  guaranteeYears: clearable(Type.String({ pattern: '^\\s*[1-9]\\d?\\s*$' })),
  /** What that guarantee covers, who gives it and how it is used, in several lines. */
  guaranteeText: clearable(Type.String({ maxLength: DETAIL_LENGTHS.guaranteeText })),
  /** The address of its GARAN label, which upload-field-file returned; in files, its name too. */
  guaranteeLabel: clearable(SingleLine(DETAIL_LENGTHS.guaranteeLabel)),
  /** The products that are shown first among its similar products, in this order; in a form, JSON. */
  relatedProducts: Type.Optional(Type.Array(Id, { maxItems: RELATED_PRODUCTS_MAX })),
};

/** What only the team knows of a product; absent where there is none. */
export const teamFields = {
  publishFrom: Type.Optional(Type.String({ format: 'date-time' })),
  publishUntil: Type.Optional(Type.String({ format: 'date-time' })),
  /** Who the merchant buys it from. */
  vendor: Type.Optional(Type.String()),
  tags: Type.Optional(Type.Array(Type.String())),
  /** What one costs the merchant. */
  cost: Type.Optional(Type.Number()),
  taxClass: Type.Optional(Type.String()),
  /** In the merchant's order. Some may be hidden, or deleted by now. */
  relatedProducts: Type.Optional(Type.Array(Id)),
};
