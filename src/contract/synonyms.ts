/** The groups of words that a search takes for the same, as a merchant lists them. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Version } from './fields.ts';
import { SYNONYM_GROUPS_MAX, SYNONYM_MAX_LENGTH, SYNONYMS_MAX } from './limits.ts';
import { MEGABYTE } from './values.ts';

/** One word or two. */
const Synonym = Type.String({ minLength: 1, maxLength: SYNONYM_MAX_LENGTH, pattern: '^[^\\s,]+( [^\\s,]+)?$' });

/** Each group is of words that a search takes for the same. */
export const SynonymGroups = Type.Array(Type.Array(Synonym, { minItems: 2, maxItems: SYNONYMS_MAX }), { maxItems: SYNONYM_GROUPS_MAX });

const SynonymsReply = { groups: SynonymGroups, version: Version };

export const readSynonymsSchemas = {
  summary: 'The groups of words that a search takes for the same.',
  reply: Type.Object({ success: Type.Boolean(), ...SynonymsReply }),
} satisfies EndpointSchemas;

export const readSynonyms: Endpoint<typeof readSynonymsSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/shop/synonyms',
  access: 'read-only',
  scopes: ['read'],
};

export const updateSynonymsSchemas = {
  summary: 'Change the groups of words that a search takes for the same. An old `version`: 409 with what is there now.',
  body: Type.Object({ groups: SynonymGroups, version: Type.Optional(Version) }),
  /** As many synonyms as there may be, of four bytes a character, take 600 kB. */
  bodyLimit: MEGABYTE,
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), ...SynonymsReply }),
} satisfies EndpointSchemas;

export const updateSynonyms: Endpoint<typeof updateSynonymsSchemas, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/shop/synonyms',
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};
