/** A bundle: a product made of others. Its stock is the least of its parts; it has a price of its own. */
import * as Type from 'typebox';
import { Id, Nullable } from './fields.ts';
import { BUNDLE_COUNT_MAX, BUNDLE_PARTS_MAX } from './limits.ts';

/** Which part, and how many of it one bundle holds. */
const BundlePartInput = Type.Object({
  product: Id,
  /** Of a part with options: which variant. */
  variant: Type.Optional(Nullable(Id)),
  count: Type.Integer({ minimum: 1, maximum: BUNDLE_COUNT_MAX }),
});
export type BundlePartInput = Type.Static<typeof BundlePartInput>;

/** All parts in their order; none at all: it is no bundle. */
export const BundlePartsInput = Type.Array(BundlePartInput, { maxItems: BUNDLE_PARTS_MAX });

/** A part as it is sold now. */
export const BundlePart = Type.Object({
  product: Id,
  variant: Type.Optional(Id),
  slug: Type.String(),
  name: Type.String(),
  /** What the variant stands for: `Size: 42, Colour: Red`. */
  options: Type.Optional(Type.String()),
  sku: Type.Optional(Type.String()),
  image: Type.String(),
  /** Of one piece, bought alone. */
  price: Type.Number(),
  /** How many of it one bundle holds. */
  count: Type.Integer(),
  /** How many pieces can be bought. 0 where it can't be sold: it isn't active, or its variant is gone or was never chosen. */
  quantity: Type.Integer(),
  /** Only where it can't be sold. */
  problem: Type.Optional(Type.Enum(['inactive', 'variant_required', 'variant_gone'])),
});
export type BundlePart = Type.Static<typeof BundlePart>;

/** Of a bundle: what it is made of, in the merchant's order. Its `quantity` is what the least of them allows. Absent: it is none. */
export const BundleFields = { parts: Type.Optional(Type.Array(BundlePart)) };

/** A part as it was when the bundle was bought. */
export const LinePart = Type.Object({
  /** Its product may be deleted by now. */
  product: Id,
  variant: Type.Optional(Id),
  slug: Type.String(),
  name: Type.String(),
  options: Type.Optional(Type.String()),
  sku: Type.Optional(Type.String()),
  /** How many of it one bundle holds. */
  count: Type.Integer(),
});
export type LinePart = Type.Static<typeof LinePart>;

type NamedPart = Pick<LinePart, 'name' | 'options' | 'sku' | 'count'>;

/** `2 × Cup (Colour: Red)`, of so many bundles. */
export const describePart = ({ name, options, count }: NamedPart, bundles = 1): string =>
  `${count * bundles} × ${options ? `${name} (${options})` : name}`;
