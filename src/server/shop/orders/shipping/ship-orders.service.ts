/** Marks orders as shipped: one, or many with a result for each. */
import type { BodyOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type { AdminOrder } from '../../../../contract/order-fields.ts';
import type { shipOrders as shipOrdersEndpoint } from '../../../../contract/order-shipping.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/authorize.ts';
import { advanceOrder } from '../lifecycle/admin-order.service.ts';
import { listRequests } from '../requests/order-request.repository.ts';

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

/**
 * Somebody who ships many at once hasn't seen what the customer of one asks. On its own page it can be declined first, as when the parcel
 * has left already.
 */
async function refuseRequested(db: Database, id: string): Promise<void> {
  const [latest] = (await listRequests(db, [id])).get(id) ?? [];
  if (latest?.status === 'open') throw new AppError('request_open', 'The customer asks to cancel this order: refund or decline that first');
}

/** One after the other, each in its own transaction, so that one that can't be shipped doesn't affect the others. */
export async function shipOrders(
  context: Context,
  caller: Actor,
  { shipments }: BodyOf<typeof shipOrdersEndpoint>,
): Promise<ReplyOf<typeof shipOrdersEndpoint>['results']> {
  const results: ReplyOf<typeof shipOrdersEndpoint>['results'] = [];
  for (const { order, ...shipment } of shipments) {
    try {
      await refuseRequested(context.db, order);
      await shipOrder(context, caller, order, shipment);
      results.push({ order, error: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ order, error: { code: error.code, message: error.message } });
    }
  }
  return results;
}
