/** Checkout and orders: the customer's own, everybody's for admins, and the payment provider's webhook. */
import type { Endpoint } from './endpoint.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';
import type * as schemas from './schemas/order.ts';

export type {
  AdminOrder,
  Order,
  OrderChange,
  OrderFilter,
  OrderLine,
  OrderNote,
  OrderRequest,
  OrderStatus,
} from './schemas/order-fields.ts';

const ORDERS_PATH = '/api/v1/order/admin/orders';

export const startCheckout: Endpoint<typeof schemas.startCheckout, 'guest'> = {
  method: 'POST',
  path: '/api/v1/product/api/create-checkout-session',
  access: 'guest',
};

export const listOrders: Endpoint<typeof schemas.listOrders, 'user'> = {
  method: 'GET',
  path: '/api/v1/order/orders',
  access: 'user',
};

export const readOrder: Endpoint<typeof schemas.readOrder, 'user'> = {
  method: 'GET',
  path: '/api/v1/order/orders/{id}',
  access: 'user',
};

export const cancelOrder: Endpoint<typeof schemas.cancelOrder, 'user'> = {
  method: 'POST',
  path: '/api/v1/order/orders/{id}/cancel',
  access: 'user',
};

export const resumeCheckout: Endpoint<typeof schemas.resumeCheckout, 'user'> = {
  method: 'POST',
  path: '/api/v1/order/orders/{id}/pay',
  access: 'user',
};

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

/** The signed event of whatever payment provider is set up; its raw body is what the signature covers. */
export const receivePaymentWebhook: Endpoint<typeof schemas.receivePaymentWebhook, 'public'> = {
  method: 'POST',
  path: '/api/v1/payment/webhook',
  access: 'public',
};
