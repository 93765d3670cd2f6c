/** The products of the catalog: lists, search, suggestions, and what an admin changes. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/product.ts';

export type { ProductStatus } from './product-status.ts';
export type { Facets, FilterChoices, FilterGroup } from './schemas/facets.ts';
export type { DetailedProduct, FoundProduct, Product, SearchSort, Sort } from './schemas/product.ts';
export type { Attribute, ProductImageInput } from './schemas/product-fields.ts';

/** The name of the attributes that imports make of a product's tags. */
export const TAG_ATTRIBUTE = 'Tag';

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
