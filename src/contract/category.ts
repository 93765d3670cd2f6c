import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, Version } from './fields.ts';

/** The categories of the catalog. */
export const Category = Type.Object({
  _id: Id,
  name: Type.String(),
  slug: Type.String(),
});
export type Category = Type.Static<typeof Category>;

/** A category with the text and the image that a merchant gave it. */
export const DescribedCategory = Type.Object({
  ...Category.properties,
  /** The `_id` of the category that it is part of. Absent: it is at the top. */
  parent: Type.Optional(Id),
  /** Plain text; empty: none. */
  description: Type.String(),
  /** Its own image, as products have theirs; null: none. */
  ownImage: Type.Union([Type.Object({ url: Type.String(), alt: Type.String() }), Type.Null()]),
});
export type DescribedCategory = Type.Static<typeof DescribedCategory>;

export const ListedCategory = Type.Object({
  ...DescribedCategory.properties,
  /** How many products it and the categories below it have. */
  count: Type.Integer(),
  /** URL of its own image, or else of one of its products' images, or of those below it; null without any. */
  image: Type.Union([Type.String(), Type.Null()]),
  version: Version,
  /** The number of Google's category, of all products of its branch that have no other; absent: that of its parent. */
  googleCategory: Type.Optional(Type.String()),
});
export type ListedCategory = Type.Static<typeof ListedCategory>;

export const listCategoriesSchemas = {
  summary:
    'All categories in the order of their tree: each before those below it; those of one parent as the merchant ordered them, else by name.',
  /** `total`: how many products the shop has, where it isn't what `countProducts` adds up because some are in several categories. */
  reply: Type.Object({ success: Type.Boolean(), category: Type.Array(ListedCategory), total: Type.Optional(Type.Integer()) }),
} satisfies EndpointSchemas;

/** The products of the categories at the top of the tree; one that is in two of them counts twice. */
export const countProducts = (categories: readonly Pick<ListedCategory, 'parent' | 'count'>[]): number =>
  categories.reduce((sum, { parent, count }) => (parent ? sum : sum + count), 0);

export const listCategories: Endpoint<typeof listCategoriesSchemas, 'public'> = {
  method: 'GET',
  path: '/api/v1/category/categories',
  access: 'public',
  cache: 'shared',
  dependsOn: ['categories'],
};
