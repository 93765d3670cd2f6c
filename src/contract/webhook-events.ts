/** The events that other programs can be told of, and the states of a delivery. */
export const WEBHOOK_EVENTS = ['order.paid', 'order.shipped', 'order.refunded', 'product.changed', 'stock.low'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent when an owner asks for a test, to any endpoint, whichever events it wants. */
export const TEST_EVENT = 'webhook.test';

/** waiting: to be sent, for the first time or again. failed: given up after a day. */
export const WEBHOOK_STATES = ['waiting', 'delivered', 'failed'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** Why an attempt got no answer. */
export const WEBHOOK_ERRORS = ['private_address', 'host_not_found', 'timeout', 'unreachable', 'invalid_url'] as const;
export type WebhookError = (typeof WEBHOOK_ERRORS)[number];
