/** Orders of guests: read, cancelled, paid and added to an account by the signature of their link. It travels in bodies, which no log holds. */
import type { Endpoint } from './endpoint.ts';
import type * as schemas from './schemas/guest-order.ts';

export type { GuestOrder } from './schemas/guest-order.ts';

const PATH = '/api/v1/order/guest/orders';

export const readGuestOrder: Endpoint<typeof schemas.readGuestOrder, 'public'> = {
  method: 'POST',
  path: `${PATH}/{id}`,
  access: 'public',
};

export const cancelGuestOrder: Endpoint<typeof schemas.cancelGuestOrder, 'public'> = {
  method: 'POST',
  path: `${PATH}/{id}/cancel`,
  access: 'public',
};

export const resumeGuestCheckout: Endpoint<typeof schemas.resumeGuestCheckout, 'public'> = {
  method: 'POST',
  path: `${PATH}/{id}/pay`,
  access: 'public',
};

export const claimGuestOrder: Endpoint<typeof schemas.claimGuestOrder, 'user'> = {
  method: 'POST',
  path: `${PATH}/{id}/claim`,
  access: 'user',
};

export const requestClaimLink: Endpoint<typeof schemas.requestClaimLink, 'user'> = {
  method: 'POST',
  path: '/api/v1/order/guest/claim-link',
  access: 'user',
};

export const claimGuestOrders: Endpoint<typeof schemas.claimGuestOrders, 'user'> = {
  method: 'POST',
  path: '/api/v1/order/guest/claim',
  access: 'user',
};
