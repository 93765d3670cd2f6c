/** Deliveries as they are sent: which are due, which process sends them, and the results. */
import { eq, inArray, sql } from 'drizzle-orm';
import { SECOND } from '../../../../contract/values.ts';
import type { WebhookAttempt, WebhookDelivery, WebhookState } from '../../../../contract/webhook.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type KeysetQuery, listByKeyset, toInOrder } from '../../../platform/database/keyset-pagination.ts';
import { query } from '../../../platform/database/query.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../../database/schema/messages.ts';
import { isWritable } from './event.repository.ts';

/** Deliveries as the team sees them. */

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

/** Failed deliveries to enabled endpoints are to be sent as if they were new: one, those of one endpoint, or all. Returns how many. */
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

/**
 * How long an attempt belongs to its process, which is longer than an attempt may take. If the process is killed, the attempt is repeated
 * afterwards.
 */
export const LEASE = 60 * SECOND;
const LOGGED_ATTEMPTS = 20;

export interface ClaimedDelivery {
  id: string;
  eventId: string;
  endpointId: string;
  body: string;
  url: string;
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: Date | null;
  attempts: number;
  firstAttemptAt: Date;
}

/** It is due, its body is written, and no earlier delivery about the same order or product waits for this endpoint. */
const isClaimable = (now: Date) => sql`d.state = 'waiting' and d.next_attempt_at <= ${now.toISOString()}::timestamptz
  and exists (select from webhook_events event where event.id = d.event_id and event.body is not null)
  and not exists (select from webhook_deliveries earlier where earlier.endpoint_id = d.endpoint_id and earlier.subject_id = d.subject_id
    and earlier.state = 'waiting' and earlier.position < d.position)`;

/** Whether there is anything to do: an event without a body, or a delivery that is due. */
export async function hasWork(db: Database, now: Date): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(
    db,
    sql`select exists (select from webhook_events where ${isWritable(now)}) or exists (
      select from webhook_endpoints endpoint where endpoint.is_enabled
        and exists (select from webhook_deliveries d where d.endpoint_id = endpoint.id and ${isClaimable(now)})) as found`,
  );
  return row?.found === true;
}

export async function listDueEndpoints(db: Database, now: Date): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    sql`select id from webhook_endpoints endpoint where is_enabled
      and exists (select from webhook_deliveries d where d.endpoint_id = endpoint.id and ${isClaimable(now)})`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Counts the attempts and schedules the next ones before sending. So two processes never make the same attempt, and one that a crashed
 * process had claimed is repeated.
 */
export async function claimDeliveries(db: Database, endpointId: string, limit: number, now: Date): Promise<ClaimedDelivery[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const until = sql`${new Date(now.getTime() + LEASE).toISOString()}::timestamptz`;
  const ids = await query<{ id: string }>(
    db,
    sql`with next as (
        select d.id from webhook_deliveries d where d.endpoint_id = ${endpointId} and ${isClaimable(now)}
        order by d.next_attempt_at, d.position limit ${limit} for update of d skip locked
      )
      update webhook_deliveries d set attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, ${at}), next_attempt_at = ${until}
      from next where d.id = next.id returning d.id`,
  );
  return ids.length
    ? listClaimed(
        db,
        ids.map(({ id }) => id),
      )
    : [];
}

async function listClaimed(db: Database, ids: string[]): Promise<ClaimedDelivery[]> {
  const { id, eventId, endpointId, attempts, firstAttemptAt } = webhookDeliveries;
  const { url, secret, previousSecret, previousSecretUntil } = webhookEndpoints;
  const rows = await db
    .select({
      id,
      eventId,
      endpointId,
      attempts,
      firstAttemptAt,
      url,
      secret,
      previousSecret,
      previousSecretUntil,
      body: webhookEvents.body,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, endpointId))
    .innerJoin(webhookEvents, eq(webhookEvents.id, eventId))
    .where(inArray(id, ids));
  return rows.flatMap(({ body, firstAttemptAt: firstAt, ...row }) =>
    body === null || firstAt === null ? [] : [{ ...row, body, firstAttemptAt: firstAt }],
  );
}

export interface AttemptResult {
  state: WebhookState;
  attempt: WebhookAttempt;
  /** Only if it will be tried again. */
  nextAttemptAt?: Date;
}

/** If an attempt took longer than its lease, another process may have repeated it: both are logged, and a delivered one stays delivered. */
export async function recordAttempt(db: Database, id: string, { state, attempt, nextAttemptAt }: AttemptResult): Promise<void> {
  const log = sql`${webhookDeliveries.log} || ${JSON.stringify([attempt])}::jsonb`;
  await db
    .update(webhookDeliveries)
    .set({
      state: sql`case when ${webhookDeliveries.state} = 'delivered' then 'delivered' else ${state} end`,
      log: sql`case when jsonb_array_length(${webhookDeliveries.log}) < ${LOGGED_ATTEMPTS} then ${log} else (${log}) - 0 end`,
      ...(nextAttemptAt && { nextAttemptAt }),
    })
    .where(eq(webhookDeliveries.id, id));
}

/** For an endpoint that answered 410 Gone. False if it was off already. */
export async function switchOffEndpoint(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .update(webhookEndpoints)
    .set({ isEnabled: false, isGone: true })
    .where(sql`${webhookEndpoints.id} = ${id} and ${webhookEndpoints.isEnabled}`)
    .returning({ id: webhookEndpoints.id });
  return rows.length > 0;
}

/** True for one caller between `since` and now, so that several deliveries that are given up together cause one email. */
export async function claimFailureNotice(db: Database, id: string, since: Date, now: Date): Promise<boolean> {
  const rows = await db
    .update(webhookEndpoints)
    .set({ failureToldAt: now })
    .where(
      sql`${webhookEndpoints.id} = ${id} and coalesce(${webhookEndpoints.failureToldAt}, '-infinity') <= ${since.toISOString()}::timestamptz`,
    )
    .returning({ id: webhookEndpoints.id });
  return rows.length > 0;
}
