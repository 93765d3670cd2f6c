import type { FastifyInstance } from 'fastify';
import { toCents } from '../../contract/money.ts';
import * as contract from '../../contract/order.ts';
import type { Deps } from '../deps.ts';
import { getPublicOrigin } from '../http/public-origin.ts';
import { route } from '../http/route.ts';
import { advanceOrder, endCheckout, listAllOrders, readAnyOrder } from './admin-order.service.ts';
import { startCheckout } from './checkout.service.ts';
import { cancelUserOrder, listUserOrders, readUserOrder } from './order.service.ts';
import { refundOrder } from './refund.service.ts';
import { resumeCheckout } from './resume-checkout.service.ts';

export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.startCheckout, async ({ body, caller, request }) => {
    return startCheckout(deps, caller, { items: body.products, address: body.address, origin: getPublicOrigin(deps, request) });
  });

  route(app, contract.listOrders, async ({ query, caller }) => ({
    success: true,
    ...(await listUserOrders(deps.db, caller.id, query)),
  }));

  route(app, contract.readOrder, async ({ params, caller }) => ({
    success: true,
    order: await readUserOrder(deps.db, caller.id, params.id),
  }));

  route(app, contract.cancelOrder, async ({ params, caller }) => ({
    success: true,
    order: await cancelUserOrder(deps, caller, params.id),
  }));

  route(app, contract.resumeCheckout, async ({ params, caller, request }) => ({
    success: true,
    ...(await resumeCheckout(deps, caller, params.id, getPublicOrigin(deps, request))),
  }));

  adminRoutes(app, deps);
}

function adminRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listAllOrders, async ({ query }) => ({ success: true, ...(await listAllOrders(deps.db, query)) }));

  route(app, contract.readAnyOrder, async ({ params }) => ({ success: true, order: await readAnyOrder(deps.db, params.id) }));

  route(app, contract.shipOrder, async ({ params, body, caller }) => {
    const carrier = body.carrier.trim();
    const tracking = body.tracking.trim();
    const why = tracking ? `Shipped with ${carrier}, ${tracking}` : `Shipped with ${carrier}`;
    const fields = { carrier, tracking: tracking || null };
    return { success: true, order: await advanceOrder(deps, caller, params.id, 'ship', why, { version: body.version, fields }) };
  });

  route(app, contract.deliverOrder, async ({ params, caller }) => ({
    success: true,
    order: await advanceOrder(deps, caller, params.id, 'deliver', 'Delivered'),
  }));

  route(app, contract.endCheckout, async ({ params, caller }) => ({
    success: true,
    order: await endCheckout(deps, caller, params.id),
  }));

  route(app, contract.acceptOrder, async ({ params, body, caller }) => ({
    success: true,
    order: await advanceOrder(deps, caller, params.id, 'accept', body.why.trim(), { version: body.version }),
  }));

  route(app, contract.refundOrder, async ({ params, body: { amount, reason, version, ...refund }, caller }) => ({
    success: true,
    order: await refundOrder(deps, caller, params.id, { ...refund, amountCents: toCents(amount), reason: reason.trim() }, version),
  }));
}
