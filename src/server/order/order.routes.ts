import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/order.ts';
import type { Deps } from '../deps.ts';
import { getPublicOrigin } from '../http/public-origin.ts';
import { route } from '../http/route.ts';
import { advanceOrder, listAllOrders, readAnyOrder } from './admin-order.service.ts';
import { startCheckout } from './checkout.service.ts';
import { cancelUserOrder, listUserOrders, readUserOrder } from './order.service.ts';
import { refundOrder } from './refund.service.ts';

export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.startCheckout, async ({ body, caller, request }) => {
    const itemIds = body.products.map((item) => item._id);
    return startCheckout(deps, caller, { itemIds, address: body.address, origin: getPublicOrigin(deps, request) });
  });

  route(app, deps, contract.listOrders, async ({ query, caller }) => ({
    success: true,
    ...(await listUserOrders(deps.db, caller.id, query)),
  }));

  route(app, deps, contract.readOrder, async ({ params, caller }) => ({
    success: true,
    order: await readUserOrder(deps.db, caller.id, params.id),
  }));

  route(app, deps, contract.cancelOrder, async ({ params, caller }) => ({
    success: true,
    order: await cancelUserOrder(deps, caller, params.id),
  }));

  adminRoutes(app, deps);
}

function adminRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, contract.listAllOrders, async ({ query }) => ({ success: true, ...(await listAllOrders(deps.db, query)) }));

  route(app, deps, contract.readAnyOrder, async ({ params }) => ({ success: true, order: await readAnyOrder(deps.db, params.id) }));

  route(app, deps, contract.shipOrder, async ({ params, body, caller }) => {
    const carrier = body.carrier.trim();
    const tracking = body.tracking.trim();
    const why = tracking ? `Shipped with ${carrier}, ${tracking}` : `Shipped with ${carrier}`;
    return { success: true, order: await advanceOrder(deps, caller, params.id, 'ship', why, { carrier, tracking: tracking || null }) };
  });

  route(app, deps, contract.deliverOrder, async ({ params, caller }) => ({
    success: true,
    order: await advanceOrder(deps, caller, params.id, 'deliver', 'Delivered'),
  }));

  route(app, deps, contract.acceptOrder, async ({ params, body, caller }) => ({
    success: true,
    order: await advanceOrder(deps, caller, params.id, 'accept', body.why.trim()),
  }));

  route(app, deps, contract.refundOrder, async ({ params, body, caller }) => ({
    success: true,
    order: await refundOrder(deps, caller, params.id, { ...body, amountCents: Math.round(body.amount * 100), reason: body.reason.trim() }),
  }));
}
