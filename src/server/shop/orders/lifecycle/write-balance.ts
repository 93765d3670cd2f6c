/** What follows for the balances that an order uses from a change of its status, in the same transaction. */
import type { OrderStatus } from '../../../../contract/order-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { BalanceCause } from '../../balances/balance.repository.ts';
import { releaseBalance, spendBalance } from '../../balances/order-balance.ts';
import type { LockedOrder } from '../rows/order-lock.repository.ts';
import type { OrderUpdate } from '../rows/order-write.repository.ts';
import { isNewlyPaid } from './order-events.ts';

const isOver = (status: OrderStatus) => status === 'cancelled' || status === 'expired';

/** What a checkout held is given back where it ends unpaid, and spent where an order is paid that was sent before. */
export async function writeBalance(
  tx: Database,
  order: LockedOrder,
  to: OrderStatus,
  fields: OrderUpdate,
  cause: BalanceCause,
): Promise<void> {
  if (isOver(to) && !isOver(order.status)) await releaseBalance(tx, order.id, cause);
  else if (isNewlyPaid(order, to, fields)) await spendBalance(tx, order.id, cause);
}
