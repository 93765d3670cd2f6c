/** How addresses are asked for in each country, and those that an account keeps, to ship to. */
import * as Type from 'typebox';
import { COUNTRY_CODES } from './countries.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, SuccessResponse } from './fields.ts';
import { ADDRESS_PART_MAX_LENGTH } from './limits.ts';

/** What a part of an address is called in its country: the words of it are the storefront's. */
export const POSTCODE_LABELS = ['postal', 'zip', 'eircode', 'pin'] as const;

export const CITY_LABELS = ['city', 'suburb', 'post_town', 'district'] as const;

export const REGION_LABELS = [
  'province',
  'state',
  'prefecture',
  'county',
  'region',
  'emirate',
  'parish',
  'island',
  'department',
  'area',
  'do_si',
  'district',
  'oblast',
] as const;

const PATH = '/api/v1/account/addresses';

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

const AddressField = Type.Enum(['recipient', 'street', 'postcode', 'city', 'region']);

export const listCountriesSchemas = {
  summary: 'Where the shop ships to, and whether a checkout needs the address in fields, because shipping or tax depend on it.',
  reply: Type.Object({
    success: Type.Boolean(),
    /** Carts are priced for this country until the customer's is known. */
    defaultCountry: Type.String(),
    /** ISO 3166-1, by code. What isn't sent may be bought from anywhere. */
    shipsTo: Type.Array(Type.String()),
    needsFields: Type.Boolean(),
    /** Tax depends on the country, also of what isn't shipped. Absent: it doesn't. */
    isTaxed: Type.Optional(Type.Literal(true)),
    /** A checkout takes a company, its VAT ID and a billing address. Absent: it doesn't. */
    companies: Type.Optional(Type.Literal(true)),
  }),
} satisfies EndpointSchemas;

export const listCountries: Endpoint<typeof listCountriesSchemas, 'public'> = {
  method: 'GET',
  path: '/api/v1/address/countries',
  access: 'public',
  cache: 'shared',
};

export const readAddressFormatSchemas = {
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

export const readAddressFormat: Endpoint<typeof readAddressFormatSchemas, 'public'> = {
  method: 'GET',
  path: '/api/v1/address/countries/{country}',
  access: 'public',
  cache: 'shared',
};

export const listAddressesSchemas = {
  summary: "The caller's addresses, the default one first.",
  reply: Type.Object({ success: Type.Boolean(), addresses: Type.Array(SavedAddress) }),
} satisfies EndpointSchemas;

export const listAddresses: Endpoint<typeof listAddressesSchemas, 'user'> = { method: 'GET', path: PATH, access: 'user' };

export const createAddressSchemas = {
  summary: "Add an address to the caller's; the first one is the default. More than 20: 409.",
  body: AddressInput,
  refusals: ['too_many_addresses'],
  reply: SavedReply,
} satisfies EndpointSchemas;

export const createAddress: Endpoint<typeof createAddressSchemas, 'user'> = { method: 'POST', path: PATH, access: 'user' };

export const updateAddressSchemas = {
  summary: "Change one of the caller's addresses. Anyone else's: 404.",
  params: Type.Object({ id: Id }),
  body: AddressInput,
  refusals: ['address_not_found'],
  reply: SavedReply,
} satisfies EndpointSchemas;

export const updateAddress: Endpoint<typeof updateAddressSchemas, 'user'> = { method: 'PUT', path: `${PATH}/{id}`, access: 'user' };

export const deleteAddressSchemas = {
  summary: "Delete one of the caller's addresses. After the default one, the oldest that is left becomes it. Anyone else's: 404.",
  params: Type.Object({ id: Id }),
  refusals: ['address_not_found'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const deleteAddress: Endpoint<typeof deleteAddressSchemas, 'user'> = { method: 'DELETE', path: `${PATH}/{id}`, access: 'user' };
