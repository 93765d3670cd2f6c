/** Who answers for the safety of products, as records that products and brands name (Regulation (EU) 2023/988, Article 19). */
import * as Type from 'typebox';
import { COUNTRY_CODES } from './countries.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, Nullable, SingleLine, SuccessResponse, Version } from './fields.ts';
import { ADDRESS_MAX_LENGTH, BRAND_NAME_MAX_LENGTH, FIELD_URL_MAX_LENGTH } from './limits.ts';
import { MakerKey } from './product-details.ts';
import { OptionalEmail } from './settings.ts';

const PATH = '/api/v1/safety/contacts';
const params = Type.Object({ id: Id });

/** manufacturer: makes products, or has them made under its name. responsible_person: answers for products of makers outside. */
export const SAFETY_ROLES = ['manufacturer', 'responsible_person'] as const;
export type SafetyRole = (typeof SAFETY_ROLES)[number];

const Country = Type.Refine(
  Type.String({ pattern: '^[A-Z]{2}$', description: 'A code of ISO 3166-1' }),
  (code) => COUNTRY_CODES.includes(code),
  () => 'unknown',
);

const Name = Type.Intersect([Type.String({ minLength: 1, pattern: '\\S' }), SingleLine(BRAND_NAME_MAX_LENGTH)]);

const SafetyContactInput = {
  role: Type.Enum(SAFETY_ROLES),
  name: Name,
  /** The postal address in several lines, without the country. */
  address: Type.String({ minLength: 1, maxLength: ADDRESS_MAX_LENGTH, pattern: '\\S' }),
  country: Country,
  /** Empty or absent: none. An email, a web address or both. */
  email: Type.Optional(OptionalEmail),
  website: Type.Optional(Type.String({ maxLength: FIELD_URL_MAX_LENGTH, pattern: '^(https?://[^\\s<>"]+)?$' })),
  /** The `_id` of the responsible person in the European Union, and in the United Kingdom; null or absent: none. */
  euPerson: Type.Optional(Nullable(Id)),
  ukPerson: Type.Optional(Nullable(Id)),
};

export const SafetyContact = Type.Object({
  _id: Id,
  /** By which products, brands and files name it. It never changes. */
  key: MakerKey,
  role: Type.Enum(SAFETY_ROLES),
  name: Type.String(),
  address: Type.String(),
  country: Type.String(),
  email: Type.String(),
  website: Type.String(),
  euPerson: Nullable(Id),
  ukPerson: Nullable(Id),
  version: Version,
});
export type SafetyContact = Type.Static<typeof SafetyContact>;

export const ListedSafetyContact = Type.Object({
  ...SafetyContact.properties,
  /** How many products name it themselves, counted to 10,000, and how many brands and other contacts do. */
  products: Type.Integer(),
  brands: Type.Integer(),
  contacts: Type.Integer(),
});
export type ListedSafetyContact = Type.Static<typeof ListedSafetyContact>;

const ContactReply = Type.Object({ success: Type.Boolean(), message: Type.String(), contact: SafetyContact });

export const listSafetyContactsSchemas = {
  summary: 'The manufacturers and responsible persons by name, with how many products and brands name each; 2,000 at most.',
  reply: Type.Object({ success: Type.Boolean(), contacts: Type.Array(ListedSafetyContact) }),
} satisfies EndpointSchemas;

export const listSafetyContacts: Endpoint<typeof listSafetyContactsSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const createSafetyContactSchemas = {
  summary: 'Add a manufacturer or a responsible person. A name that another one of this role has: 409; without email and website: 400.',
  body: Type.Object(SafetyContactInput),
  refusals: ['name_taken', 'too_many_contacts'],
  reply: ContactReply,
} satisfies EndpointSchemas;

export const createSafetyContact: Endpoint<typeof createSafetyContactSchemas, 'staff'> = {
  method: 'POST',
  path: PATH,
  access: 'staff',
  scopes: ['catalogue'],
};

export const updateSafetyContactSchemas = {
  summary:
    'Change a manufacturer or a responsible person: every product shows it at once. Its role stays while something names it. An old `version`: 409 with what is there now.',
  params,
  body: Type.Object({ ...SafetyContactInput, version: Type.Optional(Version) }),
  refusals: ['not_found', 'name_taken', 'contact_in_use'],
  reply: ContactReply,
} satisfies EndpointSchemas;

export const updateSafetyContact: Endpoint<typeof updateSafetyContactSchemas, 'staff'> = {
  method: 'PUT',
  path: `${PATH}/{id}`,
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['products'],
};

export const deleteSafetyContactSchemas = {
  summary: 'Delete one that nothing names; otherwise 409, with how many products and brands do.',
  params,
  refusals: ['not_found', 'contact_in_use'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const deleteSafetyContact: Endpoint<typeof deleteSafetyContactSchemas, 'staff'> = {
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: 'staff',
  scopes: ['catalogue'],
};
