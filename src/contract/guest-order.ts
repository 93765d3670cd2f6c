/** Orders of guests: read, changed, paid and added to an account by the signature of their link. It travels in bodies, which no log holds. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, NewPassword, SuccessResponse } from './fields.ts';
import { OrderSignature, request } from './order.ts';
import { Order } from './order-fields.ts';

const PATH = '/api/v1/order/guest/orders';

const bySignature = { params: Type.Object({ id: Id }), body: Type.Object({ signature: OrderSignature }) };

export const GuestOrder = Type.Object({
  ...Order.properties,
  /** Who it was made by; for its invoice. */
  name: Type.String(),
  /** Where emails about it go. */
  email: Type.String(),
  /** It was added to an account. */
  isClaimed: Type.Boolean(),
});
export type GuestOrder = Type.Static<typeof GuestOrder>;

const GuestOrderReply = Type.Object({ success: Type.Boolean(), order: GuestOrder });

export const readGuestOrderSchemas = {
  summary: "A guest's order, by the signature of its link. Any other signature, or an order that no guest made: 404.",
  ...bySignature,
  refusals: ['order_not_found'],
  reply: GuestOrderReply,
} satisfies EndpointSchemas;

export const readGuestOrder: Endpoint<typeof readGuestOrderSchemas, 'public'> = {
  method: 'POST',
  path: `${PATH}/{id}`,
  access: 'public',
};

export const cancelGuestOrderSchemas = {
  summary: "Give up a guest's pending order and give its stock back. Twice is the same as once; a paid order: 409.",
  ...bySignature,
  refusals: ['order_not_found', 'wrong_order_status', 'payment_provider_failed', 'payment_unavailable'],
  reply: GuestOrderReply,
} satisfies EndpointSchemas;

export const cancelGuestOrder: Endpoint<typeof cancelGuestOrderSchemas, 'public'> = {
  method: 'POST',
  path: `${PATH}/{id}/cancel`,
  access: 'public',
};

export const resumeGuestCheckoutSchemas = {
  summary: "The payment page of a guest's checkout that still waits; of one that was paid meanwhile, the page of its order. Too late: 409.",
  ...bySignature,
  refusals: ['order_not_found', 'checkout_ended', 'payment_provider_failed', 'payment_unavailable'],
  reply: Type.Object({ success: Type.Boolean(), url: Type.String() }),
} satisfies EndpointSchemas;

export const resumeGuestCheckout: Endpoint<typeof resumeGuestCheckoutSchemas, 'public'> = {
  method: 'POST',
  path: `${PATH}/{id}/pay`,
  access: 'public',
};

export const claimGuestOrderSchemas = {
  summary: "Add a guest's paid order to the caller's account, which must have the order's email (else 409). Twice is the same as once.",
  ...bySignature,
  refusals: ['order_not_found', 'other_email', 'email_unconfirmed'],
  reply: GuestOrderReply,
} satisfies EndpointSchemas;

export const claimGuestOrder: Endpoint<typeof claimGuestOrderSchemas, 'user'> = {
  method: 'POST',
  path: `${PATH}/{id}/claim`,
  access: 'user',
};

export const createGuestAccountSchemas = {
  summary:
    "Make an account of a guest's paid order: its name, email and address, with this password. An email that has one is answered as by a registration. The order is added by `claim`.",
  params: Type.Object({ id: Id }),
  body: Type.Object({ signature: OrderSignature, password: NewPassword }),
  refusals: ['order_not_found', 'wrong_order_status', 'email_taken', 'too_many_attempts'],
  reply: Type.Object({
    success: Type.Boolean(),
    message: Type.String(),
    /** Nobody can log in before the link was opened that this address gets. Absent: they can at once. */
    isConfirmationNeeded: Type.Optional(Type.Boolean()),
  }),
} satisfies EndpointSchemas;

export const createGuestAccount: Endpoint<typeof createGuestAccountSchemas, 'public'> = {
  method: 'POST',
  path: `${PATH}/{id}/account`,
  access: 'public',
};

export const requestClaimLinkSchemas = {
  summary:
    "Email the caller a link that adds all orders to the account which were made as a guest with the account's email. The answer is the same whether there are any.",
  refusals: ['too_many_attempts', 'email_unconfirmed'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const requestClaimLink: Endpoint<typeof requestClaimLinkSchemas, 'user'> = {
  method: 'POST',
  path: '/api/v1/order/guest/claim-link',
  access: 'user',
};

export const claimGuestOrdersSchemas = {
  summary: 'Add those orders, by the token of that link. Expired, or of another account: 404.',
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_.-]+$' }) }),
  refusals: ['link_expired', 'email_unconfirmed'],
  reply: Type.Object({ success: Type.Boolean(), count: Type.Integer() }),
} satisfies EndpointSchemas;

export const claimGuestOrders: Endpoint<typeof claimGuestOrdersSchemas, 'user'> = {
  method: 'POST',
  path: '/api/v1/order/guest/claim',
  access: 'user',
};

export const requestGuestOrderChangeSchemas = {
  summary: "The same of a guest's order, by the signature of its link.",
  params: Type.Object({ id: Id }),
  body: Type.Object({ ...request, signature: OrderSignature }),
  refusals: ['order_not_found', 'wrong_order_status', 'request_open', 'too_many_requests'],
  reply: Type.Object({ success: Type.Boolean(), order: GuestOrder }),
} satisfies EndpointSchemas;

export const requestGuestOrderChange: Endpoint<typeof requestGuestOrderChangeSchemas, 'public'> = {
  method: 'POST',
  path: '/api/v1/order/guest/orders/{id}/request',
  access: 'public',
};
