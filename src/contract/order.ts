/** Checkout and orders: the customer's own, everybody's for admins, and the payment provider's webhook. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/order.ts';

export type { AdminOrder, Order, OrderChange, OrderFilter, OrderLine, OrderNote, OrderRequest, OrderStatus } from './schemas/order.ts';

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

export const listAllOrders: Endpoint<typeof schemas.listAllOrders, 'admin'> = {
  method: 'GET',
  path: ORDERS_PATH,
  access: 'admin',
};

export const readAnyOrder: Endpoint<typeof schemas.readAnyOrder, 'admin'> = {
  method: 'GET',
  path: `${ORDERS_PATH}/{id}`,
  access: 'admin',
};

export const exportOrders: Endpoint<typeof schemas.exportOrders, 'admin'> = {
  method: 'GET',
  path: `${ORDERS_PATH}.csv`,
  access: 'admin',
  isDownload: true,
};

export const readOrderNeighbors: Endpoint<typeof schemas.readOrderNeighbors, 'admin'> = {
  method: 'GET',
  path: `${ORDERS_PATH}/{id}/neighbors`,
  access: 'admin',
};

export const shipOrder: Endpoint<typeof schemas.shipOrder, 'admin'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/ship`,
  access: 'admin',
};

export const shipOrders: Endpoint<typeof schemas.shipOrders, 'admin'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/ship`,
  access: 'admin',
};

export const findOrdersByNumber: Endpoint<typeof schemas.findOrdersByNumber, 'admin'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/find`,
  access: 'admin',
};

export const deliverOrder: Endpoint<typeof schemas.deliverOrder, 'admin'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/deliver`,
  access: 'admin',
};

export const refundOrder: Endpoint<typeof schemas.refundOrder, 'admin'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/refund`,
  access: 'admin',
  invalidates: ['stock'],
};

export const addOrderNote: Endpoint<typeof schemas.addOrderNote, 'admin'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/notes`,
  access: 'admin',
};

export const acceptOrder: Endpoint<typeof schemas.acceptOrder, 'admin'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/accept`,
  access: 'admin',
  invalidates: ['stock'],
};

export const endCheckout: Endpoint<typeof schemas.endCheckout, 'admin'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/cancel`,
  access: 'admin',
};

/** The signed event of whatever payment provider is set up; its raw body is what the signature covers. */
export const receivePaymentWebhook: Endpoint<typeof schemas.receivePaymentWebhook, 'public'> = {
  method: 'POST',
  path: '/api/v1/payment/webhook',
  access: 'public',
};
