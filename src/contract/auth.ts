/** Registering, logging in and out, resetting a password, and asking whether a token is still valid. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/auth.ts';

export type { User } from './schemas/auth.ts';

export const register: Endpoint<typeof schemas.register, 'public'> = {
  method: 'POST',
  path: '/api/v1/auth/register',
  access: 'public',
};

export const login: Endpoint<typeof schemas.login, 'public'> = {
  method: 'POST',
  path: '/api/v1/auth/login',
  access: 'public',
};

export const logout: Endpoint<typeof schemas.logout, 'user'> = {
  method: 'POST',
  path: '/api/v1/auth/logout',
  access: 'user',
};

export const reauthenticate: Endpoint<typeof schemas.reauthenticate, 'user'> = {
  method: 'POST',
  path: '/api/v1/auth/reauthenticate',
  access: 'user',
};

export const checkUser: Endpoint<typeof schemas.checkUser, 'user'> = {
  method: 'GET',
  path: '/api/v1/auth/user-auth',
  access: 'user',
  isAuthCheck: true,
};

export const checkAdmin: Endpoint<typeof schemas.checkAdmin, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/auth/admin-auth',
  access: 'read-only',
  scopes: [],
  isAuthCheck: true,
};
