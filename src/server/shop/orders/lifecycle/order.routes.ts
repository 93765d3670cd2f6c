import type { FastifyInstance } from 'fastify';
import { toCents } from '../../../../contract/money.ts';
import * as contract from '../../../../contract/order.ts';
import * as adminContract from '../../../../contract/order-admin.ts';
import * as shipping from '../../../../contract/order-shipping.ts';
import type { Deps } from '../../../deps.ts';
import { getPublicOrigin } from '../../../platform/http/public-origin.ts';
import { route } from '../../../platform/http/route.ts';
import { requireCodeGuess } from '../../pricing/usable-code.ts';
import { startCheckout } from '../checkout/checkout.service.ts';
import { resumeCheckout } from '../checkout/resume-checkout.service.ts';
import { exportOrders } from '../export/export-orders.service.ts';
import { startGuestCheckout } from '../guests/guest-checkout.service.ts';
import { hashNetwork, loadGuestSecret } from '../guests/guest-link.ts';
import { refundOrder } from '../refunds/refund.service.ts';
import { toSelection } from '../refunds/refund-selection.ts';
import { declineRequest, requestChange } from '../requests/order-request.service.ts';
import { shipOrder, shipOrders } from '../shipping/ship-orders.service.ts';
import { advanceOrder, endCheckout, findOrdersByNumber, listAllOrders, readAnyOrder, readNeighbors } from './admin-order.service.ts';
import { cancelOwnOrder, listUserOrders, readOwnOrder } from './order.service.ts';
import { addNote } from './order-note.service.ts';

export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.startCheckout, async ({ body, caller, request }) => {
    // Country and region beside the address aren't read: they could say something else than it.
    const { products, address, shipTo, guest, country: _country, region: _region, ...choices } = body;
    await requireCodeGuess(deps, choices.code, { accountId: caller?.id ?? null, ip: request.ip, headers: request.headers });
    const cart = { items: products, choices, origin: getPublicOrigin(deps, request) };
    if (!caller) return startGuestCheckout(deps, guest, cart, request.ip);
    const network = hashNetwork(await loadGuestSecret(deps.db), request.ip);
    return startCheckout(deps, { userId: caller.id, name: caller.name, network }, { ...cart, address, shipTo });
  });

  route(app, contract.listOrders, async ({ query, caller }) => ({
    success: true,
    ...(await listUserOrders(deps.db, caller.id, query)),
  }));

  route(app, contract.readOrder, async ({ params, caller }) => ({
    success: true,
    order: await readOwnOrder(deps.db, { userId: caller.id }, params.id),
  }));

  route(app, contract.cancelOrder, async ({ params, caller }) => ({
    success: true,
    order: await cancelOwnOrder(deps, { userId: caller.id }, caller.name, params.id),
  }));

  route(app, contract.resumeCheckout, async ({ params, caller, request }) => ({
    success: true,
    ...(await resumeCheckout(deps, { userId: caller.id }, params.id, getPublicOrigin(deps, request))),
  }));

  route(app, contract.requestOrderChange, async ({ params, body, caller }) => {
    const owner = { userId: caller.id };
    await requestChange(deps, owner, caller.name, params.id, body);
    return { success: true, order: await readOwnOrder(deps.db, owner, params.id) };
  });

  adminRoutes(app, deps);
}

function adminRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, adminContract.listAllOrders, async ({ query }) => ({ success: true, ...(await listAllOrders(deps.db, query)) }));

  route(app, adminContract.readAnyOrder, async ({ params }) => ({ success: true, order: await readAnyOrder(deps.db, params.id) }));

  route(app, adminContract.exportOrders, async ({ query }) => exportOrders(deps.readFromReplica, query));

  route(app, adminContract.readOrderNeighbors, async ({ params, query }) => ({
    success: true,
    ...(await readNeighbors(deps.db, params.id, query)),
  }));

  route(app, shipping.shipOrder, async ({ params, body, caller }) => ({
    success: true,
    order: await shipOrder(deps, caller, params.id, body),
  }));

  route(app, shipping.shipOrders, async ({ body, caller }) => ({ success: true, results: await shipOrders(deps, caller, body) }));

  route(app, shipping.findOrdersByNumber, async ({ body }) => ({
    success: true,
    orders: await findOrdersByNumber(deps.db, body.numbers),
  }));

  route(app, shipping.deliverOrder, async ({ params, caller }) => ({
    success: true,
    order: await advanceOrder(deps, caller, params.id, 'deliver', 'Delivered'),
  }));

  route(app, adminContract.endCheckout, async ({ params, caller }) => ({
    success: true,
    order: await endCheckout(deps, caller, params.id),
  }));

  route(app, adminContract.acceptOrder, async ({ params, body, caller }) => ({
    success: true,
    order: await advanceOrder(deps, caller, params.id, 'accept', body.why.trim(), { version: body.version }),
  }));

  route(app, adminContract.refundOrder, async ({ params, body, caller }) => {
    const { amount, reason, version, lines, shipping, ...refund } = body;
    const input = { ...refund, amountCents: toCents(amount), reason: reason.trim(), selection: toSelection(lines, shipping) };
    return { success: true, order: await refundOrder(deps, caller, params.id, input, version) };
  });

  route(app, adminContract.addOrderNote, async ({ params, body, caller }) => ({
    success: true,
    order: await addNote(deps, caller, params.id, body),
  }));

  route(app, adminContract.declineOrderRequest, async ({ params, body, caller }) => ({
    success: true,
    order: await declineRequest(deps, caller, params.id, body),
  }));
}
