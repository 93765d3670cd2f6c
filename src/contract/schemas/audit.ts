import * as Type from 'typebox';
import { ACTOR_KINDS, AUDIT_KINDS } from '../audit-kinds.ts';
import type { EndpointSchemas } from '../endpoint.ts';
import { CsvFile, Day, Id, KeysetPagination, PaginationQuery } from './common.ts';

/** A number, in the order in which rows were written. */
const EntryId = Type.String({ pattern: '^[1-9][0-9]{0,17}$' });

const Nullable = Type.Union([Type.String(), Type.Null()]);

export const AuditEntry = Type.Object({
  _id: EntryId,
  createdAt: Type.String(),
  kind: Type.Enum(AUDIT_KINDS),
  /** `created`, `updated`, `deleted`, or the name of a security event. */
  action: Type.String(),
  actor: Type.Object({
    kind: Type.Enum(ACTOR_KINDS),
    /** Of the account or the API key. */
    _id: Nullable,
    /** Null: an account that is no more, or nobody who was logged in. */
    name: Nullable,
  }),
  /** The address that it came from; null where the shop did it itself, or where somebody was erased. */
  network: Nullable,
  requestId: Nullable,
  object: Type.Object({ type: Type.String(), _id: Type.String(), name: Nullable }),
  /** Which of its variants, pictures, notes … */
  part: Nullable,
  /** `hidden`: a secret, or about a person who was erased. */
  changes: Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown(), hidden: Type.Boolean() })),
  /** Its place in the chain, and the SHA-256 over it and the one before; null until it is sealed, seconds later. */
  position: Type.Union([Type.Integer(), Type.Null()]),
  seal: Nullable,
});
export type AuditEntry = Type.Static<typeof AuditEntry>;

const Filter = {
  kind: Type.Optional(Type.Enum(AUDIT_KINDS)),
  actorKind: Type.Optional(Type.Enum(ACTOR_KINDS)),
  /** The id of an account or of an API key. */
  actor: Type.Optional(Id),
  /** One object: its type and id, of a setting its name, as `product:<id>`. */
  object: Type.Optional(Type.String({ pattern: '^[a-z][a-z-]*:.', maxLength: 300, examples: ['setting:shop'] })),
  /** Days in the shop's time zone. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
};
const FilterObject = Type.Object(Filter);
export type AuditFilter = Type.Static<typeof FilterObject>;

export const listAuditEntries = {
  summary: 'The audit log, newest first: who changed what, and security events.',
  query: Type.Object({ ...PaginationQuery, after: Type.Optional(EntryId), before: Type.Optional(EntryId), ...Filter }),
  reply: Type.Object({ success: Type.Boolean(), entries: Type.Array(AuditEntry), ...KeysetPagination }),
} satisfies EndpointSchemas;

export const exportAuditEntries = {
  summary: 'The audit log as CSV, filtered as the list is; each field that changed is a line.',
  query: FilterObject,
  reply: CsvFile,
} satisfies EndpointSchemas;
