/** The settings of the storefront that a merchant changes. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/settings.ts';
import type { SettingsInput } from './schemas/settings.ts';

export type { Settings, SettingsInput } from './schemas/settings.ts';

export const DEFAULT_SETTINGS: SettingsInput = {
  priceRanges: [
    [0, 99],
    [99, 199],
    [199, 299],
    [299, 399],
    [399, 499],
    [499, 599],
    [599, 699],
    [699, 799],
    [799, 899],
    [899, 999],
    [999, 99_999],
  ],
  quickAdd: true,
};

export const readSettings: Endpoint<typeof schemas.readSettings, 'public'> = {
  method: 'GET',
  path: '/api/v1/shop/settings',
  access: 'public',
  cache: 'shared',
};

export const updateSettings: Endpoint<typeof schemas.updateSettings, 'admin'> = {
  method: 'PUT',
  path: '/api/v1/shop/settings',
  access: 'admin',
  invalidatesCache: true,
};
