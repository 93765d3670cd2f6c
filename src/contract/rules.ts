/**
 * Rules about products: one language of conditions, in which a collection says what it holds. What else picks products or customers by conditions uses
 * the same form, and `src/server/shop/catalog/rules/` is the only place that turns it into SQL.
 */
import * as Type from 'typebox';
import { Dollars, Id } from './fields.ts';
import {
  ATTRIBUTE_VALUE_MAX_LENGTH,
  FIELD_KEY_MAX_LENGTH,
  FIELD_NUMBER_MAX,
  FIELD_URL_MAX_LENGTH,
  PRODUCT_NAME_MAX_LENGTH,
  STOCK_MAX,
} from './limits.ts';

/** Conditions of one rule, choices of one condition, and the days that one looks back. */
export const RULE_CONDITIONS_MAX = 20;
export const RULE_CHOICES_MAX = 50;
export const RULE_DAYS_MAX = 3650;
/** Sales are counted a day each for so long. */
export const RULE_SOLD_DAYS_MAX = 366;

/** Turns the condition around: not in these categories. */
const not = Type.Optional(Type.Boolean());

const CategoryCondition = Type.Object({
  field: Type.Literal('category'),
  /** In any of them, or below. Those that were deleted hold nothing. */
  categories: Type.Array(Id, { minItems: 1, maxItems: RULE_CHOICES_MAX }),
  not,
});

const BrandCondition = Type.Object({
  field: Type.Literal('brand'),
  /** Of any of them. Those that were deleted hold nothing. */
  brands: Type.Array(Id, { minItems: 1, maxItems: RULE_CHOICES_MAX }),
  not,
});

const Words = Type.Array(Type.String({ minLength: 1, maxLength: ATTRIBUTE_VALUE_MAX_LENGTH, pattern: '\\S' }), {
  minItems: 1,
  maxItems: RULE_CHOICES_MAX,
});

/** With any of these tags, as they are written. */
const TagCondition = Type.Object({ field: Type.Literal('tag'), tags: Words, not });

/** From any of these vendors, in any case. */
const VendorCondition = Type.Object({ field: Type.Literal('vendor'), vendors: Words, not });

const PriceCondition = Type.Object({
  field: Type.Literal('price'),
  /** Both inclusive. At least one of the two is given. */
  atLeast: Type.Optional(Dollars),
  atMost: Type.Optional(Dollars),
});

const CompareAtCondition = Type.Object({
  field: Type.Literal('compare-at'),
  /** Whether there is a price before a sale, above the price. */
  onSale: Type.Boolean(),
  /** Only with `onSale`: by how many percent it is reduced at least. */
  atLeastPercent: Type.Optional(Type.Integer({ minimum: 1, maximum: 99 })),
});

const StockCondition = Type.Object({
  field: Type.Literal('stock'),
  /** How many can be bought now, both inclusive. At least one of the two is given. */
  atLeast: Type.Optional(Type.Integer({ minimum: 0, maximum: STOCK_MAX })),
  atMost: Type.Optional(Type.Integer({ minimum: 0, maximum: STOCK_MAX })),
});

const CreatedCondition = Type.Object({
  field: Type.Literal('created'),
  /** Added to the shop within so many days, counted to the minute. */
  days: Type.Integer({ minimum: 1, maximum: RULE_DAYS_MAX }),
  not,
});

const SoldCondition = Type.Object({
  field: Type.Literal('sold'),
  /** Today and the days before it, in the shop's time zone. */
  days: Type.Integer({ minimum: 1, maximum: RULE_SOLD_DAYS_MAX }),
  /** Pieces, less those that were refunded. */
  atLeast: Type.Integer({ minimum: 1, maximum: STOCK_MAX }),
});

const TitleCondition = Type.Object({
  field: Type.Literal('title'),
  /** Anywhere in the product's name, in any case. */
  contains: Type.String({ minLength: 1, maxLength: PRODUCT_NAME_MAX_LENGTH, pattern: '\\S' }),
  not,
});

const FieldValue = Type.Union([
  Type.String({ minLength: 1, maxLength: FIELD_URL_MAX_LENGTH, pattern: '\\S' }),
  Type.Number(),
  Type.Boolean(),
]);
const FieldBound = Type.Union([
  Type.Number({ minimum: -FIELD_NUMBER_MAX, maximum: FIELD_NUMBER_MAX }),
  Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
]);

/** The value of one of the merchant's fields of products: either `values`, or at least one of the two bounds. */
const CustomFieldCondition = Type.Object({
  field: Type.Literal('custom-field'),
  /** The key of the field. One that was deleted holds nothing, and neither does a choice that it has no more. */
  key: Type.String({ maxLength: FIELD_KEY_MAX_LENGTH, pattern: '^[a-z][a-z0-9_]*$' }),
  /** Any of them, as the field has them: a number for a number, true or false for yes or no, else a text as it is written. */
  values: Type.Optional(Type.Array(FieldValue, { minItems: 1, maxItems: RULE_CHOICES_MAX })),
  /** Of numbers, or dates such as `2026-11-26`. Both inclusive. */
  atLeast: Type.Optional(FieldBound),
  atMost: Type.Optional(FieldBound),
  /** Only with `values`: none of them, or no value at all. */
  not,
});

export const Condition = Type.Union([
  CategoryCondition,
  BrandCondition,
  TagCondition,
  VendorCondition,
  PriceCondition,
  CompareAtCondition,
  StockCondition,
  CreatedCondition,
  SoldCondition,
  TitleCondition,
  CustomFieldCondition,
]);
export type Condition = Type.Static<typeof Condition>;
export type ConditionField = Condition['field'];
export type ConditionOf<Field extends ConditionField> = Extract<Condition, { field: Field }>;

export const Rule = Type.Object({
  /** Whether a product meets all of the conditions, or any of them. */
  match: Type.Union([Type.Literal('all'), Type.Literal('any')]),
  conditions: Type.Array(Condition, { minItems: 1, maxItems: RULE_CONDITIONS_MAX }),
});
export type Rule = Type.Static<typeof Rule>;
