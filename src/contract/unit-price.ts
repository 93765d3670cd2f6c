/** The price per unit of goods that are sold by weight, volume, length or area, as the law of the EU wants it beside the price. */
import * as Type from 'typebox';

/** The units that contents are measured in. */
export const UNITS = ['g', 'kg', 'ml', 'cl', 'l', 'cm', 'm', 'm2', 'm3', 'piece'] as const;
export type Unit = (typeof UNITS)[number];

const CONTENTS_MAX = 999_999.999;

export const Contents = Type.Refine(
  Type.Number({ exclusiveMinimum: 0, maximum: CONTENTS_MAX, description: 'With three decimals at most' }),
  (contents) => Number(contents.toFixed(3)) === contents,
  () => 'too_many_decimals',
);

export const UnitPrice = Type.Object({
  /** In the shop's currency. */
  price: Type.Number(),
  /** One of what, as it is shown: `kg`, `l`, `m`, `m²`, `m³` or `piece`. */
  per: Type.String(),
});
export type UnitPrice = Type.Static<typeof UnitPrice>;
