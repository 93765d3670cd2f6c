/** Records on a checkout that its customer has paid by a method that takes days, such as a bank debit. */
import type { Database } from '../../../platform/database/connect.ts';
import { createHistoryEntry, updateOrder } from '../checkout/order-write.repository.ts';
import type { LockedOrder } from '../lifecycle/row-lock.repository.ts';
import { PROVIDER_ACTOR } from '../lifecycle/update-order.service.ts';

/**
 * From now on it doesn't expire: its stock stays reserved until the provider reports how the payment ended. False if that is known already.
 */
export async function recordProcessing(tx: Database, order: LockedOrder, at: Date): Promise<boolean> {
  if (order.status !== 'pending' || order.processingSince) return false;
  await updateOrder(tx, order.id, { processingSince: at });
  const why = 'Payment is on its way: the bank takes some days. Its stock stays reserved';
  await createHistoryEntry(tx, { orderId: order.id, from: order.status, to: order.status, ...PROVIDER_ACTOR, why, at });
  return true;
}
