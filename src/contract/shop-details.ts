/** Who the shop is, as a merchant says it: name, logo, colour, how to reach it. Every page has them, by `readSettings`. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/shop-details.ts';

export type { ShopDetails, ShopDetailsInput } from './schemas/shop-details.ts';

const PATH = '/api/v1/shop/details';
const LOGO_PATH = '/api/v1/shop/logo';

export const readShopDetails: Endpoint<typeof schemas.readShopDetails, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const updateShopDetails: Endpoint<typeof schemas.updateShopDetails, 'staff'> = {
  method: 'PUT',
  path: PATH,
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};

export const replaceLogo: Endpoint<typeof schemas.replaceLogo, 'staff'> = {
  method: 'PUT',
  path: LOGO_PATH,
  access: 'staff',
  scopes: [],
  multipart: true,
  invalidates: ['settings'],
};

export const deleteLogo: Endpoint<typeof schemas.deleteLogo, 'staff'> = {
  method: 'DELETE',
  path: LOGO_PATH,
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};
