/** Orders as the team works on them. Not in order.ts, so that customers don't download it. */
import type { Endpoint } from './endpoint.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';
import type * as schemas from './schemas/order-admin.ts';

const ORDERS_PATH = '/api/v1/order/admin/orders';

export const listAllOrders: Endpoint<typeof schemas.listAllOrders, 'read-only'> = {
  method: 'GET',
  path: ORDERS_PATH,
  access: 'read-only',
  scopes: ['read', 'orders'],
};

export const readAnyOrder: Endpoint<typeof schemas.readAnyOrder, 'read-only'> = {
  method: 'GET',
  path: `${ORDERS_PATH}/{id}`,
  access: 'read-only',
  scopes: ['read', 'orders'],
};

export const exportOrders: Endpoint<typeof schemas.exportOrders, 'read-only'> = {
  method: 'GET',
  path: `${ORDERS_PATH}.csv`,
  access: 'read-only',
  scopes: ['read', 'orders'],
  isDownload: true,
};

export const readOrderNeighbors: Endpoint<typeof schemas.readOrderNeighbors, 'read-only'> = {
  method: 'GET',
  path: `${ORDERS_PATH}/{id}/neighbors`,
  access: 'read-only',
  scopes: ['read', 'orders'],
};

export const shipOrder: Endpoint<typeof schemas.shipOrder, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/ship`,
  access: 'staff',
  scopes: ['orders'],
};

export const shipOrders: Endpoint<typeof schemas.shipOrders, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/ship`,
  access: 'staff',
  scopes: ['orders'],
};

export const findOrdersByNumber: Endpoint<typeof schemas.findOrdersByNumber, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/find`,
  access: 'staff',
  scopes: ['orders'],
};

export const deliverOrder: Endpoint<typeof schemas.deliverOrder, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/deliver`,
  access: 'staff',
  scopes: ['orders'],
};

export const refundOrder: Endpoint<typeof schemas.refundOrder, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/refund`,
  access: 'staff',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: ['orders'],
  invalidates: ['stock'],
};

export const addOrderNote: Endpoint<typeof schemas.addOrderNote, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/notes`,
  access: 'staff',
  scopes: ['orders'],
};

export const acceptOrder: Endpoint<typeof schemas.acceptOrder, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/accept`,
  access: 'staff',
  scopes: ['orders'],
  invalidates: ['stock'],
};

export const endCheckout: Endpoint<typeof schemas.endCheckout, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/cancel`,
  access: 'staff',
  scopes: ['orders'],
};
