/** Asking to cancel a paid order, or to send back what arrived; an admin approves it by a refund, or declines. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/order-request.ts';

export const requestOrderChange: Endpoint<typeof schemas.requestOrderChange, 'user'> = {
  method: 'POST',
  path: '/api/v1/order/orders/{id}/request',
  access: 'user',
};

export const requestGuestOrderChange: Endpoint<typeof schemas.requestGuestOrderChange, 'public'> = {
  method: 'POST',
  path: '/api/v1/order/guest/orders/{id}/request',
  access: 'public',
};

export const declineOrderRequest: Endpoint<typeof schemas.declineOrderRequest, 'staff'> = {
  method: 'POST',
  path: '/api/v1/order/admin/orders/{id}/decline-request',
  access: 'staff',
  scopes: ['orders'],
};
