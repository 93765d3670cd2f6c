import * as Type from 'typebox';
import { CITY_LABELS, POSTCODE_LABELS, REGION_LABELS } from '../address-labels.ts';
import { COUNTRY_CODES } from '../countries.ts';
import type { EndpointSchemas } from '../endpoint.ts';
import { ADDRESS_PART_MAX_LENGTH } from '../limits.ts';
import { Id, SuccessResponse } from './common.ts';

const RequiredPart = Type.String({ minLength: 1, maxLength: ADDRESS_PART_MAX_LENGTH, pattern: '\\S' });
const OptionalPart = Type.String({ maxLength: ADDRESS_PART_MAX_LENGTH });

const Country = Type.Refine(
  Type.String({ description: 'ISO 3166-1, two letters in any case', minLength: 2, maxLength: 2 }),
  (code) => COUNTRY_CODES.includes(code.toUpperCase()),
  () => 'invalid_choice',
);

export const AddressFields = Type.Object({
  recipient: RequiredPart,
  /** With the house's number; may have several lines. */
  street: RequiredPart,
  /** Empty where the country has none, as city and region; where it has, they are checked by the country's rules. */
  postcode: OptionalPart,
  city: OptionalPart,
  /** By code or by name where the country has a list of them. */
  region: OptionalPart,
  country: Country,
});
export type AddressFields = Type.Static<typeof AddressFields>;

export const SavedAddress = Type.Object({
  _id: Id,
  ...AddressFields.properties,
  country: Type.String(),
  /** One of them is; the others are in the order in which they were added. */
  isDefault: Type.Boolean(),
  /** All of it in lines, as an order has it. */
  text: Type.String(),
  /** False: it is of a time when addresses weren't checked, and has to be completed before anything is sent there. */
  isComplete: Type.Optional(Type.Boolean()),
});
export type SavedAddress = Type.Static<typeof SavedAddress>;

/** An address as it was given, of an order or in an answer: no rule is checked any more. */
export const StoredAddress = Type.Object({
  recipient: Type.String(),
  street: Type.String(),
  postcode: Type.String(),
  city: Type.String(),
  region: Type.String(),
  country: Type.String(),
});

const AddressInput = Type.Object({
  ...AddressFields.properties,
  /** True makes it the default in place of another; left out or false changes nothing about that. */
  isDefault: Type.Optional(Type.Boolean()),
});

const SavedReply = Type.Object({ success: Type.Boolean(), address: SavedAddress });

export const listCountries = {
  summary: 'Where the shop ships to, and whether a checkout needs the address in fields, because shipping or tax depend on it.',
  reply: Type.Object({
    success: Type.Boolean(),
    /** Carts are priced for this country until the customer's is known. */
    defaultCountry: Type.String(),
    /** ISO 3166-1, by code. What isn't sent may be bought from anywhere. */
    shipsTo: Type.Array(Type.String()),
    needsFields: Type.Boolean(),
  }),
} satisfies EndpointSchemas;

const AddressField = Type.Enum(['recipient', 'street', 'postcode', 'city', 'region']);

export const readAddressFormat = {
  summary: 'How addresses of a country are asked for: which fields in which order, what they are called, and its regions.',
  params: Type.Object({ country: Type.String({ pattern: '^[A-Z]{2}$' }) }),
  refusals: ['not_found'],
  reply: Type.Object({
    success: Type.Boolean(),
    country: Type.String(),
    /** In the order in which people there write them; what stands in one line is in one list. */
    fields: Type.Array(Type.Array(AddressField)),
    required: Type.Array(AddressField),
    labels: Type.Object({ postcode: Type.Enum(POSTCODE_LABELS), city: Type.Enum(CITY_LABELS), region: Type.Enum(REGION_LABELS) }),
    /** A regular expression of its postcodes, and one of them. */
    postcode: Type.Optional(Type.String()),
    example: Type.Optional(Type.String()),
    /** By name; empty: the region is a text, or isn't asked for. */
    regions: Type.Array(Type.Object({ code: Type.String(), name: Type.String() })),
  }),
} satisfies EndpointSchemas;

export const listAddresses = {
  summary: "The caller's addresses, the default one first.",
  reply: Type.Object({ success: Type.Boolean(), addresses: Type.Array(SavedAddress) }),
} satisfies EndpointSchemas;

export const createAddress = {
  summary: "Add an address to the caller's; the first one is the default. More than 20: 409.",
  body: AddressInput,
  refusals: ['too_many_addresses'],
  reply: SavedReply,
} satisfies EndpointSchemas;

export const updateAddress = {
  summary: "Change one of the caller's addresses. Anyone else's: 404.",
  params: Type.Object({ id: Id }),
  body: AddressInput,
  refusals: ['address_not_found'],
  reply: SavedReply,
} satisfies EndpointSchemas;

export const deleteAddress = {
  summary: "Delete one of the caller's addresses. After the default one, the oldest that is left becomes it. Anyone else's: 404.",
  params: Type.Object({ id: Id }),
  refusals: ['address_not_found'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;
