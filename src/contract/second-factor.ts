/** Logging in with a second factor: the codes of an authenticator app, and recovery codes for when it is lost. */
import type { Endpoint } from './endpoint.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';
import type * as schemas from './schemas/second-factor.ts';

export type { SecondFactor } from './schemas/second-factor.ts';

const PATH = '/api/v1/account/second-factor';

/** After a login that was answered with `second_factor_required`. */
export const logInBySecondFactor: Endpoint<typeof schemas.logInBySecondFactor, 'public'> = {
  method: 'POST',
  path: '/api/v1/auth/login/second-factor',
  access: 'public',
};

export const readSecondFactor: Endpoint<typeof schemas.readSecondFactor, 'user'> = { method: 'GET', path: PATH, access: 'user' };

export const setUpSecondFactor: Endpoint<typeof schemas.setUpSecondFactor, 'user'> = {
  method: 'POST',
  path: PATH,
  access: 'user',
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const confirmSecondFactor: Endpoint<typeof schemas.confirmSecondFactor, 'user'> = {
  method: 'POST',
  path: `${PATH}/confirm`,
  access: 'user',
};

/** Carries password and code itself, so that nobody needs two codes for it. */
export const switchOffSecondFactor: Endpoint<typeof schemas.switchOffSecondFactor, 'user'> = {
  method: 'POST',
  path: `${PATH}/off`,
  access: 'user',
};

export const renewRecoveryCodes: Endpoint<typeof schemas.renewRecoveryCodes, 'user'> = {
  method: 'POST',
  path: `${PATH}/recovery-codes`,
  access: 'user',
  recentLogin: RECENT_LOGIN_MINUTES,
};

/** For somebody who has lost theirs. */
export const removeSecondFactor: Endpoint<typeof schemas.removeSecondFactor, 'owner'> = {
  method: 'DELETE',
  path: '/api/v1/auth/users/{id}/second-factor',
  access: 'owner',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};
