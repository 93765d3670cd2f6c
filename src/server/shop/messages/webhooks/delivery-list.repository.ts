/** Deliveries as the team sees them. */
import { eq, inArray, sql } from 'drizzle-orm';
import type { WebhookAttempt, WebhookDelivery, WebhookState } from '../../../../contract/webhook.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type KeysetQuery, listByKeyset, toInOrder } from '../../../platform/database/keyset-pagination.ts';
import { query } from '../../../platform/database/query.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../../database/schema/webhook.ts';
import { LEASE } from './delivery.repository.ts';

const columns = {
  id: webhookDeliveries.id,
  eventId: webhookDeliveries.eventId,
  event: webhookEvents.type,
  subject: webhookDeliveries.subjectId,
  endpoint: { _id: webhookEndpoints.id, url: webhookEndpoints.url, isEnabled: webhookEndpoints.isEnabled },
  state: webhookDeliveries.state,
  attempts: webhookDeliveries.attempts,
  createdAt: webhookDeliveries.createdAt,
  nextAttemptAt: webhookDeliveries.nextAttemptAt,
  lastAttempt: sql<WebhookAttempt | null>`${webhookDeliveries.log} -> -1`,
};

const select = (db: Database) =>
  db
    .select(columns)
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId));

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

const toDelivery = ({ id, eventId, event, createdAt, nextAttemptAt, ...row }: Row): WebhookDelivery => ({
  _id: id,
  messageId: toMessageId(eventId),
  event: event as WebhookDelivery['event'],
  ...row,
  createdAt: createdAt.toISOString(),
  nextAttemptAt: row.state === 'waiting' ? nextAttemptAt.toISOString() : null,
});

/** The id by which a receiver recognizes an event that it gets twice. */
export const toMessageId = (eventId: string): string => `msg_${eventId}`;

/** Newest first. */
export async function listDeliveries(db: Database, filter: { state?: WebhookState; endpoint?: string }, listQuery: KeysetQuery) {
  const { state, endpoint } = filter;
  // Written into the SQL as a literal, so that the planner sees that the partial index covers it.
  const ofState = state ? sql`state = ${sql.raw(`'${state}'`)}` : sql`true`;
  const ofEndpoint = endpoint ? sql`endpoint_id = ${endpoint}` : sql`true`;
  const rows = sql`select id, created_at from webhook_deliveries where ${ofState} and ${ofEndpoint}`;
  const { ids, ...found } = await listByKeyset(db, { table: 'webhook_deliveries', rows }, listQuery);
  const deliveries = ids.length ? (await select(db).where(inArray(webhookDeliveries.id, ids))).map(toDelivery) : [];
  return { deliveries: toInOrder(ids, deliveries, ({ _id }) => _id), ...found };
}

export async function findDelivery(db: Database, id: string): Promise<WebhookDelivery | null> {
  const [row] = await select(db).where(eq(webhookDeliveries.id, id));
  return row ? toDelivery(row) : null;
}

export async function findDeliveryLog(db: Database, id: string): Promise<{ log: WebhookAttempt[]; body: string | null } | null> {
  const [row] = await db
    .select({ log: webhookDeliveries.log, body: webhookEvents.body })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(eq(webhookDeliveries.id, id));
  return row ?? null;
}

/**
 * Starts over: it is tried for a day again. One that waits and is due within an attempt's lease is left, because it may be under way: it
 * would be sent twice.
 */
export async function requeueDelivery(db: Database, id: string, now: Date): Promise<void> {
  const leasedUntil = new Date(now.getTime() + LEASE).toISOString();
  await db
    .update(webhookDeliveries)
    .set({ state: 'waiting', attempts: 0, firstAttemptAt: null, nextAttemptAt: now })
    .where(
      sql`${webhookDeliveries.id} = ${id}
        and (${webhookDeliveries.state} <> 'waiting' or ${webhookDeliveries.nextAttemptAt} > ${leasedUntil}::timestamptz)`,
    );
}

/** Given-up deliveries to endpoints that are on, to be sent as if they were new: one alone, those of one endpoint, or all. Returns how many. */
export async function requeueFailedDeliveries(db: Database, now: Date, only: { id?: string; endpoint?: string }): Promise<number> {
  const ofId = only.id ? sql`d.id = ${only.id}` : sql`true`;
  const ofEndpoint = only.endpoint ? sql`d.endpoint_id = ${only.endpoint}` : sql`true`;
  const rows = await query<{ id: string }>(
    db,
    sql`update webhook_deliveries d set state = 'waiting', attempts = 0, first_attempt_at = null, next_attempt_at = ${now.toISOString()}::timestamptz
      from webhook_endpoints endpoint where endpoint.id = d.endpoint_id and endpoint.is_enabled and d.state = 'failed'
        and ${ofId} and ${ofEndpoint} returning d.id`,
  );
  return rows.length;
}
