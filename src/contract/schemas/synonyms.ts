import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { Version } from './common.ts';

/** One word or two. */
const SynonymTerm = Type.String({ minLength: 1, maxLength: 40, pattern: '^[^\\s,]+( [^\\s,]+)?$' });

export const SynonymGroups = Type.Array(Type.Array(SynonymTerm, { minItems: 2, maxItems: 12 }), { maxItems: 300 });

const SynonymsReply = { groups: SynonymGroups, version: Version };

export const readSynonyms = {
  summary: 'The groups of words that a search takes for the same.',
  reply: Type.Object({ success: Type.Boolean(), ...SynonymsReply }),
} satisfies EndpointSchemas;

export const updateSynonyms = {
  summary: 'Change the groups of words that a search takes for the same. An old `version`: 409 with what is there now.',
  body: Type.Object({ groups: SynonymGroups, version: Type.Optional(Version) }),
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), ...SynonymsReply }),
} satisfies EndpointSchemas;
