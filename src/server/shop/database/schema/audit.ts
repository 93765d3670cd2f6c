/** Who changed what. Rows are written by functions/audit_change.sql, and chained by functions/audit_chain.sql. */
import { sql } from 'drizzle-orm';
import { bigint, bigserial, boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ACTOR_KINDS, AUDIT_KINDS, type AuditChanges } from '../../../../contract/audit.ts';
import { isOneOf, timestamptz } from './columns.ts';

export const auditLog = pgTable(
  'audit_log',
  {
    /** In the order of writing, with gaps where a transaction was rolled back. */
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    createdAt: timestamptz('created_at').notNull(),
    kind: text('kind', { enum: AUDIT_KINDS }).notNull(),
    /** What was done: created, updated, deleted, or the name of a security event. */
    action: text('action').notNull(),
    actorKind: text('actor_kind', { enum: ACTOR_KINDS }).notNull(),
    /** The account or the API key. Not a foreign key, because entries outlive their actors. */
    actorId: uuid('actor_id'),
    /** Name of a key, command or job. People's names are read from their accounts, so that they disappear with them. */
    actorName: text('actor_name'),
    requestId: text('request_id'),
    /** The kind of object that people search for: a product, an order … */
    objectType: text('object_type').notNull(),
    objectId: text('object_id').notNull(),
    /** The object's name at that time; null if it is a person's name. */
    objectName: text('object_name'),
    /** For rows of a separate table: which of the object's variants, images, notes … */
    part: text('part'),
    /** By column. For secret and personal columns, only that they changed. */
    changes: jsonb('changes').notNull().$type<AuditChanges>(),
    /** Personal values, and the network they came from. Deleted when the person is erased: the chain contains only their hash. */
    personal: jsonb('personal').$type<{ salt: string; network?: string; changes?: AuditChanges }>(),
    personalHash: text('personal_hash').notNull(),
    /** Without gaps; null until the row is sealed. */
    position: bigint('position', { mode: 'number' }).unique(),
    /** SHA-256 in hex over this row and the hash before it. */
    hash: text('hash'),
  },
  (t) => [
    index('audit_log_unsealed').on(t.id).where(sql`${t.position} is null`),
    // One index for each way of filtering the log.
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
    /** The last entry that was deleted by retention, and its hash; 0 and empty at first. */
    startPosition: bigint('start_position', { mode: 'number' }).notNull().default(0),
    startHash: text('start_hash').notNull().default(''),
    position: bigint('position', { mode: 'number' }).notNull().default(0),
    hash: text('hash').notNull().default(''),
  },
  (t) => [check('audit_chain_one', sql`${t.id}`)],
);
