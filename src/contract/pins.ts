/** Products that a merchant puts first: in a category, and in what a search for given words finds. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, Version } from './fields.ts';
import { BULK_IDS_MAX, SEARCH_MAX_LENGTH } from './limits.ts';
import { Status } from './product-fields.ts';

/** Products that one category or search puts first, and searches that put any first. */
export const PINS_MAX = 20;
export const PINNED_SEARCHES_MAX = 200;

/** In their order. */
export const Pins = Type.Array(Id, { maxItems: PINS_MAX });

/** A search and the products that it puts first, whether or not they have its words. */
export const PinnedSearch = Type.Object({
  words: Type.String({ minLength: 1, maxLength: SEARCH_MAX_LENGTH, pattern: '\\S' }),
  products: Type.Array(Id, { minItems: 1, maxItems: PINS_MAX }),
});
export type PinnedSearch = Type.Static<typeof PinnedSearch>;
export const PinnedSearches = Type.Array(PinnedSearch, { maxItems: PINNED_SEARCHES_MAX });

const CategoryPins = { products: Pins, version: Version };
const SearchPins = { searches: PinnedSearches, version: Version };

export const readCategoryPinsSchemas = {
  summary: 'The products that a category’s page shows first.',
  params: Type.Object({ id: Id }),
  refusals: ['category_not_found'],
  reply: Type.Object({ success: Type.Boolean(), ...CategoryPins }),
} satisfies EndpointSchemas;

export const readCategoryPins: Endpoint<typeof readCategoryPinsSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/category/pins/{id}',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const updateCategoryPinsSchemas = {
  summary:
    'Choose the products that a category’s page shows first, while it is neither filtered nor sorted otherwise. An old `version`: 409.',
  params: Type.Object({ id: Id }),
  body: Type.Object({ products: Pins, version: Type.Optional(Version) }),
  refusals: ['category_not_found'],
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), ...CategoryPins }),
} satisfies EndpointSchemas;

export const updateCategoryPins: Endpoint<typeof updateCategoryPinsSchemas, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/category/pins/{id}',
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['categories'],
};

/** A product of a list by hand, as a form shows it. */
export const PickedProduct = Type.Object({ _id: Id, name: Type.String(), image: Type.String(), status: Status });
export type PickedProduct = Type.Static<typeof PickedProduct>;

export const listPickedProductsSchemas = {
  summary: 'Names, images and statuses of products by their ids, for the form of a list by hand; those that were deleted are missing.',
  body: Type.Object({ products: Type.Array(Id, { maxItems: BULK_IDS_MAX }) }),
  reply: Type.Object({ success: Type.Boolean(), products: Type.Array(PickedProduct) }),
} satisfies EndpointSchemas;

export const listPickedProducts: Endpoint<typeof listPickedProductsSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/category/picked-products',
  access: 'staff',
  scopes: ['catalogue'],
};

export const readSearchPinsSchemas = {
  summary: 'The searches that put products first.',
  reply: Type.Object({ success: Type.Boolean(), ...SearchPins }),
} satisfies EndpointSchemas;

export const readSearchPins: Endpoint<typeof readSearchPinsSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/shop/search-pins',
  access: 'read-only',
  scopes: ['read'],
};

export const updateSearchPinsSchemas = {
  summary: 'Choose the searches that put products first, and which. An old `version`: 409 with what is there now.',
  body: Type.Object({ ...SearchPins, version: Type.Optional(Version) }),
  bodyLimit: 400_000,
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), ...SearchPins }),
} satisfies EndpointSchemas;

export const updateSearchPins: Endpoint<typeof updateSearchPinsSchemas, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/shop/search-pins',
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};
