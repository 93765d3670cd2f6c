/** The groups of words that a search takes for the same, as a merchant lists them. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/synonyms.ts';

export const readSynonyms: Endpoint<typeof schemas.readSynonyms, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/shop/synonyms',
  access: 'read-only',
  scopes: ['read'],
};

export const updateSynonyms: Endpoint<typeof schemas.updateSynonyms, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/shop/synonyms',
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};
