/** The categories of the catalog. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, Version } from './fields.ts';

export const Category = Type.Object({
  _id: Id,
  name: Type.String(),
  slug: Type.String(),
});
export type Category = Type.Static<typeof Category>;

/** A category with the text and the image that a merchant gave it. */
export const DescribedCategory = Type.Object({
  ...Category.properties,
  /** Plain text; empty: none. */
  description: Type.String(),
  /** Its own image, as products have theirs; null: none. */
  ownImage: Type.Union([Type.Object({ url: Type.String(), alt: Type.String() }), Type.Null()]),
});
export type DescribedCategory = Type.Static<typeof DescribedCategory>;

export const ListedCategory = Type.Object({
  ...DescribedCategory.properties,
  /** How many products stand in it. */
  count: Type.Integer(),
  /** URL of its own image, or else of one of its products' images; null without either. */
  image: Type.Union([Type.String(), Type.Null()]),
  version: Version,
});
export type ListedCategory = Type.Static<typeof ListedCategory>;

/** A category with the version that an edit form sends back. */
export const VersionedCategory = Type.Object({ ...DescribedCategory.properties, version: Version });
export type VersionedCategory = Type.Static<typeof VersionedCategory>;

export const listCategoriesSchemas = {
  summary: 'All categories by name.',
  reply: Type.Object({ success: Type.Boolean(), category: Type.Array(ListedCategory) }),
} satisfies EndpointSchemas;

export const listCategories: Endpoint<typeof listCategoriesSchemas, 'public'> = {
  method: 'GET',
  path: '/api/v1/category/categories',
  access: 'public',
  cache: 'shared',
  dependsOn: ['categories'],
};
