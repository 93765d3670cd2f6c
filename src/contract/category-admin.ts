/** Changing the categories. Apart from category.ts, which is part of a first visit. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/category.ts';

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
