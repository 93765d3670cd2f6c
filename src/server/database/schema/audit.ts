/** Who changed what. Rows are written by functions/audit_change.sql, and chained by functions/audit_chain.sql. */
import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ACTOR_KINDS, AUDIT_KINDS, type AuditChanges } from '../../../contract/audit-kinds.ts';
import { isOneOf } from './is-one-of.ts';
import { timestamptz } from './time.ts';

export const auditLog = pgTable(
  'audit_log',
  {
    /** In the order in which they were written, with gaps where a transaction was rolled back. */
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    createdAt: timestamptz('created_at').notNull(),
    kind: text('kind', { enum: AUDIT_KINDS }).notNull(),
    /** What was done: created, updated, deleted, or the name of a security event. */
    action: text('action').notNull(),
    actorKind: text('actor_kind', { enum: ACTOR_KINDS }).notNull(),
    /** The account, or the API key. Not a foreign key: a row outlives who wrote it. */
    actorId: uuid('actor_id'),
    /** What a key, a command or a job is called. People's names are read from their accounts, so that they go with them. */
    actorName: text('actor_name'),
    requestId: text('request_id'),
    /** A product, an order …: what one looks for. */
    objectType: text('object_type').notNull(),
    objectId: text('object_id').notNull(),
    /** What it was called; null where the name is a person's. */
    objectName: text('object_name'),
    /** Of what is kept in a table of its own: which of its variants, pictures, notes … */
    part: text('part'),
    /** By column. Of secrets and of what is about people only that they changed. */
    changes: jsonb('changes').notNull().$type<AuditChanges>(),
    /** What is about people, with the network that it came from. Taken out where a person is erased: the chain has only its hash. */
    personal: jsonb('personal').$type<{ salt: string; network?: string; changes?: AuditChanges }>(),
    personalHash: text('personal_hash').notNull(),
    /** Without gaps; null until the row is sealed. */
    position: bigint('position', { mode: 'number' }).unique(),
    /** SHA-256 in hex over this row and the hash before it. */
    hash: text('hash'),
  },
  (t) => [
    index('audit_log_unsealed').on(t.id).where(sql`${t.position} is null`),
    // One for each way in which the log is looked through.
    index('audit_log_created').on(t.createdAt.desc(), t.id),
    index('audit_log_object').on(t.objectType, t.objectId, t.createdAt.desc(), t.id),
    index('audit_log_actor').on(t.actorId, t.createdAt.desc(), t.id),
    index('audit_log_actor_kind').on(t.actorKind, t.createdAt.desc(), t.id),
    index('audit_log_security').on(t.createdAt.desc(), t.id).where(sql`${t.kind} = 'security'`),
    check('audit_log_kind', isOneOf(t.kind, AUDIT_KINDS)),
    check('audit_log_actor_kind', isOneOf(t.actorKind, ACTOR_KINDS)),
    check('audit_log_sealed', sql`(${t.position} is null) = (${t.hash} is null)`),
  ],
);

/** Where the chain begins and ends: one row. */
export const auditChain = pgTable(
  'audit_chain',
  {
    id: boolean('id').primaryKey().default(true),
    /** The last row that retention took, and its hash; 0 and empty at first. */
    startPosition: bigint('start_position', { mode: 'number' }).notNull().default(0),
    startHash: text('start_hash').notNull().default(''),
    position: bigint('position', { mode: 'number' }).notNull().default(0),
    hash: text('hash').notNull().default(''),
  },
  (t) => [check('audit_chain_one', sql`${t.id}`)],
);
