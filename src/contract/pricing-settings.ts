/** Where the shop ships and for what, and the tax that it takes, as an admin sets them. */
import * as Type from 'typebox';
import { DeliveryDays, Dispatch } from './dispatch.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Day, dollars, Id, Version } from './fields.ts';
import {
  ADDRESS_PART_MAX_LENGTH,
  RATES_MAX,
  RECENT_LOGIN_MINUTES,
  TAX_RATES_MAX,
  TERRITORIES_MAX,
  TIERS_MAX,
  ZONES_MAX,
} from './limits.ts';
import { TaxClass } from './tax.ts';

const Label = Type.String({ minLength: 1, maxLength: ADDRESS_PART_MAX_LENGTH, pattern: '\\S' });
/** ISO 3166: two capitals; `*` is every country that nothing else names. */
const Country = Type.String({ pattern: '^([A-Z]{2}|\\*)$' });
/** A state or province as addresses have it, in any case; empty: all of the country. */
const Region = Type.String({ maxLength: ADDRESS_PART_MAX_LENGTH });

const Territory = { country: Country, region: Region };

const ShippingRate = Type.Object({
  /** Id of an existing rate; absent for a new one. */
  _id: Type.Optional(Id),
  name: Label,
  basis: Type.Union([Type.Literal('flat'), Type.Literal('weight'), Type.Literal('total')]),
  /** Each tier applies from this many grams, or from this sum, on. The first starts at 0; a flat rate has no other. */
  tiers: Type.Array(
    Type.Object({ from: dollars({ minimum: 0, maximum: 100_000_000 }), price: dollars({ minimum: 0, maximum: 100_000 }) }),
    { minItems: 1, maxItems: TIERS_MAX },
  ),
  /** Shipping is free from this sum on; null: never. */
  freeFrom: Type.Union([dollars({ minimum: 0, maximum: 100_000_000 }), Type.Null()]),
  /** How many working days it takes to the door once it is sent, at least and at most; absent: nothing is said of it. */
  deliveryDays: Type.Optional(DeliveryDays),
});
export type ShippingRateInput = Type.Static<typeof ShippingRate>;

const ShippingZone = Type.Object({
  name: Label,
  places: Type.Array(Type.Object(Territory), { minItems: 1, maxItems: TERRITORIES_MAX }),
  rates: Type.Array(ShippingRate, { minItems: 1, maxItems: RATES_MAX }),
});

export const ShippingSettings = Type.Object({
  /** Carts are priced for this country until the customer's is known. */
  defaultCountry: Type.String({ pattern: '^[A-Z]{2}$' }),
  /** If empty, the shop ships everywhere for free. */
  zones: Type.Array(ShippingZone, { maxItems: ZONES_MAX }),
  /** How long orders take until they are sent. In a change, absent: as it is. */
  dispatch: Type.Optional(Dispatch),
});
export type ShippingSettings = Type.Static<typeof ShippingSettings>;

const TaxRate = Type.Object({
  ...Territory,
  /** In per cent, with four decimals at most. */
  rate: Type.Number({ minimum: 0, maximum: 100 }),
  /** Absent: `standard`, which also holds for classes that have no rate there. */
  class: Type.Optional(TaxClass),
  /** The day from which it holds, in the shop's time zone; absent: since ever. */
  from: Type.Optional(Day),
});

export const TaxSettings = Type.Object({
  /** Prices and shipping hold the tax; otherwise it is added. */
  pricesIncludeTax: Type.Boolean(),
  taxShipping: Type.Boolean(),
  /** The payment provider calculates the tax of each payment by its own rules, and the rates aren't used. Absent in a change: as it is. */
  automatic: Type.Optional(Type.Boolean()),
  /** Tax is rounded once for each rate of an order; otherwise for each line. Absent in a change: as it is. */
  roundPerOrder: Type.Optional(Type.Boolean()),
  /** Checkouts ask for a company, its VAT ID and a billing address. Absent in a change: as it is. */
  companies: Type.Optional(Type.Boolean()),
  /** The rate of a region goes before that of its country, and the one that holds since the latest day before those of earlier days. */
  rates: Type.Array(TaxRate, { maxItems: TAX_RATES_MAX }),
});
export type TaxSettings = Type.Static<typeof TaxSettings>;

const ShippingReply = Type.Object({ success: Type.Boolean(), shipping: ShippingSettings, version: Version });
const TaxReply = Type.Object({
  success: Type.Boolean(),
  tax: TaxSettings,
  version: Version,
  /** Whether the payment provider can calculate tax. */
  automaticAvailable: Type.Boolean(),
});

export const readShippingSettingsSchemas = {
  summary: 'The shipping zones with their rates.',
  reply: ShippingReply,
} satisfies EndpointSchemas;

export const readShippingSettings: Endpoint<typeof readShippingSettingsSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/pricing/admin/shipping',
  access: 'read-only',
  scopes: ['read'],
};

export const updateShippingSettingsSchemas = {
  summary: 'Replace the shipping zones. A place in two zones: 400. An old `version`: 409 with what is there now.',
  body: Type.Object({ ...ShippingSettings.properties, version: Type.Optional(Version) }),
  reply: ShippingReply,
} satisfies EndpointSchemas;

export const updateShippingSettings: Endpoint<typeof updateShippingSettingsSchemas, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/pricing/admin/shipping',
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};

export const readTaxSettingsSchemas = {
  summary: 'Tax rates, and whether prices hold them.',
  reply: TaxReply,
} satisfies EndpointSchemas;

export const readTaxSettings: Endpoint<typeof readTaxSettingsSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/pricing/admin/tax',
  access: 'read-only',
  scopes: ['read'],
};

export const updateTaxSettingsSchemas = {
  summary:
    'Replace the tax settings. Two rates of a place and class from one day on: 400, and so is `automatic` without a payment provider that is ready for it. An old `version`: 409 with what is there now.',
  body: Type.Object({ ...TaxSettings.properties, version: Type.Optional(Version) }),
  refusals: ['payment_provider_failed'],
  reply: TaxReply,
} satisfies EndpointSchemas;

export const updateTaxSettings: Endpoint<typeof updateTaxSettingsSchemas, 'owner'> = {
  method: 'PUT',
  path: '/api/v1/pricing/admin/tax',
  access: 'owner',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
  invalidates: ['settings'],
};
