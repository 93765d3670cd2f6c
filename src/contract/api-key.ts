/** API keys, by which other programs call the shop. Only owners who are logged in create and revoke them: no key manages keys. */
import type { Endpoint } from './endpoint.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';
import type * as schemas from './schemas/api-key.ts';

export type { ApiKey } from './schemas/api-key.ts';

const PATH = '/api/v1/api-keys';

export const listApiKeys: Endpoint<typeof schemas.listApiKeys, 'owner'> = { method: 'GET', path: PATH, access: 'owner', scopes: [] };

export const createApiKey: Endpoint<typeof schemas.createApiKey, 'owner'> = {
  method: 'POST',
  path: PATH,
  access: 'owner',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const endApiKey: Endpoint<typeof schemas.endApiKey, 'owner'> = {
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: 'owner',
  scopes: [],
};
