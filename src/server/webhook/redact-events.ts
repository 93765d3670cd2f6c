/** What a person's erasure leaves of the events of their orders: those that wait are sent so, and the log has nothing else. */
import type { Database } from '../database/connect.ts';
import { listEventsOf, replaceBody } from './event.repository.ts';
import { renderRedactedPayload } from './webhook-payload.ts';

export async function redactOrderEvents(tx: Database, orderIds: string[]): Promise<void> {
  if (!orderIds.length) return;
  for (const event of await listEventsOf(tx, orderIds)) await replaceBody(tx, event.id, renderRedactedPayload(event));
}
