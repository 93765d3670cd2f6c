/** The parts of a product: status, stock, attributes, images, options and variants. */
import * as Type from 'typebox';
import { CustomFields, CustomFieldsInput } from './custom-field-values.ts';
import { Dollars, Id } from './fields.ts';
import {
  ATTRIBUTE_NAME_MAX_LENGTH,
  ATTRIBUTE_VALUE_MAX_LENGTH,
  ATTRIBUTES_MAX,
  BARCODE_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  FURTHER_CATEGORIES_MAX,
  IMAGE_ALT_MAX_LENGTH,
  OPTION_VALUE_MAX_LENGTH,
  OPTIONS_MAX,
  PRODUCT_NAME_MAX_LENGTH,
  SKU_MAX_LENGTH,
  SLUG_MAX_LENGTH,
  STOCK_MAX,
  VARIANTS_MAX,
  WEIGHT_MAX,
} from './limits.ts';
import { StockPolicy, StockPolicyInput } from './stock-policy.ts';
import { TaxClass } from './tax.ts';
import { Contents, UnitPrice } from './unit-price.ts';

/** A draft isn't shown yet, an archived product not any more; both stay in the admin area. Only active ones are shown, found and sold. */
export const PRODUCT_STATUSES = ['draft', 'active', 'archived'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/**
 * What a product is at the moment. `scheduled` and `ended`: the merchant has made it active, but it isn't published yet or any more. Kept by the
 * database: functions/product_saved.sql.
 */
export const PRODUCT_STATES = [...PRODUCT_STATUSES, 'scheduled', 'ended'] as const;
export type ProductState = (typeof PRODUCT_STATES)[number];

/** What the merchant has chosen. */
export const toStatus = (state: ProductState): ProductStatus => (state === 'scheduled' || state === 'ended' ? 'active' : state);

type ChosenOptions = Variant['options'];

/** A variant's values, in the order of the product's options, by the options' names. */
export function toChosenOptions(options: ProductOption[], values: string[]): ChosenOptions {
  return Object.fromEntries(options.map(({ name }, index) => [name, values[index] ?? '']));
}

/** A choice as a page, an email or a stored order says it: `Size: 42, Colour: Red`. */
export function describeOptions(options: ProductOption[], chosen: ChosenOptions): string {
  return options.map(({ name }) => `${name}: ${chosen[name] ?? ''}`).join(', ');
}

export const Shipping = Type.Union([Type.Literal(0), Type.Literal(1)]);

export const Quantity = Type.Integer({ minimum: 0, maximum: STOCK_MAX });

export const Weight = Type.Integer({ minimum: 0, maximum: WEIGHT_MAX, description: 'grams' });

export const Sku = Type.String({ minLength: 1, maxLength: SKU_MAX_LENGTH, pattern: '\\S' });

/** The address of the product's page: lower-case letters, digits and dashes. Empty: made of the name, or unchanged. */
export const Handle = Type.String({ maxLength: SLUG_MAX_LENGTH, pattern: '^([a-z0-9]+(-[a-z0-9]+)*)?$' });

/** Absent: nothing is said of it, as of most goods that are new. */
export const CONDITIONS = ['new', 'refurbished', 'used'] as const;

/** Sent, `scheduled` and `ended` mean `active`: which of the three it is follows from `publishFrom` and `publishUntil`. */
export const Status = Type.Enum(PRODUCT_STATES);

export const ProductName = Type.String({ minLength: 1, maxLength: PRODUCT_NAME_MAX_LENGTH, pattern: '\\S' });

/** `text`: shown as it was typed; `markdown`: headings, lists, links and more, as in the texts of pages. */
export const DESCRIPTION_FORMATS = ['text', 'markdown'] as const;
export const DescriptionFormat = Type.Enum(DESCRIPTION_FORMATS);
export type DescriptionFormat = Type.Static<typeof DescriptionFormat>;

export const Description = Type.String({ minLength: 1, maxLength: DESCRIPTION_MAX_LENGTH, pattern: '\\S' });

/** The `_id`s of the categories that a product is in besides its main one. */
export const FurtherCategories = Type.Array(Id, { maxItems: FURTHER_CATEGORIES_MAX });

const AttributeText = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });

/** What a product has besides its fields, in the merchant's words: `Material`, `Wool`. */
export const Attribute = Type.Object({ name: AttributeText(ATTRIBUTE_NAME_MAX_LENGTH), value: AttributeText(ATTRIBUTE_VALUE_MAX_LENGTH) });
export type Attribute = Type.Static<typeof Attribute>;

/** In their order. A name may come more than once, each time with another value. */
export const Attributes = Type.Array(Attribute, { maxItems: ATTRIBUTES_MAX });

export const ImageAlt = Type.String({ maxLength: IMAGE_ALT_MAX_LENGTH });

export const ProductImageInput = Type.Object({
  /** URL of an image that the product has, or that upload-image returned. */
  url: Type.String({ maxLength: 500 }),
  /** If absent, empty or equal to the product's name, the name is used. */
  alt: Type.Optional(ImageAlt),
});
export type ProductImageInput = Type.Static<typeof ProductImageInput>;

const OptionText = Type.String({ minLength: 1, maxLength: OPTION_VALUE_MAX_LENGTH, pattern: '\\S' });

/** What there is to choose, like a size or a colour. */
export const ProductOption = Type.Object({
  name: OptionText,
  /** In the order in which they are shown. */
  values: Type.Array(OptionText, { minItems: 1, maxItems: VARIANTS_MAX }),
});
export type ProductOption = Type.Static<typeof ProductOption>;

export const ProductOptions = Type.Array(ProductOption, { maxItems: OPTIONS_MAX });

/** One value of each option, by the option's name. */
const ChosenOptions = Type.Record(Type.String(), Type.String());

/** What is bought of a product with options. */
export const Variant = Type.Object({
  _id: Id,
  /** The merchant's own article number. */
  sku: Type.Union([Type.String(), Type.Null()]),
  /** Its GTIN, EAN, UPC or ISBN; absent: none. */
  barcode: Type.Optional(Type.String()),
  options: ChosenOptions,
  /** In the shop's currency. */
  price: Type.Number(),
  /** The price before a sale, above `price`; null: there is no sale. */
  compareAtPrice: Type.Union([Type.Number(), Type.Null()]),
  /** As of a product. */
  lowestPrice: Type.Optional(Type.Number()),
  /** How many can be bought now, as of a product. */
  quantity: Type.Integer(),
  /** Absent: counted. */
  stock: Type.Optional(StockPolicy),
  /** URL of its image, which is one of the product's. */
  image: Type.String(),
  /** How much is in it, where it isn't what the product says, in the product's unit. */
  contents: Type.Optional(Type.Number()),
  unitPrice: Type.Optional(UnitPrice),
  /** Its values of the merchant's fields of variants; absent: it has none. */
  customFields: Type.Optional(CustomFields),
});
export type Variant = Type.Static<typeof Variant>;

/** Of a product with options; without, both are absent, and the product is its own only variant. */
export const VariantFields = {
  options: Type.Optional(ProductOptions),
  variants: Type.Optional(Type.Array(Variant)),
};

const VariantInput = Type.Object({
  /** Absent: a new variant, or the existing one with these options. */
  _id: Type.Optional(Id),
  sku: Type.Optional(Type.Union([Type.Null(), Type.String({ maxLength: SKU_MAX_LENGTH })])),
  /** Null or empty: none. */
  barcode: Type.Optional(Type.Union([Type.Null(), Type.String({ maxLength: BARCODE_MAX_LENGTH })])),
  options: ChosenOptions,
  price: Dollars,
  compareAtPrice: Type.Optional(Type.Union([Type.Null(), Dollars])),
  /** What one costs the merchant; null: as the product. Absent: as it is. */
  cost: Type.Optional(Type.Union([Type.Null(), Dollars])),
  /** How much is in it, in the product's unit; null: as the product. Absent: as it is. */
  contents: Type.Optional(Type.Union([Type.Null(), Contents])),
  /** By which tax rate it is sold; null: that of the product. */
  taxClass: Type.Optional(Type.Union([Type.Null(), Type.Literal(''), TaxClass])),
  quantity: Type.Integer({ minimum: 0, maximum: STOCK_MAX }),
  /**
   * The quantity that the form showed when it was opened: the stock is changed by the difference, so that sales made since then still
   * count.
   */
  shownQuantity: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Absent: as it is; null: counted. */
  stock: Type.Optional(Type.Union([Type.Null(), StockPolicyInput])),
  /** URL of one of the product's images; null: it is shown with the first. */
  image: Type.Optional(Type.Union([Type.Null(), Type.String({ maxLength: 500 })])),
  customFields: Type.Optional(CustomFieldsInput),
});

/** All variants that the product has from then on. */
export const VariantsInput = Type.Array(VariantInput, { maxItems: VARIANTS_MAX });
export type VariantsInput = Type.Static<typeof VariantsInput>;
