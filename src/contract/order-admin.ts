/** Orders as the team works on them: lists, notes, refunds. Not in order.ts, so that customers don't download it. */
import * as Type from 'typebox';
import { BillingInput } from './company.ts';
import { ValuesInput } from './custom-field-values.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, Day, dollars, Id, KeysetPagination, KeysetQuery, Version } from './fields.ts';
import {
  CARRIER_MAX_LENGTH,
  CHECKOUT_MAX_LINES,
  NOTE_MAX_LENGTH,
  ORDER_SEARCH_MAX_LENGTH,
  REASON_MAX_LENGTH,
  RECENT_LOGIN_MINUTES,
  TRACKING_MAX_LENGTH,
} from './limits.ts';
import { Reason } from './order.ts';
import { AdminOrder, NOTE_AUDIENCES, OrderFilter, RequestedLine } from './order-fields.ts';

export const ORDERS_PATH = '/api/v1/order/admin/orders';

export const AdminOrderReply = Type.Object({ success: Type.Boolean(), order: AdminOrder });

/** Which orders an admin's list has. */
const OrderListFilter = {
  status: Type.Optional(OrderFilter),
  keyword: Type.Optional(Type.String({ maxLength: ORDER_SEARCH_MAX_LENGTH })),
  /** Placed from this day on, and on no later day than that; in the shop's time zone, as `2026-11-23`. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
};

const Neighbor = Type.Union([Type.Object({ _id: Id, number: Type.Union([Type.Integer(), Type.Null()]) }), Type.Null()]);

export const Shipment = {
  carrier: Type.String({ minLength: 1, maxLength: CARRIER_MAX_LENGTH, pattern: '\\S' }),
  /** A number or a link. */
  tracking: Type.String({ maxLength: TRACKING_MAX_LENGTH }),
  version: Type.Optional(Version),
};

const RefundedLine = Type.Object({
  ...RequestedLine.properties,
  /** Whether these pieces can be sold again. */
  restock: Type.Boolean(),
});

export const listAllOrdersSchemas = {
  summary:
    "Everybody's orders, newest first; checkouts that were never paid only where `status` asks for them. `keyword` is a number, an id, or part of a buyer's name or email.",
  query: Type.Object({ ...KeysetQuery, ...OrderListFilter }),
  reply: Type.Object({ success: Type.Boolean(), orders: Type.Array(AdminOrder), ...KeysetPagination }),
} satisfies EndpointSchemas;

export const listAllOrders: Endpoint<typeof listAllOrdersSchemas, 'read-only'> = {
  method: 'GET',
  path: ORDERS_PATH,
  access: 'read-only',
  scopes: ['read', 'orders'],
};

export const readAnyOrderSchemas = {
  summary: 'An order with its history.',
  params: Type.Object({ id: Id }),
  refusals: ['order_not_found'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const readAnyOrder: Endpoint<typeof readAnyOrderSchemas, 'read-only'> = {
  method: 'GET',
  path: `${ORDERS_PATH}/{id}`,
  access: 'read-only',
  scopes: ['read', 'orders'],
};

export const exportOrdersSchemas = {
  summary: 'Orders as CSV, as the list is filtered, newest first. No cell begins a formula.',
  query: Type.Object(OrderListFilter),
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportOrders: Endpoint<typeof exportOrdersSchemas, 'read-only'> = {
  method: 'GET',
  path: `${ORDERS_PATH}.csv`,
  access: 'read-only',
  scopes: ['read', 'orders'],
  isDownload: true,
};

export const readOrderNeighborsSchemas = {
  summary: 'The orders before and behind one in a list with that filter, also where it has left the list meanwhile. Null: there is none.',
  params: Type.Object({ id: Id }),
  query: Type.Object(OrderListFilter),
  refusals: ['order_not_found'],
  reply: Type.Object({ success: Type.Boolean(), previous: Neighbor, next: Neighbor }),
} satisfies EndpointSchemas;

export const readOrderNeighbors: Endpoint<typeof readOrderNeighborsSchemas, 'read-only'> = {
  method: 'GET',
  path: `${ORDERS_PATH}/{id}/neighbors`,
  access: 'read-only',
  scopes: ['read', 'orders'],
};

export const refundOrderSchemas = {
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
    /** As store credit of the customer's account, instead of back to where it came from. */
    toStoreCredit: Type.Optional(Type.Boolean()),
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
    'gift_card_spent',
    'request_closed',
    'payment_unknown',
    'payment_provider_failed',
    'payment_unavailable',
  ],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const refundOrder: Endpoint<typeof refundOrderSchemas, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/refund`,
  access: 'staff',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: ['orders'],
  invalidates: ['stock'],
};

export const addOrderNoteSchemas = {
  summary: 'Write a note of an order: for the team alone, or to its customer, who gets it by email. A checkout has no customer yet: 409.',
  params: Type.Object({ id: Id }),
  body: Type.Object({
    audience: Type.Enum(NOTE_AUDIENCES),
    text: Type.String({ minLength: 1, maxLength: NOTE_MAX_LENGTH, pattern: '\\S' }),
  }),
  refusals: ['order_not_found', 'wrong_order_status'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const addOrderNote: Endpoint<typeof addOrderNoteSchemas, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/notes`,
  access: 'staff',
  scopes: ['orders'],
};

export const changeOrderFieldsSchemas = {
  summary: "Set values of the merchant's fields of orders. A value that was changed since it was `shown`: 409 with what is there now.",
  params: Type.Object({ id: Id }),
  body: ValuesInput,
  refusals: ['order_not_found', 'version_conflict'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const changeOrderFields: Endpoint<typeof changeOrderFieldsSchemas, 'staff'> = {
  method: 'PUT',
  path: `${ORDERS_PATH}/{id}/custom-fields`,
  access: 'staff',
  scopes: ['orders'],
};

export const acceptOrderSchemas = {
  summary: 'End a review: the order counts as paid. Its stock is gone: 409.',
  params: Type.Object({ id: Id }),
  body: Type.Object({
    why: Type.String({ minLength: 1, maxLength: REASON_MAX_LENGTH, pattern: '\\S' }),
    version: Type.Optional(Version),
  }),
  refusals: ['order_not_found', 'wrong_order_status', 'insufficient_stock', 'insufficient_balance'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const acceptOrder: Endpoint<typeof acceptOrderSchemas, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/accept`,
  access: 'staff',
  scopes: ['orders'],
  invalidates: ['stock'],
};

export const endCheckoutSchemas = {
  summary: 'End a checkout that waits for its payment, and give its stock back. Twice is the same as once; a paid order: 409.',
  params: Type.Object({ id: Id }),
  refusals: ['order_not_found', 'wrong_order_status', 'payment_provider_failed', 'payment_unavailable'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const endCheckout: Endpoint<typeof endCheckoutSchemas, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/cancel`,
  access: 'staff',
  scopes: ['orders'],
};

export const changeBillingSchemas = {
  summary:
    'Correct the company, VAT ID and billing address of an order, whose taxes stay. After its invoice was made, or the VAT ID of an order with reverse charge: 409.',
  params: Type.Object({ id: Id }),
  body: Type.Object({ ...BillingInput.properties, version: Type.Optional(Version) }),
  refusals: ['order_not_found', 'wrong_order_status'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const changeBilling: Endpoint<typeof changeBillingSchemas, 'staff'> = {
  method: 'PUT',
  path: `${ORDERS_PATH}/{id}/billing`,
  access: 'staff',
  scopes: ['orders'],
};

export const declineOrderRequestSchemas = {
  summary:
    'Decline the open request of an order, or a withdrawal that came late, with words for the customer. It is approved by a refund that names it. None is open, or the withdrawal came in time: 409.',
  params: Type.Object({ id: Id }),
  body: Type.Object({ request: Id, answer: Reason }),
  refusals: ['order_not_found', 'request_closed', 'wrong_order_status'],
  reply: Type.Object({ success: Type.Boolean(), order: AdminOrder }),
} satisfies EndpointSchemas;

export const declineOrderRequest: Endpoint<typeof declineOrderRequestSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/order/admin/orders/{id}/decline-request',
  access: 'staff',
  scopes: ['orders'],
};
