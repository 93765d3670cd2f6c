/** Where the shop ships and for what, and the tax that it takes, as an admin sets them. */
import type { Endpoint } from './endpoint.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';
import type * as schemas from './schemas/pricing-settings.ts';

export type { ShippingRateInput, ShippingSettings, TaxSettings } from './schemas/pricing-settings.ts';

export const readShippingSettings: Endpoint<typeof schemas.readShippingSettings, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/pricing/admin/shipping',
  access: 'read-only',
  scopes: ['read'],
};

export const updateShippingSettings: Endpoint<typeof schemas.updateShippingSettings, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/pricing/admin/shipping',
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};

export const readTaxSettings: Endpoint<typeof schemas.readTaxSettings, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/pricing/admin/tax',
  access: 'read-only',
  scopes: ['read'],
};

export const updateTaxSettings: Endpoint<typeof schemas.updateTaxSettings, 'owner'> = {
  method: 'PUT',
  path: '/api/v1/pricing/admin/tax',
  access: 'owner',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
  invalidates: ['settings'],
};
