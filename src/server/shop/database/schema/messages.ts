/** The outbox of emails, and webhooks: endpoints, events and deliveries. */
import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, bigserial, boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { WEBHOOK_STATES, type WebhookAttempt, type WebhookEvent } from '../../../../contract/webhook.ts';
import { timestamptz } from './columns.ts';
import { orders } from './order.ts';

/** After this many attempts an email has failed for good. */
export const MAX_ATTEMPTS = 10;

/** Why an email isn't sent whatever anybody does: its link would lead nowhere. */
export const LINK_ENDED = 'Not sent: the link in it has expired';

/** Literally this condition: the index below is used only for the same one. */
export const isFailed = (t: { sentAt: AnyPgColumn; attempts: AnyPgColumn; lastError: AnyPgColumn }) =>
  sql`${t.sentAt} is null and ${t.attempts} >= ${sql.raw(String(MAX_ATTEMPTS))} and ${t.lastError} is not null`;

/** A document or a text of an order, by its id, and the name of its file. */
export interface EmailAttachment {
  kind: 'document' | 'text';
  id: string;
  name: string;
}

/** Emails are inserted in the transaction of the change that they report, and sent by the job `send-emails`. */
export const emails = pgTable(
  'emails',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    /**
     * The text and HTML with the links that only the recipient may have, sealed; null once it is sent, and if there are none. In `text` and
     * `html` such links end at the #.
     */
    sealed: text('sealed'),
    /** The account that it is about, whichever address it went to; null: of a guest, of the team, or by a version before. */
    userId: uuid('user_id'),
    /** The test order that it is about, with which it is deleted; null: any other email. */
    testOrderId: uuid('test_order_id').references(() => orders.id, { onDelete: 'cascade' }),
    createdAt: timestamptz('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** A sender moves this into the future before it sends, so that no other process picks the same email meanwhile. */
    nextAttemptAt: timestamptz('next_attempt_at').notNull(),
    sentAt: timestamptz('sent_at'),
    /** There is no mail server: `sentAt` is when the email was written to a file, and nobody has received it. */
    isSavedToFile: boolean('is_saved_to_file').notNull().default(false),
    lastError: text('last_error'),
    /** What is attached when it is sent, made from rows that never change; null: nothing. */
    attachments: jsonb('attachments').$type<EmailAttachment[]>(),
  },
  (t) => [
    index('emails_recipient').on(sql`lower(${t.recipient})`, t.createdAt.desc()),
    // Without failed emails, which stay: each search for the next email would have to skip them.
    index('emails_unsent')
      .on(t.nextAttemptAt)
      .where(sql`${t.sentAt} is null and ${t.attempts} < ${sql.raw(String(MAX_ATTEMPTS))}`),
    index('emails_user').on(t.userId).where(sql`${t.userId} is not null`),
    index('emails_test_order').on(t.testOrderId).where(sql`${t.testOrderId} is not null`),
    index('emails_created').on(t.createdAt.desc(), t.id),
    // For the list of failed emails, which are few.
    index('emails_failed').on(t.createdAt.desc(), t.id).where(isFailed(t)),
  ],
);

/** Outgoing webhooks: endpoints, events, and a delivery of each event to each endpoint. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid('id').primaryKey(),
  url: text('url').notNull(),
  description: text('description').notNull(),
  events: text('events').array().notNull().$type<WebhookEvent[]>(),
  isEnabled: boolean('is_enabled').notNull(),
  /** It answered 410 Gone, and was switched off for that. */
  isGone: boolean('is_gone').notNull().default(false),
  /** Needed to sign deliveries, so it is stored unhashed. */
  secret: text('secret').notNull(),
  /** Deliveries are signed with this one too, until then. */
  previousSecret: text('previous_secret'),
  previousSecretUntil: timestamptz('previous_secret_until'),
  /** When the owners were last told that a delivery was given up. */
  failureToldAt: timestamptz('failure_told_at'),
  createdAt: timestamptz('created_at').notNull(),
  /** Raised by each change of what its form shows; see functions/raise_version.sql. */
  version: integer('version').notNull().default(1),
});

/** Written by functions/webhook_event.sql in the transaction of the change, and only if an endpoint wants the event. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    type: text('type').notNull(),
    /** The order or product, whose events are sent in the order of `position`. */
    subjectId: uuid('subject_id').notNull(),
    position: bigserial('position', { mode: 'number' }).notNull(),
    /** What the order or product itself doesn't say: what was done to it, or its name before it was deleted. */
    details: jsonb('details').notNull().$type<Record<string, unknown>>(),
    createdAt: timestamptz('created_at').notNull(),
    /** The payload, written by the job soon afterwards, so that all attempts send the same bytes. */
    body: text('body'),
    /** How often in a row that failed, and the time before which it isn't tried again. */
    writeFailures: integer('write_failures').notNull().default(0),
    writeDueAt: timestamptz('write_due_at'),
  },
  (t) => [
    index('webhook_events_unwritten').on(t.position).where(sql`${t.body} is null`),
    index('webhook_events_created').on(t.createdAt),
    // To remove an erased person from the events of their orders.
    index('webhook_events_subject').on(t.subjectId),
  ],
);

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    eventId: uuid('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** Copied from the event, so that the next delivery to send is found in this table alone. */
    subjectId: uuid('subject_id').notNull(),
    position: bigint('position', { mode: 'number' }).notNull(),
    state: text('state', { enum: WEBHOOK_STATES }).notNull().default('waiting'),
    createdAt: timestamptz('created_at').notNull(),
    /** Since the event, or since it was sent again by hand. */
    attempts: integer('attempts').notNull().default(0),
    firstAttemptAt: timestamptz('first_attempt_at'),
    /** A process moves this into the future before it sends, so that no other process sends it meanwhile. */
    nextAttemptAt: timestamptz('next_attempt_at').notNull(),
    /** The oldest first, the last twenty. */
    log: jsonb('log').notNull().default([]).$type<WebhookAttempt[]>(),
  },
  (t) => [
    unique('webhook_deliveries_event').on(t.eventId, t.endpointId),
    index('webhook_deliveries_due').on(t.endpointId, t.nextAttemptAt).where(sql`${t.state} = 'waiting'`),
    index('webhook_deliveries_subject').on(t.endpointId, t.subjectId, t.position).where(sql`${t.state} = 'waiting'`),
    index('webhook_deliveries_created').on(t.createdAt.desc(), t.id),
    index('webhook_deliveries_of_endpoint').on(t.endpointId, t.createdAt.desc(), t.id),
    // Nearly all are delivered, so a list of those needs no index of its own.
    index('webhook_deliveries_undelivered').on(t.state, t.createdAt.desc(), t.id).where(sql`${t.state} <> 'delivered'`),
  ],
);
