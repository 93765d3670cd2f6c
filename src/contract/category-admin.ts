/** Changing the categories. Apart from category.ts, which is part of a first visit. */
import * as Type from 'typebox';
import { DescribedCategory, ListedCategory } from './category.ts';
import { CustomFields, CustomFieldsInput } from './custom-field-values.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, SingleLine, SuccessResponse, Version } from './fields.ts';
import { CATEGORY_DESCRIPTION_MAX_LENGTH, CATEGORY_NAME_MAX_LENGTH, GOOGLE_CATEGORY_MAX_LENGTH } from './limits.ts';
import { ProductImageInput } from './product-fields.ts';

/** A category with the version that an edit form sends back, and its values of the merchant's fields. */
export const VersionedCategory = Type.Object({
  ...DescribedCategory.properties,
  customFields: Type.Optional(CustomFields),
  version: Version,
  googleCategory: ListedCategory.properties.googleCategory,
});
export type VersionedCategory = Type.Static<typeof VersionedCategory>;

const CategoryInput = Type.Object({
  name: Type.String({ minLength: 1, maxLength: CATEGORY_NAME_MAX_LENGTH, pattern: '\\S' }),
  /** Absent: as it is. */
  description: Type.Optional(Type.String({ maxLength: CATEGORY_DESCRIPTION_MAX_LENGTH })),
  /** An image that it has already or that upload-image returned; null removes its own image. Absent: unchanged. */
  image: Type.Optional(Type.Union([ProductImageInput, Type.Null()])),
  /** The `_id` of the category that it is part of, at most five levels deep; null: none. Absent: as it is, and none for a new one. */
  parent: Type.Optional(Type.Union([Id, Type.Null()])),
  /** Google's number of its product category, or its whole English path; empty: that of its parent. Absent: as it is. */
  googleCategory: Type.Optional(SingleLine(GOOGLE_CATEGORY_MAX_LENGTH)),
  customFields: Type.Optional(CustomFieldsInput),
});

const CategoryReply = Type.Object({ success: Type.Boolean(), message: Type.String(), category: VersionedCategory });

export const readAdminCategorySchemas = {
  summary: 'One category with all values of its fields.',
  params: Type.Object({ id: Id }),
  refusals: ['category_not_found'],
  reply: Type.Object({ success: Type.Boolean(), category: VersionedCategory }),
} satisfies EndpointSchemas;

export const readAdminCategory: Endpoint<typeof readAdminCategorySchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/category/admin-category/{id}',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const createCategorySchemas = {
  summary: 'Make a category; a name that another one of the same parent has: 409.',
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
  summary:
    'Change the name, text, image or parent of a category; its slug stays, and what is below it moves along. An old `version`: 409 with what is there now.',
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

export const moveCategorySchemas = {
  summary: 'Put a category, with all that is below it, under another parent or elsewhere among the categories of its parent.',
  params: Type.Object({ id: Id }),
  body: Type.Object({
    /** Null: at the top. */
    parent: Type.Union([Id, Type.Null()]),
    /** The category of that parent behind which it comes; null: it is the first. Absent: the last, or by its name if nobody has ordered them. */
    after: Type.Optional(Type.Union([Id, Type.Null()])),
    version: Type.Optional(Version),
  }),
  refusals: ['category_not_found', 'name_taken'],
  reply: CategoryReply,
} satisfies EndpointSchemas;

export const moveCategory: Endpoint<typeof moveCategorySchemas, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/category/move-category/{id}',
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['categories'],
};

export const deleteCategorySchemas = {
  summary: 'Delete a category that has neither products nor categories below it; otherwise 409.',
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
