/** The settings of the storefront that a merchant changes. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/settings.ts';

export type { Settings, SettingsInput } from './schemas/settings.ts';

export const readSettings: Endpoint<typeof schemas.readSettings, 'public'> = {
  method: 'GET',
  path: '/api/v1/shop/settings',
  access: 'public',
  cache: 'shared',
};

export const updateSettings: Endpoint<typeof schemas.updateSettings, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/shop/settings',
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};
