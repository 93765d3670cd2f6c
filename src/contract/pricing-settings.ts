/** Where the shop ships and for what, and the tax that it takes, as an admin sets them. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/pricing-settings.ts';

export type { ShippingRateInput, ShippingSettings, TaxSettings } from './schemas/pricing-settings.ts';

export const readShippingSettings: Endpoint<typeof schemas.readShippingSettings, 'admin'> = {
  method: 'GET',
  path: '/api/v1/pricing/admin/shipping',
  access: 'admin',
};

export const updateShippingSettings: Endpoint<typeof schemas.updateShippingSettings, 'admin'> = {
  method: 'PUT',
  path: '/api/v1/pricing/admin/shipping',
  access: 'admin',
  invalidates: ['settings'],
};

export const readTaxSettings: Endpoint<typeof schemas.readTaxSettings, 'admin'> = {
  method: 'GET',
  path: '/api/v1/pricing/admin/tax',
  access: 'admin',
};

export const updateTaxSettings: Endpoint<typeof schemas.updateTaxSettings, 'admin'> = {
  method: 'PUT',
  path: '/api/v1/pricing/admin/tax',
  access: 'admin',
  invalidates: ['settings'],
};
