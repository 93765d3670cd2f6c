import * as Type from 'typebox';
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
  /** Empty where the country has none, as the region. */
  postcode: OptionalPart,
  city: RequiredPart,
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
});
export type SavedAddress = Type.Static<typeof SavedAddress>;

const AddressInput = Type.Object({
  ...AddressFields.properties,
  /** True makes it the default in place of another; left out or false changes nothing about that. */
  isDefault: Type.Optional(Type.Boolean()),
});

const SavedReply = Type.Object({ success: Type.Boolean(), address: SavedAddress });

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
