/** Marking orders as shipped, one or many at once, and as delivered. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { ERROR_CODES } from './errors.ts';
import { Id, Version } from './fields.ts';
import { ORDER_NUMBERS_MAX, SHIPMENTS_MAX } from './limits.ts';
import { AdminOrderReply, ORDERS_PATH, Shipment } from './order-admin.ts';
import { OrderStatus } from './order-fields.ts';

export const shipOrderSchemas = {
  summary: 'Mark a paid order as shipped. Twice, or in another state: 409.',
  params: Type.Object({ id: Id }),
  body: Type.Object(Shipment),
  refusals: ['order_not_found', 'wrong_order_status'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const shipOrder: Endpoint<typeof shipOrderSchemas, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/ship`,
  access: 'staff',
  scopes: ['orders'],
};

export const shipOrdersSchemas = {
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

export const shipOrders: Endpoint<typeof shipOrdersSchemas, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/ship`,
  access: 'staff',
  scopes: ['orders'],
};

export const findOrdersByNumberSchemas = {
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

export const findOrdersByNumber: Endpoint<typeof findOrdersByNumberSchemas, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/find`,
  access: 'staff',
  scopes: ['orders'],
};

export const deliverOrderSchemas = {
  summary: 'Mark a shipped order as delivered. In another state: 409.',
  params: Type.Object({ id: Id }),
  refusals: ['order_not_found', 'wrong_order_status'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const deliverOrder: Endpoint<typeof deliverOrderSchemas, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/deliver`,
  access: 'staff',
  scopes: ['orders'],
};
