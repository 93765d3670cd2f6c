/** Redirects from paths that the shop doesn't have (any more), such as those of the merchant's previous shop. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/redirect.ts';

export type { Redirect, RefusedLine } from './schemas/redirect.ts';

const PATH = '/api/v1/shop/admin/redirects';

export const listRedirects: Endpoint<typeof schemas.listRedirects, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const addRedirects: Endpoint<typeof schemas.addRedirects, 'staff'> = {
  method: 'POST',
  path: PATH,
  access: 'staff',
  scopes: [],
};

export const deleteRedirect: Endpoint<typeof schemas.deleteRedirect, 'staff'> = {
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: 'staff',
  scopes: [],
};
