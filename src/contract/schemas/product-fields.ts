/** The fields of a product as calls send them. */
import * as Type from 'typebox';
import {
  ATTRIBUTE_NAME_MAX_LENGTH,
  ATTRIBUTE_VALUE_MAX_LENGTH,
  ATTRIBUTES_MAX,
  DESCRIPTION_MAX_LENGTH,
  IMAGE_ALT_MAX_LENGTH,
  PRODUCT_NAME_MAX_LENGTH,
  SKU_MAX_LENGTH,
  STOCK_MAX,
  WEIGHT_MAX,
} from '../limits.ts';
import { PRODUCT_STATUSES } from '../product-status.ts';

export const Shipping = Type.Union([Type.Literal(0), Type.Literal(1)]);

export const Quantity = Type.Integer({ minimum: 0, maximum: STOCK_MAX });

export const Weight = Type.Integer({ minimum: 0, maximum: WEIGHT_MAX, description: 'grams' });

export const Sku = Type.String({ minLength: 1, maxLength: SKU_MAX_LENGTH, pattern: '\\S' });

export const Status = Type.Enum(PRODUCT_STATUSES);

export const ProductName = Type.String({ minLength: 1, maxLength: PRODUCT_NAME_MAX_LENGTH, pattern: '\\S' });

export const Description = Type.String({ minLength: 1, maxLength: DESCRIPTION_MAX_LENGTH, pattern: '\\S' });

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
