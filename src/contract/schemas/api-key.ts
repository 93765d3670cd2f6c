import * as Type from 'typebox';
import { API_KEY_SCOPES } from '../api-key-scopes.ts';
import type { EndpointSchemas } from '../endpoint.ts';
import { API_KEY_DAYS_MAX, API_KEY_NAME_MAX_LENGTH } from '../limits.ts';
import { Id, SuccessResponse } from './common.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Scopes = Type.Array(Type.Enum(API_KEY_SCOPES), { minItems: 1, maxItems: API_KEY_SCOPES.length });

export const ApiKey = Type.Object({
  _id: Id,
  name: Type.String(),
  /** How the key begins, to recognise it by; the rest is known only to whoever was shown it. */
  prefix: Type.String(),
  scopes: Scopes,
  /** `expired`: its day has passed. `paused`: who made it is no owner now. Both are refused. */
  status: Type.Enum(['active', 'expired', 'paused']),
  /** The name of who made it. */
  by: Type.String(),
  /** ISO 8601 */
  createdAt: Type.String(),
  /** Null: it doesn't expire. */
  expiresAt: Nullable(Type.String()),
  /** To the minute; null: never. */
  usedAt: Nullable(Type.String()),
});
export type ApiKey = Type.Static<typeof ApiKey>;

const KeysReply = Type.Object({ success: Type.Boolean(), keys: Type.Array(ApiKey) });

export const listApiKeys = {
  summary: 'The API keys that were not ended, the newest first.',
  reply: KeysReply,
} satisfies EndpointSchemas;

export const createApiKey = {
  summary: 'Make an API key. The reply alone has the key itself; the shop keeps only its hash.',
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: API_KEY_NAME_MAX_LENGTH, pattern: '\\S' }),
    scopes: Scopes,
    /** Absent: it doesn't expire. */
    expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: API_KEY_DAYS_MAX })),
  }),
  refusals: ['too_many_api_keys'],
  reply: Type.Object({ ...KeysReply.properties, key: Type.String() }),
} satisfies EndpointSchemas;

export const endApiKey = {
  summary: 'End an API key: its next call is refused.',
  params: Type.Object({ id: Id }),
  refusals: ['api_key_not_found'],
  reply: Type.Object({ ...SuccessResponse.properties, keys: Type.Array(ApiKey) }),
} satisfies EndpointSchemas;
