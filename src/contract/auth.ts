/** Registering, logging in and out, resetting a password, and asking whether a token is still valid. */
import type { Endpoint } from './endpoint.ts';
import { CREDENTIAL_CHANGE_MINUTES } from './limits.ts';
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

export const resetPassword: Endpoint<typeof schemas.resetPassword, 'public'> = {
  method: 'POST',
  path: '/api/v1/auth/forget-password',
  access: 'public',
};

export const readResetOptions: Endpoint<typeof schemas.readResetOptions, 'public'> = {
  method: 'GET',
  path: '/api/v1/auth/reset-options',
  access: 'public',
  cache: 'shared',
};

export const requestResetLink: Endpoint<typeof schemas.requestResetLink, 'public'> = {
  method: 'POST',
  path: '/api/v1/auth/reset-link',
  access: 'public',
};

export const resetByLink: Endpoint<typeof schemas.resetByLink, 'public'> = {
  method: 'POST',
  path: '/api/v1/auth/reset-by-link',
  access: 'public',
};

export const confirmEmail: Endpoint<typeof schemas.confirmEmail, 'public'> = {
  method: 'POST',
  path: '/api/v1/auth/confirm-email',
  access: 'public',
};

export const readAccountEmail: Endpoint<typeof schemas.readAccountEmail, 'user'> = {
  method: 'GET',
  path: '/api/v1/account/email',
  access: 'user',
};

export const changeEmail: Endpoint<typeof schemas.changeEmail, 'user'> = {
  method: 'PUT',
  path: '/api/v1/account/email',
  access: 'user',
  recentLogin: CREDENTIAL_CHANGE_MINUTES,
};

export const sendConfirmation: Endpoint<typeof schemas.sendConfirmation, 'user'> = {
  method: 'POST',
  path: '/api/v1/account/email/confirmation',
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
