import * as Type from 'typebox';
import { OPTION_VALUE_MAX_LENGTH, OPTIONS_MAX, SKU_MAX_LENGTH, STOCK_MAX, VARIANTS_MAX } from '../limits.ts';
import { Dollars, Id } from './common.ts';

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
  options: ChosenOptions,
  /** In the shop's currency. */
  price: Type.Number(),
  /** The price before a sale, above `price`; null: there is no sale. */
  compareAtPrice: Type.Union([Type.Number(), Type.Null()]),
  /** How many can be bought now. */
  quantity: Type.Integer(),
  /** URL of its image, which is one of the product's. */
  image: Type.String(),
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
  options: ChosenOptions,
  price: Dollars,
  compareAtPrice: Type.Optional(Type.Union([Type.Null(), Dollars])),
  quantity: Type.Integer({ minimum: 0, maximum: STOCK_MAX }),
  /**
   * The quantity that the form showed when it was opened: the stock is changed by the difference, so that sales made since then still
   * count.
   */
  shownQuantity: Type.Optional(Type.Integer({ minimum: 0 })),
  /** URL of one of the product's images; null: it is shown with the first. */
  image: Type.Optional(Type.Union([Type.Null(), Type.String({ maxLength: 500 })])),
});

/** All variants that the product has from then on. */
export const VariantsInput = Type.Array(VariantInput, { maxItems: VARIANTS_MAX });
export type VariantsInput = Type.Static<typeof VariantsInput>;
