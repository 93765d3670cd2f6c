/** What a merchant sets of the storefront. */
import * as Type from 'typebox';
import { endpoint } from './endpoint.ts';

const PriceRange = Type.Tuple([Type.Integer({ minimum: 0, maximum: 999_999 }), Type.Integer({ minimum: 0, maximum: 999_999 })]);

export const SettingsInput = Type.Object({
  /** [lowest, highest] in US dollars, both inclusive, in the order shown */
  priceRanges: Type.Array(PriceRange, { minItems: 1, maxItems: 30 }),
  /** Do the add buttons on category and search cards add? Off is what the source describes. */
  quickAdd: Type.Boolean(),
});
export type SettingsInput = Type.Static<typeof SettingsInput>;

export const Settings = Type.Object({
  ...SettingsInput.properties,
  payment: Type.Object({
    /** null while no provider is set up: checkout answers 503. */
    provider: Type.Union([Type.String(), Type.Null()]),
    /** Is it a provider that takes no real money? Then the cart shows the test card. */
    testMode: Type.Boolean(),
  }),
});
export type Settings = Type.Static<typeof Settings>;

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

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/v1/shop/settings',
  access: 'public',
  summary: 'What the storefront needs to know of the shop.',
  reply: Type.Object({ success: Type.Boolean(), settings: Settings }),
});

export const updateSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/shop/settings',
  access: 'admin',
  summary: 'Change the settings.',
  body: SettingsInput,
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), settings: Settings }),
});
