import type { FastifyInstance } from 'fastify';
import { cancelOrder, listOrders, readOrder, startCheckout } from '../../contract/order.ts';
import type { Deps } from '../deps.ts';
import { originOf } from '../http/origin.ts';
import { route } from '../http/route.ts';
import { startCheckoutFor } from './checkout.service.ts';
import { cancelOrderOf, listOrdersOf, readOrderOf } from './order.service.ts';

export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, startCheckout, async ({ body, caller, request }) => {
    const itemIds = body.products.map((item) => item._id);
    return startCheckoutFor(deps, caller, itemIds, originOf(deps, request));
  });

  route(app, deps, listOrders, async ({ query, caller }) => ({ success: true, ...(await listOrdersOf(deps.db, caller.id, query)) }));

  route(app, deps, readOrder, async ({ params, caller }) => ({ success: true, order: await readOrderOf(deps.db, caller.id, params.id) }));

  route(app, deps, cancelOrder, async ({ params, caller }) => ({ success: true, order: await cancelOrderOf(deps, caller.id, params.id) }));
}
