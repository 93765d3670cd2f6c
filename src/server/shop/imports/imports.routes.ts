/** What is done with imports of customers and with the orders of a former shop. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/imported-order.ts';
import { inviteImportedCustomers } from '../../../contract/product-import.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';
import { findImportedOrder, findProvenEmail, listImportedOrders } from '../customers/accounts/imported-order.repository.ts';
import { exportImportedOrders } from './export-orders.service.ts';
import { inviteCustomers } from './invitations.service.ts';

export function importedRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;

  route(app, inviteImportedCustomers, async ({ params, caller }) => ({
    success: true,
    ...(await inviteCustomers(deps, params.id, caller)),
  }));

  route(app, contract.listImportedOrders, async ({ query }) => ({ success: true, ...(await listImportedOrders(db, query, query)) }));

  route(app, contract.readImportedOrder, async ({ params }) => {
    const order = await findImportedOrder(db, params.id);
    if (!order) throw new AppError('order_not_found', 'There is no such order');
    return { success: true, order };
  });

  route(app, contract.exportImportedOrders, async ({ query }) => exportImportedOrders(deps.readFromReplica, query));

  route(app, contract.listOwnImportedOrders, async ({ query, caller }) => {
    // Whoever registered an address first hasn't proven that it is theirs.
    const email = await findProvenEmail(db, caller.id);
    const found =
      email === null
        ? { orders: [], total: 0, page: query.page ?? 1, limit: query.limit ?? 20 }
        : await listImportedOrders(db, { email }, query);
    return { success: true, ...found };
  });
}
