/** The products of the catalog: lists, search, suggestions, and what an admin changes. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/product.ts';

export type { ProductStatus } from './product-status.ts';
export type { Facets, FilterChoices, FilterGroup } from './schemas/facets.ts';
export type { DetailedProduct, FoundProduct, Product, SearchSort, Sort } from './schemas/product.ts';
export type { Attribute, ProductImageInput } from './schemas/product-fields.ts';

export const listProducts: Endpoint<typeof schemas.listProducts, 'public'> = {
  method: 'GET',
  path: '/api/v1/product/get-products',
  access: 'public',
  cache: 'shared',
  dependsOn: ['products'],
};

export const filterProducts: Endpoint<typeof schemas.filterProducts, 'public'> = {
  method: 'POST',
  path: '/api/v1/product/filter-products',
  access: 'public',
};

/** While somebody types: what the search would find first, and the categories whose names fit. */
export const listSuggestions: Endpoint<typeof schemas.listSuggestions, 'public'> = {
  method: 'GET',
  path: '/api/v1/product/suggest/{keyword}',
  access: 'public',
  cache: 'shared',
  dependsOn: ['products'],
};

export const searchProducts: Endpoint<typeof schemas.searchProducts, 'public'> = {
  method: 'GET',
  path: '/api/v1/product/search/{keyword}',
  access: 'public',
  cache: 'shared',
  dependsOn: ['products'],
};

export const readProduct: Endpoint<typeof schemas.readProduct, 'public'> = {
  method: 'GET',
  path: '/api/v1/product/single-product/{slug}',
  access: 'public',
  cache: 'shared',
};

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

export const listSimilarProducts: Endpoint<typeof schemas.listSimilarProducts, 'public'> = {
  method: 'GET',
  path: '/api/v1/product/similar-products/{productId}/{categoryId}',
  access: 'public',
  cache: 'shared',
};

export const listCategoryProducts: Endpoint<typeof schemas.listCategoryProducts, 'public'> = {
  method: 'GET',
  path: '/api/v1/product/category-product/{slug}',
  access: 'public',
  cache: 'shared',
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

/** Shown nowhere before it is given to a product, by create-product or update-product. */
export const uploadImage: Endpoint<typeof schemas.uploadImage, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/upload-image',
  access: 'staff',
  scopes: ['catalogue'],
  multipart: true,
};

/** Nobody sees it yet, and it has nothing in stock. */
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
