/** What lists of products are filtered by besides category and price, and how many each choice would give. */
import * as Type from 'typebox';
import { ATTRIBUTE_NAME_MAX_LENGTH, ATTRIBUTE_VALUE_MAX_LENGTH, FILTER_VALUES_MAX, FILTERS_MAX } from '../limits.ts';
import { Id } from './common.ts';

/** Products that have any of these values of each of these options or attributes. */
export const FilterChoices = Type.Array(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: ATTRIBUTE_NAME_MAX_LENGTH }),
    values: Type.Array(Type.String({ minLength: 1, maxLength: ATTRIBUTE_VALUE_MAX_LENGTH }), { minItems: 1, maxItems: FILTER_VALUES_MAX }),
  }),
  { maxItems: FILTERS_MAX },
);
export type FilterChoices = Type.Static<typeof FilterChoices>;

/** How many products a choice would show if nothing else changed; null: too many to count (more than 10,000). */
const FacetCount = Type.Union([Type.Integer(), Type.Null()]);

/** An option, or an attribute that the merchant made a filter, with the values that products here have. */
export const FilterGroup = Type.Object({
  name: Type.String(),
  values: Type.Array(Type.Object({ value: Type.String(), count: FacetCount })),
});
export type FilterGroup = Type.Static<typeof FilterGroup>;

/** How many products each choice would show if nothing else changed. */
export const Facets = Type.Object({
  /** Every category, those that would give nothing too, by name. */
  categories: Type.Array(Type.Object({ _id: Id, count: FacetCount })),
  /** The merchant's price ranges, in their order, in the shop's currency. */
  prices: Type.Array(Type.Object({ range: Type.Tuple([Type.Number(), Type.Number()]), count: FacetCount })),
  filters: Type.Array(FilterGroup),
});
export type Facets = Type.Static<typeof Facets>;
