import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { Id, SuccessResponse, Version } from './common.ts';

export const Category = Type.Object({
  _id: Id,
  name: Type.String(),
  slug: Type.String(),
});
export type Category = Type.Static<typeof Category>;

export const ListedCategory = Type.Object({
  ...Category.properties,
  /** How many products stand in it. */
  count: Type.Integer(),
  /** The picture of one of its products, as an address; null while it is empty. */
  image: Type.Union([Type.String(), Type.Null()]),
  version: Version,
});
export type ListedCategory = Type.Static<typeof ListedCategory>;

const CategoryInput = Type.Object({ name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }) });

/** A category with the version that an edit form sends back. */
export const VersionedCategory = Type.Object({ ...Category.properties, version: Version });
export type VersionedCategory = Type.Static<typeof VersionedCategory>;

const CategoryReply = Type.Object({ success: Type.Boolean(), message: Type.String(), category: VersionedCategory });

export const listCategories = {
  summary: 'All categories by name.',
  reply: Type.Object({ success: Type.Boolean(), category: Type.Array(ListedCategory) }),
} satisfies EndpointSchemas;

export const createCategory = {
  summary: 'Make a category; a name that is taken: 409.',
  body: CategoryInput,
  reply: CategoryReply,
} satisfies EndpointSchemas;

export const updateCategory = {
  summary: 'Rename a category; its slug stays. An old `version`: 409 with what is there now.',
  params: Type.Object({ id: Id }),
  body: Type.Object({ ...CategoryInput.properties, version: Type.Optional(Version) }),
  reply: CategoryReply,
} satisfies EndpointSchemas;

export const deleteCategory = {
  summary: 'Delete a category that has no products; otherwise 409.',
  params: Type.Object({ id: Id }),
  reply: SuccessResponse,
} satisfies EndpointSchemas;
