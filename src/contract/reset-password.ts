/** A forgotten password, by the answer to the security question or by a link. */
import type { Endpoint } from './endpoint.ts';
import { CREDENTIAL_CHANGE_MINUTES } from './limits.ts';
import type * as schemas from './schemas/auth.ts';

export const resetPassword: Endpoint<typeof schemas.resetPassword, 'public'> = {
  method: 'POST',
  path: '/api/v1/auth/forget-password',
  access: 'public',
};

export const changeAnswer: Endpoint<typeof schemas.changeAnswer, 'user'> = {
  method: 'PUT',
  path: '/api/v1/account/answer',
  access: 'user',
  recentLogin: CREDENTIAL_CHANGE_MINUTES,
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
