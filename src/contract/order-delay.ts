/** Orders that run late: the team sets a new day, and the customer chooses to wait or to cancel. */
import * as Type from 'typebox';
import { DELAY_ANSWERS, Delay } from './delay-fields.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { ERROR_CODES } from './errors.ts';
import { Day, Id } from './fields.ts';
import { NOTE_MAX_LENGTH, SHIPMENTS_MAX } from './limits.ts';
import { OrderSignature } from './order.ts';
import { ORDERS_PATH } from './order-admin.ts';
import { OrderLine, OrderStatus } from './order-fields.ts';

const PATH = '/api/v1/order/delays';

export const delayOrdersSchemas = {
  summary:
    'Set a new day for orders that run late, each by itself: what keeps one from it is told, and the others go on. Each customer gets an email with a link to wait or cancel. The day that an order has already changes nothing.',
  body: Type.Object({
    orders: Type.Array(Id, { minItems: 1, maxItems: SHIPMENTS_MAX, uniqueItems: true }),
    /** The last day on which they should arrive; null: it isn't known. */
    day: Type.Union([Day, Type.Null()]),
    /** Why, in the shop's words; in the email, and on the order. */
    message: Type.Optional(Type.String({ maxLength: NOTE_MAX_LENGTH })),
  }),
  reply: Type.Object({
    success: Type.Boolean(),
    /** In the order of the orders. */
    results: Type.Array(
      Type.Object({
        order: Id,
        /** Null: it has the new day. */
        error: Type.Union([Type.Object({ code: Type.Enum(ERROR_CODES), message: Type.String() }), Type.Null()]),
      }),
    ),
  }),
} satisfies EndpointSchemas;

export const delayOrders: Endpoint<typeof delayOrdersSchemas, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/delay`,
  access: 'staff',
  scopes: ['orders'],
};

/**
 * open: it can be answered. sent: it is on its way. cancelled: the customer has cancelled it. refunded: all of it is. newer: a later day was set, whose
 * email has a link of its own.
 */
const DELAY_STATES = ['open', 'sent', 'cancelled', 'refunded', 'newer'] as const;

const DelayedOrder = Type.Object({
  _id: Id,
  number: Type.Integer(),
  status: OrderStatus,
  currency: Type.String(),
  /** What would be refunded. */
  left: Type.Number(),
  lines: Type.Array(
    Type.Object({ name: OrderLine.properties.name, options: OrderLine.properties.options, quantity: OrderLine.properties.quantity }),
  ),
  delay: Delay,
  state: Type.Enum(DELAY_STATES),
  /** The refund is on its way; absent: the shop still has to make it. */
  isRefunding: Type.Optional(Type.Literal(true)),
});
export type DelayedOrder = Type.Static<typeof DelayedOrder>;

const params = Type.Object({ id: Id });
const Link = { delay: Id, signature: OrderSignature };
const DelayReply = Type.Object({ success: Type.Boolean(), order: DelayedOrder });

export const readDelaySchemas = {
  summary: 'A delay of an order, by the signature of the link in its email, which opens nothing else. Any other signature: 404.',
  params,
  body: Type.Object(Link),
  refusals: ['order_not_found'],
  reply: DelayReply,
} satisfies EndpointSchemas;

export const readDelay: Endpoint<typeof readDelaySchemas, 'public'> = {
  method: 'POST',
  path: `${PATH}/{id}`,
  access: 'public',
};

export const answerDelaySchemas = {
  summary:
    'Wait for an order that runs late, or cancel it, by that signature. Cancelled, all that is left of the payment is refunded. The same answer twice is the same as once; an order that is sent, cancelled or has a newer day: 409.',
  params,
  body: Type.Object({ ...Link, answer: Type.Enum(DELAY_ANSWERS) }),
  refusals: ['order_not_found', 'wrong_order_status', 'request_closed', 'too_many_attempts'],
  reply: DelayReply,
} satisfies EndpointSchemas;

export const answerDelay: Endpoint<typeof answerDelaySchemas, 'public'> = {
  method: 'POST',
  path: `${PATH}/{id}/answer`,
  access: 'public',
};
