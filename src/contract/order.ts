/** Checkout, a customer's own orders, and the payment provider's webhook. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/order.ts';

export type {
  AdminOrder,
  Dispute,
  Order,
  OrderChange,
  OrderFilter,
  OrderLine,
  OrderNote,
  OrderPayment,
  OrderRequest,
  OrderStatus,
} from './schemas/order-fields.ts';

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

/** The signed event of whatever payment provider is set up; its raw body is what the signature covers. */
export const receivePaymentWebhook: Endpoint<typeof schemas.receivePaymentWebhook, 'public'> = {
  method: 'POST',
  path: '/api/v1/payment/webhook',
  access: 'public',
};
