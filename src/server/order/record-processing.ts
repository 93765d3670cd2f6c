/** Writes to a checkout that its customer has paid by a method whose money takes days, as a bank debit does. */
import type { Database } from '../database/connect.ts';
import { createHistoryEntry, updateOrder } from './order-write.repository.ts';
import type { LockedOrder } from './row-lock.repository.ts';
import { PROVIDER_ACTOR } from './update-order.service.ts';

/** From here on time doesn't end it: its stock stays held until the provider tells what became of the payment. False where that is known already. */
export async function recordProcessing(tx: Database, order: LockedOrder, at: Date): Promise<boolean> {
  if (order.status !== 'pending' || order.processingSince) return false;
  await updateOrder(tx, order.id, { processingSince: at });
  const why = 'Payment is on its way: the bank takes some days. Its stock stays reserved';
  await createHistoryEntry(tx, { orderId: order.id, from: order.status, to: order.status, ...PROVIDER_ACTOR, why, at });
  return true;
}
