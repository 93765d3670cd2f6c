/** Orders that run late: a new day by the team, and the answers of their customers, without a login. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/order-delay.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { answerDelay, readDelay } from './answer-delay.service.ts';
import { delayOrders } from './set-new-day.service.ts';

export function delayRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.delayOrders, async ({ body, caller }) => ({ success: true, results: await delayOrders(deps, caller, body) }));

  route(app, contract.readDelay, async ({ params, body }) => ({ success: true, order: await readDelay(deps, params.id, body) }));

  route(app, contract.answerDelay, async ({ params, body, request }) => ({
    success: true,
    order: await answerDelay(deps, params.id, body, request.ip),
  }));
}
