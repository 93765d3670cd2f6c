/** Outgoing webhooks: the endpoints that are told of events, and the log of deliveries to them. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, KeysetPagination, KeysetQuery, SuccessResponse, Version } from './fields.ts';
import { RECENT_LOGIN_MINUTES, WEBHOOK_DESCRIPTION_MAX_LENGTH, WEBHOOK_ENDPOINTS_MAX, WEBHOOK_URL_MAX_LENGTH } from './limits.ts';

/** The events that other programs can be told of, and the states of a delivery. */
export const WEBHOOK_EVENTS = [
  'order.placed',
  'order.payment_received',
  'order.paid',
  'order.shipped',
  'order.refunded',
  'order.withdrawn',
  'order.delayed',
  'order.delay_answered',
  'document.created',
  'product.changed',
  'collection.changed',
  'stock.low',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent when an owner asks for a test, to any endpoint, whichever events it wants. */
export const TEST_EVENT = 'webhook.test';

/** waiting: to be sent, for the first time or again. failed: given up after a day. */
export const WEBHOOK_STATES = ['waiting', 'delivered', 'failed'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** Why an attempt got no answer. */
export const WEBHOOK_ERRORS = ['private_address', 'host_not_found', 'timeout', 'unreachable', 'invalid_url'] as const;
export type WebhookError = (typeof WEBHOOK_ERRORS)[number];

const ENDPOINTS_PATH = '/api/v1/webhooks/endpoints';
const DELIVERIES_PATH = '/api/v1/webhooks/deliveries';

const params = Type.Object({ id: Id });

export const WebhookEndpointInput = Type.Object({
  /** Begins with https:// and leads into the public internet. */
  url: Type.String({ minLength: 1, maxLength: WEBHOOK_URL_MAX_LENGTH, pattern: '\\S' }),
  description: Type.String({ maxLength: WEBHOOK_DESCRIPTION_MAX_LENGTH }),
  events: Type.Array(Type.Enum(WEBHOOK_EVENTS), { minItems: 1, maxItems: WEBHOOK_EVENTS.length, uniqueItems: true }),
  isEnabled: Type.Boolean(),
});
export type WebhookEndpointInput = Type.Static<typeof WebhookEndpointInput>;

/** Never with its secret, which is shown once, to who made it. */
export const WebhookEndpoint = Type.Object({
  _id: Id,
  ...WebhookEndpointInput.properties,
  /** It answered 410 Gone, and was switched off for that. */
  isGone: Type.Boolean(),
  createdAt: Type.String(),
  /** Until then, deliveries are signed with the previous secret too; null: only with the current one. */
  previousSecretUntil: Type.Union([Type.String(), Type.Null()]),
  version: Version,
});
export type WebhookEndpoint = Type.Static<typeof WebhookEndpoint>;

export const WebhookAttempt = Type.Object({
  at: Type.String(),
  /** Status of the response; null: there was none. */
  status: Type.Union([Type.Integer(), Type.Null()]),
  /** Why there was no answer. */
  error: Type.Union([Type.Enum(WEBHOOK_ERRORS), Type.Null()]),
  /** The beginning of the answer. */
  answer: Type.String(),
  /** How long it took, in milliseconds. */
  duration: Type.Integer(),
});
export type WebhookAttempt = Type.Static<typeof WebhookAttempt>;

/** A spread list counts as an effect, for which the browser's build would keep it: hence the mark. */
const EventType = /* @__PURE__ */ (() => Type.Enum([...WEBHOOK_EVENTS, TEST_EVENT]))();

export const WebhookDelivery = Type.Object({
  _id: Id,
  /** What the receiver gets as `webhook-id`. */
  messageId: Type.String(),
  event: EventType,
  /** The order or product that it is about. */
  subject: Id,
  endpoint: Type.Object({ _id: Id, url: Type.String(), isEnabled: Type.Boolean() }),
  state: Type.Enum(WEBHOOK_STATES),
  /** Since the event, or since it was sent again by hand. */
  attempts: Type.Integer(),
  createdAt: Type.String(),
  /** When it is sent next, unless an earlier delivery about the same order or product has to go first; null: it isn't sent again. */
  nextAttemptAt: Type.Union([Type.String(), Type.Null()]),
  lastAttempt: Type.Union([WebhookAttempt, Type.Null()]),
});
export type WebhookDelivery = Type.Static<typeof WebhookDelivery>;

const EndpointReply = Type.Object({ ...SuccessResponse.properties, endpoint: WebhookEndpoint });
const SecretReply = Type.Object({
  ...EndpointReply.properties,
  /** `whsec_…`, as the Standard Webhooks libraries take it. Shown here only. */
  secret: Type.String(),
});
const DeliveryReply = Type.Object({ ...SuccessResponse.properties, delivery: WebhookDelivery });

export const listWebhookEndpointsSchemas = {
  summary: 'Where other programs are told of events. Without secrets.',
  reply: Type.Object({ success: Type.Boolean(), endpoints: Type.Array(WebhookEndpoint) }),
} satisfies EndpointSchemas;

export const listWebhookEndpoints: Endpoint<typeof listWebhookEndpointsSchemas, 'read-only'> = {
  method: 'GET',
  path: ENDPOINTS_PATH,
  access: 'read-only',
  scopes: [],
};

export const createWebhookEndpointSchemas = {
  summary: `Have another program told of events, by the Standard Webhooks specification. The answer has the secret that its library verifies them by; it is shown only once. A URL that isn't https:// or leads into a private network: 400; more than ${WEBHOOK_ENDPOINTS_MAX}: 409.`,
  body: WebhookEndpointInput,
  refusals: ['too_many_webhook_endpoints'],
  reply: SecretReply,
} satisfies EndpointSchemas;

export const createWebhookEndpoint: Endpoint<typeof createWebhookEndpointSchemas, 'owner'> = {
  method: 'POST',
  path: ENDPOINTS_PATH,
  access: 'owner',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const updateWebhookEndpointSchemas = {
  summary:
    'Change an endpoint. Switched off, it is told of nothing new, and what waits goes on waiting. An old `version`: 409 with what is there now.',
  params,
  body: Type.Object({ ...WebhookEndpointInput.properties, version: Type.Optional(Version) }),
  refusals: ['webhook_endpoint_not_found'],
  reply: EndpointReply,
} satisfies EndpointSchemas;

export const updateWebhookEndpoint: Endpoint<typeof updateWebhookEndpointSchemas, 'owner'> = {
  method: 'PUT',
  path: `${ENDPOINTS_PATH}/{id}`,
  access: 'owner',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const deleteWebhookEndpointSchemas = {
  summary: 'Delete an endpoint with its deliveries, also those that wait.',
  params,
  refusals: ['webhook_endpoint_not_found'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const deleteWebhookEndpoint: Endpoint<typeof deleteWebhookEndpointSchemas, 'owner'> = {
  method: 'DELETE',
  path: `${ENDPOINTS_PATH}/{id}`,
  access: 'owner',
  scopes: [],
};

export const rotateWebhookSecretSchemas = {
  summary: 'Give an endpoint a new secret. For 24 hours deliveries are signed by both; the one before that ends at once.',
  params,
  refusals: ['webhook_endpoint_not_found'],
  reply: SecretReply,
} satisfies EndpointSchemas;

export const rotateWebhookSecret: Endpoint<typeof rotateWebhookSecretSchemas, 'owner'> = {
  method: 'POST',
  path: `${ENDPOINTS_PATH}/{id}/rotate-secret`,
  access: 'owner',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const sendTestEventSchemas = {
  summary: `Send \`${TEST_EVENT}\` to an endpoint, whatever its events. One that is switched off: 409.`,
  params,
  refusals: ['webhook_endpoint_not_found', 'webhook_endpoint_off'],
  reply: DeliveryReply,
} satisfies EndpointSchemas;

export const sendTestEvent: Endpoint<typeof sendTestEventSchemas, 'owner'> = {
  method: 'POST',
  path: `${ENDPOINTS_PATH}/{id}/test`,
  access: 'owner',
  scopes: [],
};

export const listWebhookDeliveriesSchemas = {
  summary: 'What other programs were told, newest first. Kept for 30 days.',
  query: Type.Object({ ...KeysetQuery, state: Type.Optional(Type.Enum(WEBHOOK_STATES)), endpoint: Type.Optional(Id) }),
  reply: Type.Object({ success: Type.Boolean(), deliveries: Type.Array(WebhookDelivery), ...KeysetPagination }),
} satisfies EndpointSchemas;

export const listWebhookDeliveries: Endpoint<typeof listWebhookDeliveriesSchemas, 'read-only'> = {
  method: 'GET',
  path: DELIVERIES_PATH,
  access: 'read-only',
  scopes: [],
};

export const readWebhookDeliverySchemas = {
  summary: 'A delivery with its latest attempts and the body that is sent.',
  params,
  refusals: ['webhook_delivery_not_found'],
  reply: Type.Object({
    success: Type.Boolean(),
    delivery: WebhookDelivery,
    /** The oldest first, the last twenty. */
    log: Type.Array(WebhookAttempt),
    /** JSON; null: it isn't written yet. */
    body: Type.Union([Type.String(), Type.Null()]),
  }),
} satisfies EndpointSchemas;

export const readWebhookDelivery: Endpoint<typeof readWebhookDeliverySchemas, 'read-only'> = {
  method: 'GET',
  path: `${DELIVERIES_PATH}/{id}`,
  access: 'read-only',
  scopes: [],
};

export const resendWebhookDeliverySchemas = {
  summary:
    'Send a delivery again, whatever became of it, with the same `webhook-id` and body. One that is due within a minute goes anyway, once. An endpoint that is switched off: 409.',
  params,
  refusals: ['webhook_delivery_not_found', 'webhook_endpoint_off'],
  reply: DeliveryReply,
} satisfies EndpointSchemas;

export const resendWebhookDelivery: Endpoint<typeof resendWebhookDeliverySchemas, 'owner'> = {
  method: 'POST',
  path: `${DELIVERIES_PATH}/{id}/resend`,
  access: 'owner',
  scopes: [],
};

export const resendFailedDeliveriesSchemas = {
  summary:
    'Send all deliveries that were given up again, with the same `webhook-id` and body: of one endpoint, or of all that are switched on. An `endpoint` that is switched off: 409.',
  body: Type.Object({ endpoint: Type.Optional(Id) }),
  refusals: ['webhook_endpoint_not_found', 'webhook_endpoint_off'],
  reply: Type.Object({ ...SuccessResponse.properties, queued: Type.Integer() }),
} satisfies EndpointSchemas;

export const resendFailedDeliveries: Endpoint<typeof resendFailedDeliveriesSchemas, 'owner'> = {
  method: 'POST',
  path: `${DELIVERIES_PATH}/resend`,
  access: 'owner',
  scopes: [],
};
