/** API keys, by which other programs call the shop. Only owners who are logged in create and revoke them: no key manages keys. */
import * as Type from 'typebox';
import { API_KEY_SCOPES } from './access.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, Nullable, SuccessResponse } from './fields.ts';
import { API_KEY_DAYS_MAX, API_KEY_NAME_MAX_LENGTH, RECENT_LOGIN_MINUTES } from './limits.ts';

const PATH = '/api/v1/api-keys';

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

export const listApiKeysSchemas = {
  summary: 'The API keys that were not ended, the newest first.',
  reply: KeysReply,
} satisfies EndpointSchemas;

export const listApiKeys: Endpoint<typeof listApiKeysSchemas, 'owner'> = { method: 'GET', path: PATH, access: 'owner', scopes: [] };

export const createApiKeySchemas = {
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

export const createApiKey: Endpoint<typeof createApiKeySchemas, 'owner'> = {
  method: 'POST',
  path: PATH,
  access: 'owner',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const endApiKeySchemas = {
  summary: 'End an API key: its next call is refused.',
  params: Type.Object({ id: Id }),
  refusals: ['api_key_not_found'],
  reply: Type.Object({ ...SuccessResponse.properties, keys: Type.Array(ApiKey) }),
} satisfies EndpointSchemas;

export const endApiKey: Endpoint<typeof endApiKeySchemas, 'owner'> = {
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: 'owner',
  scopes: [],
};
