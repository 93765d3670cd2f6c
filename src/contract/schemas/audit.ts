import * as Type from 'typebox';
import { ACTOR_KINDS, AUDIT_KINDS } from '../audit-kinds.ts';
import type { EndpointSchemas } from '../endpoint.ts';
import { CsvFile, Day, Id, KeysetPagination, PaginationQuery, Version } from './common.ts';

/** A number, in the order in which rows were written. */
const EntryId = Type.String({ pattern: '^[1-9][0-9]{0,17}$' });

const Nullable = Type.Union([Type.String(), Type.Null()]);

const Changes = Type.Array(Type.Object({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown(), hidden: Type.Boolean() }));

export const AuditEntry = Type.Object({
  _id: EntryId,
  createdAt: Type.String(),
  kind: Type.Enum(AUDIT_KINDS),
  /** `created`, `updated`, `deleted`, or the name of a security event. */
  action: Type.String(),
  actor: Type.Object({
    kind: Type.Enum(ACTOR_KINDS),
    /** Id of the account or the API key. */
    _id: Nullable,
    /** Null: an account that is no more, or nobody who was logged in. */
    name: Nullable,
  }),
  /** The IP address that it came from; null where the shop did it itself, or where somebody was erased. */
  network: Nullable,
  requestId: Nullable,
  object: Type.Object({ type: Type.String(), _id: Type.String(), name: Nullable }),
  /** Of an order: the currency of its sums, by ISO 4217. */
  currency: Type.Optional(Type.String()),
  /** The part of the object that changed: which variant, image, note … */
  part: Nullable,
  /** `hidden`: a secret, or about a person who was erased. */
  changes: Changes,
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
  /** One object, as `type:id`, such as `product:<id>`; a setting is named instead of having an id. */
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

export const VersionPreview = Type.Object({
  /**
   * Version of the current state, which the restore call sends back. Null: the object was deleted, and comes back as a draft if its type
   * has drafts.
   */
  version: Type.Union([Version, Type.Null()]),
  /** The differences from the current state to the version. Empty: they are the same. */
  changes: Changes,
  /** What can't be restored: it no longer exists, something else has taken it, or parts were added or removed since. */
  kept: Type.Array(
    Type.Object({ field: Type.String(), reason: Type.Union([Type.Literal('gone'), Type.Literal('taken'), Type.Literal('changed')]) }),
  ),
});
export type VersionPreview = Type.Static<typeof VersionPreview>;

const VersionReply = Type.Object({ success: Type.Boolean(), preview: VersionPreview });

export const previewVersion = {
  summary: 'What restoring the version before an entry would change, of a product, category, page or setting. Stock never is restored.',
  params: Type.Object({ id: EntryId }),
  reply: VersionReply,
} satisfies EndpointSchemas;

export const restoreVersion = {
  summary: 'Restore the version before an entry. What was changed since the preview: 409 with what there is now.',
  params: Type.Object({ id: EntryId }),
  body: Type.Object({ version: VersionPreview.properties.version }),
  reply: Type.Object({ ...VersionReply.properties, message: Type.String() }),
  refusals: ['name_taken', 'slug_taken', 'sku_taken', 'version_conflict'],
} satisfies EndpointSchemas;
