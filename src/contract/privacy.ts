/** A person's data: their copy of it, and taking them out of the shop. */
import type { Endpoint } from './endpoint.ts';
import { CREDENTIAL_CHANGE_MINUTES, RECENT_LOGIN_MINUTES } from './limits.ts';
import type * as schemas from './schemas/privacy.ts';

export type { PersonalData } from './schemas/privacy.ts';

const ACCOUNT_PATH = '/api/v1/account';
const USER_PATH = '/api/v1/auth/users/{id}';

export const exportOwnData: Endpoint<typeof schemas.exportOwnData, 'user'> = {
  method: 'GET',
  path: `${ACCOUNT_PATH}/data`,
  access: 'user',
  recentLogin: CREDENTIAL_CHANGE_MINUTES,
};

export const eraseOwnAccount: Endpoint<typeof schemas.eraseOwnAccount, 'user'> = {
  method: 'DELETE',
  path: ACCOUNT_PATH,
  access: 'user',
  recentLogin: CREDENTIAL_CHANGE_MINUTES,
};

export const exportCustomerData: Endpoint<typeof schemas.exportCustomerData, 'staff'> = {
  method: 'GET',
  path: `${USER_PATH}/data`,
  access: 'staff',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const eraseCustomer: Endpoint<typeof schemas.eraseCustomer, 'owner'> = {
  method: 'DELETE',
  path: USER_PATH,
  access: 'owner',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};
