/** Marks orders as shipped: one, or many with a result for each. */
import type { BodyOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type { AdminOrder } from '../../../../contract/order-fields.ts';
import type { shipOrders as shipOrdersEndpoint } from '../../../../contract/order-shipping.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { advanceOrder } from '../lifecycle/order.service.ts';
import { listRequests } from '../rows/order-request.repository.ts';

type Context = Pick<Deps, 'db' | 'now' | 'publicUrl'>;
type Actor = Pick<Caller, 'id' | 'name'>;

interface Shipment {
  carrier: string;
  tracking: string;
  version?: number | undefined;
}

/** Throws `order_not_found`, `version_conflict` and `wrong_order_status`. */
export function shipOrder(context: Context, caller: Actor, id: string, { version, ...input }: Shipment): Promise<AdminOrder> {
  const carrier = input.carrier.trim();
  const tracking = input.tracking.trim();
  const why = tracking ? `Shipped with ${carrier}, ${tracking}` : `Shipped with ${carrier}`;
  return advanceOrder(context, caller, id, 'ship', why, { version, fields: { carrier, tracking: tracking || null } });
}

/** Somebody who ships many orders at once may not have seen an open request: it has to be decided first, on the order's own page. */
async function requireNoRequest(db: Database, id: string): Promise<void> {
  const [latest] = (await listRequests(db, [id])).get(id) ?? [];
  if (latest?.status === 'open')
    throw new AppError('request_open', 'The customer wants to cancel this order: refund or decline the request first');
}

/** One after the other, each in its own transaction, so that an order that can't be shipped doesn't affect the others. */
export async function shipOrders(
  context: Context,
  caller: Actor,
  { shipments }: BodyOf<typeof shipOrdersEndpoint>,
): Promise<ReplyOf<typeof shipOrdersEndpoint>['results']> {
  const results: ReplyOf<typeof shipOrdersEndpoint>['results'] = [];
  for (const { order, ...shipment } of shipments) {
    try {
      await requireNoRequest(context.db, order);
      await shipOrder(context, caller, order, shipment);
      results.push({ order, error: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ order, error: { code: error.code, message: error.message } });
    }
  }
  return results;
}
