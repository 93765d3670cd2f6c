/** The categories of the catalog. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/category.ts';

export type { Category, DescribedCategory, ListedCategory, VersionedCategory } from './schemas/category.ts';

export const listCategories: Endpoint<typeof schemas.listCategories, 'public'> = {
  method: 'GET',
  path: '/api/v1/category/categories',
  access: 'public',
  cache: 'shared',
  dependsOn: ['categories'],
};

export const createCategory: Endpoint<typeof schemas.createCategory, 'staff'> = {
  method: 'POST',
  path: '/api/v1/category/create-category',
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['categories'],
};

export const updateCategory: Endpoint<typeof schemas.updateCategory, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/category/update-category/{id}',
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['categories'],
};

export const deleteCategory: Endpoint<typeof schemas.deleteCategory, 'staff'> = {
  method: 'DELETE',
  path: '/api/v1/category/delete-category/{id}',
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['categories'],
};
