/** Where an account is logged in: its owner sees each session and ends it, and an admin ends anybody's. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/session.ts';

export type { ListedSession } from './schemas/session.ts';

const PATH = '/api/v1/account/sessions';

export const listSessions: Endpoint<typeof schemas.listSessions, 'user'> = { method: 'GET', path: PATH, access: 'user' };

export const endSession: Endpoint<typeof schemas.endSession, 'user'> = { method: 'DELETE', path: `${PATH}/{id}`, access: 'user' };

export const endOtherSessions: Endpoint<typeof schemas.endOtherSessions, 'user'> = { method: 'DELETE', path: PATH, access: 'user' };

export const endUserSessions: Endpoint<typeof schemas.endUserSessions, 'staff'> = {
  method: 'DELETE',
  path: '/api/v1/auth/users/{id}/sessions',
  access: 'staff',
  scopes: [],
};
