/** Outgoing webhooks: the endpoints that are told of events, and the log of deliveries to them. */
import type { Endpoint } from './endpoint.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';
import type * as schemas from './schemas/webhook.ts';

export type { WebhookAttempt, WebhookDelivery, WebhookEndpoint, WebhookEndpointInput } from './schemas/webhook.ts';

const ENDPOINTS_PATH = '/api/v1/webhooks/endpoints';
const DELIVERIES_PATH = '/api/v1/webhooks/deliveries';

export const listWebhookEndpoints: Endpoint<typeof schemas.listWebhookEndpoints, 'read-only'> = {
  method: 'GET',
  path: ENDPOINTS_PATH,
  access: 'read-only',
  scopes: [],
};

export const createWebhookEndpoint: Endpoint<typeof schemas.createWebhookEndpoint, 'owner'> = {
  method: 'POST',
  path: ENDPOINTS_PATH,
  access: 'owner',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const updateWebhookEndpoint: Endpoint<typeof schemas.updateWebhookEndpoint, 'owner'> = {
  method: 'PUT',
  path: `${ENDPOINTS_PATH}/{id}`,
  access: 'owner',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const deleteWebhookEndpoint: Endpoint<typeof schemas.deleteWebhookEndpoint, 'owner'> = {
  method: 'DELETE',
  path: `${ENDPOINTS_PATH}/{id}`,
  access: 'owner',
  scopes: [],
};

export const rotateWebhookSecret: Endpoint<typeof schemas.rotateWebhookSecret, 'owner'> = {
  method: 'POST',
  path: `${ENDPOINTS_PATH}/{id}/rotate-secret`,
  access: 'owner',
  scopes: [],
  recentLogin: RECENT_LOGIN_MINUTES,
};

export const sendTestEvent: Endpoint<typeof schemas.sendTestEvent, 'owner'> = {
  method: 'POST',
  path: `${ENDPOINTS_PATH}/{id}/test`,
  access: 'owner',
  scopes: [],
};

export const listWebhookDeliveries: Endpoint<typeof schemas.listWebhookDeliveries, 'read-only'> = {
  method: 'GET',
  path: DELIVERIES_PATH,
  access: 'read-only',
  scopes: [],
};

export const readWebhookDelivery: Endpoint<typeof schemas.readWebhookDelivery, 'read-only'> = {
  method: 'GET',
  path: `${DELIVERIES_PATH}/{id}`,
  access: 'read-only',
  scopes: [],
};

export const resendWebhookDelivery: Endpoint<typeof schemas.resendWebhookDelivery, 'owner'> = {
  method: 'POST',
  path: `${DELIVERIES_PATH}/{id}/resend`,
  access: 'owner',
  scopes: [],
};

export const resendFailedDeliveries: Endpoint<typeof schemas.resendFailedDeliveries, 'owner'> = {
  method: 'POST',
  path: `${DELIVERIES_PATH}/resend`,
  access: 'owner',
  scopes: [],
};
