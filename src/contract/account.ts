/** A customer's own profile, and the customers as an admin sees them. */
import type { Endpoint } from './endpoint.ts';
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

export const listUsers: Endpoint<typeof schemas.listUsers, 'admin'> = {
  method: 'GET',
  path: USERS_PATH,
  access: 'admin',
};

export const exportUsers: Endpoint<typeof schemas.exportUsers, 'admin'> = {
  method: 'GET',
  path: `${USERS_PATH}.csv`,
  access: 'admin',
  isDownload: true,
};

export const readCustomer: Endpoint<typeof schemas.readCustomer, 'admin'> = {
  method: 'GET',
  path: `${USERS_PATH}/{id}`,
  access: 'admin',
};

export const disableCustomer: Endpoint<typeof schemas.disableCustomer, 'admin'> = {
  method: 'POST',
  path: `${USERS_PATH}/{id}/disable`,
  access: 'admin',
};

export const enableCustomer: Endpoint<typeof schemas.enableCustomer, 'admin'> = {
  method: 'POST',
  path: `${USERS_PATH}/{id}/enable`,
  access: 'admin',
};

export const addCustomerNote: Endpoint<typeof schemas.addCustomerNote, 'admin'> = {
  method: 'POST',
  path: `${USERS_PATH}/{id}/notes`,
  access: 'admin',
};

export const deleteCustomerNote: Endpoint<typeof schemas.deleteCustomerNote, 'admin'> = {
  method: 'DELETE',
  path: `${USERS_PATH}/{id}/notes/{note}`,
  access: 'admin',
};
