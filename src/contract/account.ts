/** A customer's own profile, and the customers as an admin sees them. */
import type { Endpoint } from './endpoint.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';
import type * as schemas from './schemas/account.ts';

export type { Customer, CustomerNote, CustomerOrder, ListedUser, UserFilter } from './schemas/account.ts';

const USERS_PATH = '/api/v1/auth/users';

export const readProfile: Endpoint<typeof schemas.readProfile, 'user'> = {
  method: 'GET',
  path: '/api/v1/auth/profile',
  access: 'user',
};

export const updateProfile: Endpoint<typeof schemas.updateProfile, 'user'> = {
  method: 'PUT',
  path: '/api/v1/auth/update-details',
  access: 'user',
};

export const listUsers: Endpoint<typeof schemas.listUsers, 'read-only'> = {
  method: 'GET',
  path: USERS_PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const exportUsers: Endpoint<typeof schemas.exportUsers, 'read-only'> = {
  method: 'GET',
  path: `${USERS_PATH}.csv`,
  access: 'read-only',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: ['read'],
  isDownload: true,
};

export const readCustomer: Endpoint<typeof schemas.readCustomer, 'read-only'> = {
  method: 'GET',
  path: `${USERS_PATH}/{id}`,
  access: 'read-only',
  scopes: ['read'],
};

export const disableCustomer: Endpoint<typeof schemas.disableCustomer, 'staff'> = {
  method: 'POST',
  path: `${USERS_PATH}/{id}/disable`,
  access: 'staff',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const enableCustomer: Endpoint<typeof schemas.enableCustomer, 'staff'> = {
  method: 'POST',
  path: `${USERS_PATH}/{id}/enable`,
  access: 'staff',
  scopes: [],
};

export const addCustomerNote: Endpoint<typeof schemas.addCustomerNote, 'staff'> = {
  method: 'POST',
  path: `${USERS_PATH}/{id}/notes`,
  access: 'staff',
  scopes: [],
};

export const deleteCustomerNote: Endpoint<typeof schemas.deleteCustomerNote, 'staff'> = {
  method: 'DELETE',
  path: `${USERS_PATH}/{id}/notes/{note}`,
  access: 'staff',
  scopes: [],
};
