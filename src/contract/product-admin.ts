/** Products as the team works on them. Not in product.ts, so that customers don't download it. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/product-admin.ts';

export const listAdminProducts: Endpoint<typeof schemas.listAdminProducts, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/admin-products',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const readAdminProduct: Endpoint<typeof schemas.readAdminProduct, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/admin-product/{slug}',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const createProduct: Endpoint<typeof schemas.createProduct, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/create-product',
  access: 'staff',
  scopes: ['catalogue'],
  multipart: true,
  invalidates: ['products', 'stock'],
};

export const updateProduct: Endpoint<typeof schemas.updateProduct, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/product/update-product/{id}',
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['products', 'stock'],
};

export const replaceProductImage: Endpoint<typeof schemas.replaceProductImage, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/product/update-image/{id}',
  access: 'staff',
  scopes: ['catalogue'],
  multipart: true,
  invalidates: ['products', 'stock'],
};

/** The image is shown nowhere until create-product or update-product gives it to a product. */
export const uploadImage: Endpoint<typeof schemas.uploadImage, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/upload-image',
  access: 'staff',
  scopes: ['catalogue'],
  multipart: true,
};

/** The copy is a draft, so customers don't see it, and has nothing in stock. */
export const duplicateProduct: Endpoint<typeof schemas.duplicateProduct, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/duplicate/{id}',
  access: 'staff',
  scopes: ['catalogue'],
};

export const deleteProduct: Endpoint<typeof schemas.deleteProduct, 'staff'> = {
  method: 'DELETE',
  path: '/api/v1/product/delete-product/{id}',
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['products', 'stock'],
};
