import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, SuccessResponse, Version } from './fields.ts';
import { CATEGORY_DESCRIPTION_MAX_LENGTH, CATEGORY_NAME_MAX_LENGTH } from './limits.ts';
import { ProductImageInput } from './product-fields.ts';

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

/** Changing the categories. Apart from category.ts, which is part of a first visit. */
const CategoryInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: CATEGORY_NAME_MAX_LENGTH, pattern: '\\S' }),
  /** Absent: as it is. */
  description: Type.Optional(Type.String({ maxLength: CATEGORY_DESCRIPTION_MAX_LENGTH })),
  /** An image that it has already or that upload-image returned; null removes its own image. Absent: unchanged. */
  image: Type.Optional(Type.Union([ProductImageInput, Type.Null()])),
});

const CategoryReply = Type.Object({ success: Type.Boolean(), message: Type.String(), category: VersionedCategory });

export const createCategorySchemas = {
  summary: 'Make a category; a name that is taken: 409.',
  body: CategoryInput,
  refusals: ['name_taken'],
  reply: CategoryReply,
} satisfies EndpointSchemas;

export const createCategory: Endpoint<typeof createCategorySchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/category/create-category',
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['categories'],
};

export const updateCategorySchemas = {
  summary: 'Change the name, text or image of a category; its slug stays. An old `version`: 409 with what is there now.',
  params: Type.Object({ id: Id }),
  body: Type.Object({ ...CategoryInput.properties, version: Type.Optional(Version) }),
  refusals: ['category_not_found', 'name_taken'],
  reply: CategoryReply,
} satisfies EndpointSchemas;

export const updateCategory: Endpoint<typeof updateCategorySchemas, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/category/update-category/{id}',
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['categories'],
};

export const deleteCategorySchemas = {
  summary: 'Delete a category that has no products; otherwise 409.',
  params: Type.Object({ id: Id }),
  refusals: ['category_not_found', 'category_not_empty'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const deleteCategory: Endpoint<typeof deleteCategorySchemas, 'staff'> = {
  method: 'DELETE',
  path: '/api/v1/category/delete-category/{id}',
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['categories'],
};
