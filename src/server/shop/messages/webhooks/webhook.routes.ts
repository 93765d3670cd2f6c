/** Outgoing webhooks: endpoints, and the log of deliveries. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/webhook.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import * as delivery from './delivery.service.ts';
import * as endpoint from './endpoint.service.ts';

export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listWebhookEndpoints, async () => ({ success: true, endpoints: await endpoint.listEndpoints(deps) }));

  route(app, contract.createWebhookEndpoint, async ({ body }) => {
    return { success: true, message: 'The endpoint is made', ...(await endpoint.addEndpoint(deps, body)) };
  });

  route(app, contract.updateWebhookEndpoint, async ({ params, body: { version, ...input } }) => {
    return { success: true, message: 'The endpoint is changed', endpoint: await endpoint.changeEndpoint(deps, params.id, input, version) };
  });

  route(app, contract.deleteWebhookEndpoint, async ({ params }) => {
    await endpoint.removeEndpoint(deps.db, params.id);
    return { success: true, message: 'The endpoint is deleted' };
  });

  route(app, contract.rotateWebhookSecret, async ({ params }) => {
    return { success: true, message: 'The endpoint has a new secret', ...(await endpoint.rotateSecret(deps, params.id)) };
  });

  route(app, contract.sendTestEvent, async ({ params }) => ({
    success: true,
    message: 'A test is on its way',
    delivery: await delivery.sendTestEvent(deps, params.id),
  }));

  route(app, contract.listWebhookDeliveries, async ({ query }) => ({ success: true, ...(await delivery.listDeliveries(deps.db, query)) }));

  route(app, contract.readWebhookDelivery, async ({ params }) => ({ success: true, ...(await delivery.readDelivery(deps.db, params.id)) }));

  route(app, contract.resendWebhookDelivery, async ({ params }) => ({
    success: true,
    message: 'It is sent again',
    delivery: await delivery.resendDelivery(deps, params.id),
  }));

  route(app, contract.resendFailedDeliveries, async ({ body }) => ({
    success: true,
    message: 'They are sent again',
    queued: await delivery.resendFailedDeliveries(deps, body),
  }));
}
