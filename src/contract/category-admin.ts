/** Changing the categories. Apart from category.ts, which is part of a first visit. */
import * as Type from 'typebox';
import { VersionedCategory } from './category.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, SuccessResponse, Version } from './fields.ts';
import { CATEGORY_DESCRIPTION_MAX_LENGTH, CATEGORY_NAME_MAX_LENGTH } from './limits.ts';
import { ProductImageInput } from './product-fields.ts';

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
