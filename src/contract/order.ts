import * as Type from 'typebox';
import { Done, Id, Paged, Paging } from './common.ts';
import { endpoint } from './endpoint.ts';

/** The most different products that one checkout takes. */
export const CHECKOUT_MAX_LINES = 100;
/** The most items, repeated ones counted, that one checkout takes. */
export const CHECKOUT_MAX_ITEMS = 10_000;

/**
 * pending: stock is held, payment awaited. paid: the provider's signed event said so.
 * cancelled, expired: not paid, the stock is back. review: paid, but a person must look
 * (a wrong amount, or the stock was gone by then).
 */
export const OrderStatus = Type.Union([
  Type.Literal('pending'),
  Type.Literal('paid'),
  Type.Literal('cancelled'),
  Type.Literal('expired'),
  Type.Literal('review'),
]);
export type OrderStatus = Type.Static<typeof OrderStatus>;

export const OrderLine = Type.Object({
  /** Null once the product is deleted. */
  product: Type.Union([Id, Type.Null()]),
  slug: Type.String(),
  name: Type.String(),
  /** US dollars for one, as bought */
  price: Type.Number(),
  quantity: Type.Integer(),
  image: Type.String(),
});
export type OrderLine = Type.Static<typeof OrderLine>;

export const Order = Type.Object({
  _id: Id,
  /** What people call it by: counts up from 1001. */
  number: Type.Integer(),
  status: OrderStatus,
  /** US dollars */
  total: Type.Number(),
  address: Type.String(),
  /** ISO 8601 */
  createdAt: Type.String(),
  paidAt: Type.Union([Type.String(), Type.Null()]),
  lines: Type.Array(OrderLine),
});
export type Order = Type.Static<typeof Order>;

export const startCheckout = endpoint({
  method: 'POST',
  path: '/api/v1/product/api/create-checkout-session',
  access: 'user',
  summary:
    "Hold the stock, write a pending order and open the provider's hosted checkout. Only `_id` and how often it occurs are read. Not enough stock: 409; no provider: 503.",
  bodyLimit: 1024 * 1024 * 8,
  body: Type.Object({
    products: Type.Array(Type.Object({ _id: Type.String({ minLength: 1, maxLength: 100 }) }), {
      minItems: 1,
      maxItems: CHECKOUT_MAX_ITEMS,
    }),
  }),
  reply: Type.Object({
    /** The provider's session. */
    id: Type.String(),
    /** Where the browser goes to pay. */
    url: Type.String(),
    order: Id,
  }),
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/v1/order/orders',
  access: 'user',
  summary: "The caller's own orders, newest first.",
  query: Type.Object(Paging),
  reply: Type.Object({ success: Type.Boolean(), orders: Type.Array(Order), ...Paged }),
});

export const readOrder = endpoint({
  method: 'GET',
  path: '/api/v1/order/orders/{id}',
  access: 'user',
  summary: "One of the caller's own orders; anyone else's: 404.",
  params: Type.Object({ id: Id }),
  reply: Type.Object({ success: Type.Boolean(), order: Order }),
});

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/api/v1/order/orders/{id}/cancel',
  access: 'user',
  summary: 'Give up a pending order of the caller and give its stock back. Twice is the same as once; a paid order: 409.',
  params: Type.Object({ id: Id }),
  reply: Type.Object({ success: Type.Boolean(), order: Order }),
});

/** The signed event of whatever payment provider is set up; its raw body is what the signature covers. */
export const receivePaymentEvent = endpoint({
  method: 'POST',
  path: '/api/v1/payment/webhook',
  access: 'public',
  summary: "The payment provider's signed events. A wrong or missing signature: 400.",
  body: Type.Unknown(),
  reply: Done,
});
