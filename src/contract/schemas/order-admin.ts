import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { ERROR_CODES } from '../error-codes.ts';
import {
  CARRIER_MAX_LENGTH,
  CHECKOUT_MAX_LINES,
  NOTE_MAX_LENGTH,
  ORDER_NUMBERS_MAX,
  ORDER_SEARCH_MAX_LENGTH,
  REASON_MAX_LENGTH,
  SHIPMENTS_MAX,
  TRACKING_MAX_LENGTH,
} from '../limits.ts';
import { NOTE_AUDIENCES } from '../order-status.ts';
import { CsvFile, Day, dollars, Id, KeysetPagination, KeysetQuery, Version } from './common.ts';
import { AdminOrder, OrderFilter, OrderStatus, RequestedLine } from './order-fields.ts';

const AdminOrderReply = Type.Object({ success: Type.Boolean(), order: AdminOrder });

/** Which orders an admin's list has. */
const OrderListFilter = {
  status: Type.Optional(OrderFilter),
  keyword: Type.Optional(Type.String({ maxLength: ORDER_SEARCH_MAX_LENGTH })),
  /** Placed from this day on, and on no later day than that; in the shop's time zone, as `2026-11-23`. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
};

export const listAllOrders = {
  summary:
    "Everybody's orders, newest first; checkouts that were never paid only where `status` asks for them. `keyword` is a number, an id, or part of a buyer's name or email.",
  query: Type.Object({ ...KeysetQuery, ...OrderListFilter }),
  reply: Type.Object({ success: Type.Boolean(), orders: Type.Array(AdminOrder), ...KeysetPagination }),
} satisfies EndpointSchemas;

export const exportOrders = {
  summary: 'Orders as CSV, as the list is filtered, newest first. No cell begins a formula.',
  query: Type.Object(OrderListFilter),
  reply: CsvFile,
} satisfies EndpointSchemas;

const Neighbor = Type.Union([Type.Object({ _id: Id, number: Type.Union([Type.Integer(), Type.Null()]) }), Type.Null()]);

export const readOrderNeighbors = {
  summary: 'The orders before and behind one in a list with that filter, also where it has left the list meanwhile. Null: there is none.',
  params: Type.Object({ id: Id }),
  query: Type.Object(OrderListFilter),
  refusals: ['order_not_found'],
  reply: Type.Object({ success: Type.Boolean(), previous: Neighbor, next: Neighbor }),
} satisfies EndpointSchemas;

export const readAnyOrder = {
  summary: 'An order with its history.',
  params: Type.Object({ id: Id }),
  refusals: ['order_not_found'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

const Shipment = {
  carrier: Type.String({ minLength: 1, maxLength: CARRIER_MAX_LENGTH, pattern: '\\S' }),
  /** A number or a link. */
  tracking: Type.String({ maxLength: TRACKING_MAX_LENGTH }),
  version: Type.Optional(Version),
};

export const shipOrder = {
  summary: 'Mark a paid order as shipped. Twice, or in another state: 409.',
  params: Type.Object({ id: Id }),
  body: Type.Object(Shipment),
  refusals: ['order_not_found', 'wrong_order_status'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const shipOrders = {
  summary:
    'Mark several orders as shipped, each by itself: what keeps one from it is told, and the others go on. One that its customer asks to cancel is refused (`request_open`).',
  body: Type.Object({
    shipments: Type.Array(Type.Object({ order: Id, ...Shipment }), { minItems: 1, maxItems: SHIPMENTS_MAX }),
  }),
  reply: Type.Object({
    success: Type.Boolean(),
    /** In the order of the shipments. */
    results: Type.Array(
      Type.Object({
        order: Id,
        /** Null: it is shipped. */
        error: Type.Union([Type.Object({ code: Type.Enum(ERROR_CODES), message: Type.String() }), Type.Null()]),
      }),
    ),
  }),
} satisfies EndpointSchemas;

export const findOrdersByNumber = {
  summary: 'Orders by their numbers, as before they are shipped together; those that there are.',
  body: Type.Object({
    numbers: Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { minItems: 1, maxItems: ORDER_NUMBERS_MAX }),
  }),
  reply: Type.Object({
    success: Type.Boolean(),
    orders: Type.Array(
      Type.Object({
        _id: Id,
        number: Type.Integer(),
        status: OrderStatus,
        buyer: Type.String(),
        version: Version,
        /** Whether a dispute of its payment is open. */
        disputed: Type.Boolean(),
        /** Whether its customer asks to cancel it: then it isn't shipped together with others. */
        requested: Type.Optional(Type.Boolean()),
      }),
    ),
  }),
} satisfies EndpointSchemas;

export const deliverOrder = {
  summary: 'Mark a shipped order as delivered. In another state: 409.',
  params: Type.Object({ id: Id }),
  refusals: ['order_not_found', 'wrong_order_status'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

const RefundedLine = Type.Object({
  ...RequestedLine.properties,
  /** Whether these pieces can be sold again. */
  restock: Type.Boolean(),
});

export const refundOrder = {
  summary:
    'Refund an order: any amount, or that of single lines with their part of discount and tax, and of shipping. More than what is left of the payment or of a line, an amount that is not that of the lines, or an old `version`: 409; the provider refuses: 502.',
  params: Type.Object({ id: Id }),
  body: Type.Object({
    amount: dollars({ exclusiveMinimum: 0, maximum: 100_000_000 }),
    reason: Type.String({ minLength: 1, maxLength: REASON_MAX_LENGTH, pattern: '\\S' }),
    /**
     * Whether the items go back into stock. Counts only if the order is refunded in full; when single lines are refunded, each line says it
     * for itself.
     */
    restock: Type.Boolean(),
    /** The lines that are refunded. `amount` must be exactly what they and `shipping` come to. */
    lines: Type.Optional(Type.Array(RefundedLine, { minItems: 1, maxItems: CHECKOUT_MAX_LINES })),
    /** What of the amount is for shipping, with its tax. */
    shipping: Type.Optional(dollars({ minimum: 0, maximum: 100_000_000 })),
    /** A second payment of the order (`extra`), of which this refunds, in its currency; absent: the one that paid the order. */
    payment: Type.Optional(Id),
    /** The open request that this approves. */
    request: Type.Optional(Id),
    version: Type.Optional(Version),
  }),
  refusals: [
    'order_not_found',
    'wrong_order_status',
    'refund_too_large',
    'refund_mismatch',
    'refund_refused',
    'request_closed',
    'payment_unknown',
    'payment_provider_failed',
    'payment_unavailable',
  ],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const addOrderNote = {
  summary: 'Write a note of an order: for the team alone, or to its customer, who gets it by email. A checkout has no customer yet: 409.',
  params: Type.Object({ id: Id }),
  body: Type.Object({
    audience: Type.Enum(NOTE_AUDIENCES),
    text: Type.String({ minLength: 1, maxLength: NOTE_MAX_LENGTH, pattern: '\\S' }),
  }),
  refusals: ['order_not_found', 'wrong_order_status'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const endCheckout = {
  summary: 'End a checkout that waits for its payment, and give its stock back. Twice is the same as once; a paid order: 409.',
  params: Type.Object({ id: Id }),
  refusals: ['order_not_found', 'wrong_order_status', 'payment_provider_failed', 'payment_unavailable'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const acceptOrder = {
  summary: 'End a review: the order counts as paid. Its stock is gone: 409.',
  params: Type.Object({ id: Id }),
  body: Type.Object({
    why: Type.String({ minLength: 1, maxLength: REASON_MAX_LENGTH, pattern: '\\S' }),
    version: Type.Optional(Version),
  }),
  refusals: ['order_not_found', 'wrong_order_status', 'insufficient_stock'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;
