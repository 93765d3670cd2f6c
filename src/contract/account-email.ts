/** An account's email: confirming it, and another one in its place. */
import type { Endpoint } from './endpoint.ts';
import { CREDENTIAL_CHANGE_MINUTES } from './limits.ts';
import type * as schemas from './schemas/auth.ts';

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
