import type { Database } from '../../../platform/database/connect.ts';
import { paymentEvents } from '../../database/schema/payment.ts';

/** False where an event with this id was stored before. */
export async function createPaymentEvent(tx: Database, event: typeof paymentEvents.$inferInsert): Promise<boolean> {
  const rows = await tx.insert(paymentEvents).values(event).onConflictDoNothing().returning({ id: paymentEvents.id });
  return rows.length > 0;
}
