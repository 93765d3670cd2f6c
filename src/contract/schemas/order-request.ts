import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { CHECKOUT_MAX_LINES, REASON_MAX_LENGTH } from '../limits.ts';
import { Id } from './common.ts';
import { GuestOrder } from './guest-order.ts';
import { OrderSignature } from './order.ts';
import { AdminOrder, Order, RequestedLine, RequestKind } from './order-fields.ts';

const Reason = Type.String({ minLength: 1, maxLength: REASON_MAX_LENGTH, pattern: '\\S' });

const request = {
  kind: RequestKind,
  reason: Reason,
  /** Of a return: what is sent back. Of a cancellation it is all of the order. */
  lines: Type.Optional(Type.Array(RequestedLine, { maxItems: CHECKOUT_MAX_LINES })),
};

export const requestOrderChange = {
  summary:
    "Ask to cancel one of the caller's paid orders that isn't shipped, or to return what was shipped. While one request is open, or in another status: 409.",
  params: Type.Object({ id: Id }),
  body: Type.Object(request),
  refusals: ['order_not_found', 'wrong_order_status', 'request_open', 'too_many_requests'],
  reply: Type.Object({ success: Type.Boolean(), order: Order }),
} satisfies EndpointSchemas;

export const requestGuestOrderChange = {
  summary: "The same of a guest's order, by the signature of its link.",
  params: Type.Object({ id: Id }),
  body: Type.Object({ ...request, signature: OrderSignature }),
  refusals: ['order_not_found', 'wrong_order_status', 'request_open', 'too_many_requests'],
  reply: Type.Object({ success: Type.Boolean(), order: GuestOrder }),
} satisfies EndpointSchemas;

export const declineOrderRequest = {
  summary:
    'Decline the open request of an order, with words for the customer. It is approved by a refund that names it. None is open: 409.',
  params: Type.Object({ id: Id }),
  body: Type.Object({ request: Id, answer: Reason }),
  refusals: ['order_not_found', 'request_closed'],
  reply: Type.Object({ success: Type.Boolean(), order: AdminOrder }),
} satisfies EndpointSchemas;
