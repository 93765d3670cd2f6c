/** Checkout, a customer's own orders, what they ask of them, and the payment provider's webhook. */
import * as Type from 'typebox';
import { AddressFields } from './address.ts';
import { BalanceChoices } from './balance-fields.ts';
import { CartChoices, CartItems, Destination } from './cart.ts';
import { CheckoutWords } from './checkout-fields.ts';
import { BillingInput } from './company.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Address, EmailAddress, Id, Name, Pagination, PaginationQuery, SuccessResponse } from './fields.ts';
import { ADDRESS_MAX_LENGTH, CHECKOUT_MAX_LINES, REASON_MAX_LENGTH } from './limits.ts';
import { Order, OrderFilter, RequestedLine, RequestKind } from './order-fields.ts';
import { MEGABYTE } from './values.ts';

export const Reason = Type.String({ minLength: 1, maxLength: REASON_MAX_LENGTH, pattern: '\\S' });

export const request = {
  kind: RequestKind,
  reason: Reason,
  /** Of a return: what is sent back. Of a cancellation it is all of the order. */
  lines: Type.Optional(Type.Array(RequestedLine, { maxItems: CHECKOUT_MAX_LINES })),
};

/** Who buys without an account: an email that the order is told to, and where it goes, unless nothing of it is shipped. */
const Guest = Type.Object({
  email: EmailAddress,
  name: Name,
  /** The address as one text, or in fields, which a shop with shipping zones or tax rates needs. If both are given, the fields count. */
  address: Type.Optional(Address),
  shipTo: Type.Optional(AddressFields),
  /** They want offers by email: kept once the order is paid, while the shop asks (`asksForConsent` of the settings). */
  acceptsOffers: Type.Optional(Type.Boolean()),
});

/** What the link of a guest's order carries: an HMAC of its id, in base64url. */
export const OrderSignature = Type.String({ minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]+$' });

export const requestOrderChangeSchemas = {
  summary:
    "Ask to cancel one of the caller's paid orders that isn't shipped, or to return what was shipped. While one request is open, or in another status: 409.",
  params: Type.Object({ id: Id }),
  body: Type.Object(request),
  refusals: ['order_not_found', 'wrong_order_status', 'request_open', 'too_many_requests'],
  reply: Type.Object({ success: Type.Boolean(), order: Order }),
} satisfies EndpointSchemas;

export const requestOrderChange: Endpoint<typeof requestOrderChangeSchemas, 'user'> = {
  method: 'POST',
  path: '/api/v1/order/orders/{id}/request',
  access: 'user',
};

export const startCheckoutSchemas = {
  summary:
    "Hold the stock, write a pending order and open the provider's hosted checkout. Only `_id`, `variant`, how often they occur, and `count` (1 without one) are read. Not enough stock, or a product with options without `variant`: 409; no provider: 503. Without a token it takes a `guest`, unless the merchant has switched that off (403); with one that is ignored.",
  bodyLimit: MEGABYTE,
  body: Type.Object({
    guest: Type.Optional(Guest),
    /** Where it goes. Without one: to the address of the account, or where fields are needed to its default one. */
    address: Type.Optional(Type.String({ minLength: 1, maxLength: ADDRESS_MAX_LENGTH, pattern: '\\S' })),
    /** The same in fields, which a shop with shipping zones or tax rates needs: the order is priced for its country and region. */
    shipTo: Type.Optional(AddressFields),
    products: CartItems,
    /** The caller expects a test order: refused unless test orders are on for their session. While they are on, every checkout is one. */
    isTest: Type.Optional(Type.Boolean()),
    ...CartChoices,
    ...BalanceChoices,
    /** What the page showed as left to pay after gift cards and store credit: another sum now is a 409. */
    due: Type.Optional(Type.Number({ minimum: 0 })),
    /** Who gets the invoice, in a shop that sells to companies. */
    billing: Type.Optional(BillingInput),
    /** Where the buyer is, if nothing is shipped and no address given: what tax depends on. Otherwise those of the address count. */
    ...Destination,
    ...CheckoutWords,
  }),
  refusals: [
    'address_fields_required',
    'guest_checkout_off',
    'checkout_too_large',
    'quantity_too_large',
    'nothing_to_pay',
    'amount_too_small',
    'product_unavailable',
    'variant_required',
    'insufficient_stock',
    'code_not_applicable',
    'gift_card_not_usable',
    'not_shippable',
    'shipping_unavailable',
    'checkout_replaced',
    'test_orders_off',
    'too_many_checkouts',
    'too_many_attempts',
    'payment_provider_failed',
    'payment_unavailable',
  ],
  reply: Type.Object({
    /** The provider's session id; for an order that costs nothing, an id of the shop. */
    id: Type.String(),
    /** The payment page; if the order is paid already, the order's page. */
    url: Type.String(),
    order: Id,
    /** It costs nothing, or gift cards and store credit have paid all of it, so it is paid already. */
    isFree: Type.Optional(Type.Boolean()),
    /** It is paid by hand, so it is ordered already: `url` is its page. */
    isPlaced: Type.Optional(Type.Boolean()),
    /** Signature of a guest's order, which opens it without a login. */
    signature: Type.Optional(OrderSignature),
  }),
} satisfies EndpointSchemas;

export const startCheckout: Endpoint<typeof startCheckoutSchemas, 'guest'> = {
  method: 'POST',
  path: '/api/v1/product/api/create-checkout-session',
  access: 'guest',
};

export const listOrdersSchemas = {
  summary: "The caller's own orders, newest first. What was never paid is a checkout and left out, unless `status` asks for it.",
  query: Type.Object({ ...PaginationQuery, status: Type.Optional(OrderFilter) }),
  reply: Type.Object({ success: Type.Boolean(), orders: Type.Array(Order), ...Pagination }),
} satisfies EndpointSchemas;

export const listOrders: Endpoint<typeof listOrdersSchemas, 'user'> = {
  method: 'GET',
  path: '/api/v1/order/orders',
  access: 'user',
};

export const readOrderSchemas = {
  summary: "One of the caller's own orders; anyone else's: 404.",
  params: Type.Object({ id: Id }),
  refusals: ['order_not_found'],
  reply: Type.Object({ success: Type.Boolean(), order: Order }),
} satisfies EndpointSchemas;

export const readOrder: Endpoint<typeof readOrderSchemas, 'user'> = {
  method: 'GET',
  path: '/api/v1/order/orders/{id}',
  access: 'user',
};

export const cancelOrderSchemas = {
  summary: 'Give up a pending order of the caller and give its stock back. Twice is the same as once; a paid order: 409.',
  params: Type.Object({ id: Id }),
  refusals: ['order_not_found', 'wrong_order_status', 'payment_provider_failed', 'payment_unavailable'],
  reply: Type.Object({ success: Type.Boolean(), order: Order }),
} satisfies EndpointSchemas;

export const cancelOrder: Endpoint<typeof cancelOrderSchemas, 'user'> = {
  method: 'POST',
  path: '/api/v1/order/orders/{id}/cancel',
  access: 'user',
};

export const resumeCheckoutSchemas = {
  summary:
    'The payment page of a checkout of the caller that still waits; of one that was paid meanwhile, the page of its order. Too late: 409.',
  params: Type.Object({ id: Id }),
  refusals: ['order_not_found', 'checkout_ended', 'shop_closed', 'payment_provider_failed', 'payment_unavailable'],
  reply: Type.Object({ success: Type.Boolean(), url: Type.String() }),
} satisfies EndpointSchemas;

export const resumeCheckout: Endpoint<typeof resumeCheckoutSchemas, 'user'> = {
  method: 'POST',
  path: '/api/v1/order/orders/{id}/pay',
  access: 'user',
};

/** The signed event of whatever payment provider is set up; its raw body is what the signature covers. */
export const receivePaymentWebhookSchemas = {
  summary: "The payment provider's signed events. A wrong or missing signature: 400.",
  body: Type.Unknown(),
  refusals: ['invalid_signature', 'payment_unavailable'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

/** The signed event of whatever payment provider is set up; its raw body is what the signature covers. */
export const receivePaymentWebhook: Endpoint<typeof receivePaymentWebhookSchemas, 'public'> = {
  method: 'POST',
  path: '/api/v1/payment/webhook',
  access: 'public',
};
