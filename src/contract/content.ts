/** The text pages that a merchant writes: about, contact and policy. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/content.ts';

export type { ContentPageName } from './schemas/content.ts';

export const readContentPage: Endpoint<typeof schemas.readContentPage, 'public'> = {
  method: 'GET',
  path: '/api/v1/shop/texts/{name}',
  access: 'public',
  cache: 'shared',
};

export const updateContentPage: Endpoint<typeof schemas.updateContentPage, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/shop/texts/{name}',
  access: 'staff',
  scopes: [],
  invalidates: ['texts'],
};
