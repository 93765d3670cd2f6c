/**
 * Removes an erased person from the events of their orders: waiting deliveries are sent without the person's data, and the log contains
 * none of it.
 */
import type { Database } from '../../../platform/database/connect.ts';
import { listEventsOf, replaceBody } from './event.repository.ts';
import { renderRedactedPayload } from './webhook-payload.ts';

export async function redactOrderEvents(tx: Database, orderIds: string[]): Promise<void> {
  if (!orderIds.length) return;
  for (const event of await listEventsOf(tx, orderIds)) await replaceBody(tx, event.id, renderRedactedPayload(event));
}
