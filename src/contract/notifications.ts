/** What the merchant is told by email and in the admin area's menu. */
import type { Endpoint } from './endpoint.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';
import type * as schemas from './schemas/notifications.ts';

export type { Notifications, Waiting } from './schemas/notifications.ts';

const PATH = '/api/v1/shop/notifications';

export const readNotifications: Endpoint<typeof schemas.readNotifications, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const updateNotifications: Endpoint<typeof schemas.updateNotifications, 'staff'> = {
  method: 'PUT',
  path: PATH,
  access: 'staff',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const readWaiting: Endpoint<typeof schemas.readWaiting, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/shop/waiting',
  access: 'read-only',
  scopes: ['read'],
};
