/** The search of products, and what it suggests while somebody types. */
import * as Type from 'typebox';
import { Category } from './category.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { SEARCH_MAX_LENGTH } from './limits.ts';
import { FoundProduct } from './product.ts';

/** While somebody types: what the search would find first, and the categories whose names fit. */
export const listSuggestionsSchemas = {
  summary: 'What a search for the keyword would find first, while it is typed: up to six products and three categories.',
  params: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: SEARCH_MAX_LENGTH }) }),
  reply: Type.Object({ success: Type.Boolean(), products: Type.Array(FoundProduct), categories: Type.Array(Category) }),
} satisfies EndpointSchemas;

/** While somebody types: what the search would find first, and the categories whose names fit. */
export const listSuggestions: Endpoint<typeof listSuggestionsSchemas, 'public'> = {
  method: 'GET',
  path: '/api/v1/product/suggest/{keyword}',
  access: 'public',
  cache: 'shared',
  dependsOn: ['products'],
};

export const searchProductsSchemas = {
  summary:
    'The products that the keyword finds, best first, 100 at most; where none has all of its words, the nearest with `matchedWords`.',
  params: Type.Object({ keyword: Type.String({ minLength: 1, maxLength: SEARCH_MAX_LENGTH }) }),
  reply: Type.Array(FoundProduct),
} satisfies EndpointSchemas;

export const searchProducts: Endpoint<typeof searchProductsSchemas, 'public'> = {
  method: 'GET',
  path: '/api/v1/product/search/{keyword}',
  access: 'public',
  cache: 'shared',
  dependsOn: ['products'],
};
