/** A customer's own profile, and the list of customers that an admin sees. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/account.ts';

export type { ListedUser } from './schemas/account.ts';

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
  path: '/api/v1/auth/users',
  access: 'admin',
};
