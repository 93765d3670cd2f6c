/** Fees that a state lays on deliveries, such as Colorado's and Minnesota's: a line of their own on each order that is sent there. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Day, dollars, Version } from './fields.ts';
import { ADDRESS_PART_MAX_LENGTH, LOCAL_FEES_MAX } from './limits.ts';
import { TaxClass } from './tax.ts';

const PATH = '/api/v1/pricing/admin/local-fees';

const LocalFee = Type.Object({
  /** As the customer reads it: the law of some states names it. */
  name: Type.String({ minLength: 1, maxLength: ADDRESS_PART_MAX_LENGTH, pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Zl}\\p{Zp}]*$' }),
  /** ISO 3166, two capitals. */
  country: Type.String({ pattern: '^[A-Z]{2}$' }),
  /** A state or province as addresses have it, in any case; empty: all of the country. */
  region: Type.String({ maxLength: ADDRESS_PART_MAX_LENGTH }),
  /** For each order, whatever it holds and in how many parcels it is sent. */
  amount: dollars({ minimum: 0, maximum: 100_000 }),
  /** From which sum of what counts, less discounts and with shipping; null: any. */
  minimum: Type.Union([dollars({ minimum: 0, maximum: 100_000_000 }), Type.Null()]),
  /** Tax classes whose products don't count. An order that holds nothing else has no fee. */
  exemptClasses: Type.Array(TaxClass, { maxItems: 50 }),
  /** The day from which it holds, in the shop's time zone; absent: since ever. Of one place and name the latest that has begun counts. */
  from: Type.Optional(Day),
  isOn: Type.Boolean(),
});
export type LocalFee = Type.Static<typeof LocalFee>;

/** In the order in which they stand on an order. */
export const LocalFees = Type.Array(LocalFee, { maxItems: LOCAL_FEES_MAX });

const Reply = Type.Object({ success: Type.Boolean(), fees: LocalFees, version: Version });

/** Of a cart or an order: what is charged besides products, shipping and the way to pay. It isn't taxed. */
export const ChargeLine = Type.Object({ name: Type.String(), amount: Type.Number() });
export type ChargeLine = Type.Static<typeof ChargeLine>;

export const readLocalFeesSchemas = {
  summary: 'The fees that states lay on deliveries, as the shop charges them.',
  reply: Reply,
} satisfies EndpointSchemas;

export const readLocalFees: Endpoint<typeof readLocalFeesSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const updateLocalFeesSchemas = {
  summary: 'Replace the local fees. Two of one name and place from one day on: 400. An old `version`: 409 with what is there now.',
  body: Type.Object({ fees: LocalFees, version: Type.Optional(Version) }),
  reply: Reply,
} satisfies EndpointSchemas;

export const updateLocalFees: Endpoint<typeof updateLocalFeesSchemas, 'staff'> = {
  method: 'PUT',
  path: PATH,
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};
