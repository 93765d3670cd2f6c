/** Who did what, for owners. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, Day, Id, KeysetPagination, PaginationQuery, Version } from './fields.ts';
import { RECENT_LOGIN_MINUTES } from './limits.ts';

/** The two kinds of entries in the audit log: changes of data, and security events. */
export const AUDIT_KINDS = ['change', 'security'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Who an entry names. Customers appear in security events only, never in changes. `nobody`: the caller wasn't logged in. */
export const ACTOR_KINDS = ['admin', 'key', 'command', 'job', 'customer', 'nobody'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** A column's value before and after a change. `hidden`: the log only says that it changed, because it is secret or personal. */
export type AuditChanges = Record<string, { before?: unknown; after?: unknown; hidden?: 'secret' | 'personal' }>;

const PATH = '/api/v1/audit/entries';

/** Which entries of the audit log offer to restore the version before them. */
export const RESTORABLE_SETTINGS = [
  'shop',
  'shop-details',
  'shipping',
  'tax',
  'synonyms',
  'private:feeds',
  'search-pins',
  'price-notes',
  'private:notifications',
  'text:about',
  'text:contact',
  'text:policy',
] as const;
export type RestorableSetting = (typeof RESTORABLE_SETTINGS)[number];

export const RESTORABLE_TYPES = ['product', 'category', 'brand', 'collection', 'page', 'setting'] as const;
export type RestorableType = (typeof RESTORABLE_TYPES)[number];

export const isRestorableType = (type: string): type is RestorableType => RESTORABLE_TYPES.some((it) => it === type);
export const isRestorableSetting = (key: string): key is RestorableSetting => RESTORABLE_SETTINGS.some((it) => it === key);

interface Entry {
  kind: string;
  action: string;
  object: { type: string; _id: string };
  part: string | null;
}

/** Before the entry that created a thing there was no version of it; before one that created a part of it, there was. */
export function isRestorable({ kind, action, object, part }: Entry): boolean {
  const isChange = action === 'updated' || action === 'deleted' || (action === 'created' && part !== null);
  return kind === 'change' && isChange && isRestorableType(object.type) && (object.type !== 'setting' || isRestorableSetting(object._id));
}

/** A number, in the order in which rows were written. */
const EntryId = Type.String({ pattern: '^[1-9][0-9]{0,17}$' });

const NullableText = Type.Union([Type.String(), Type.Null()]);

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
    _id: NullableText,
    /** Null: an account that is no more, or nobody who was logged in. */
    name: NullableText,
  }),
  /** The IP address that it came from; null where the shop did it itself, or where somebody was erased. */
  network: NullableText,
  requestId: NullableText,
  object: Type.Object({ type: Type.String(), _id: Type.String(), name: NullableText }),
  /** Of an order: the currency of its sums, by ISO 4217. */
  currency: Type.Optional(Type.String()),
  /** The part of the object that changed: which variant, image, note … */
  part: NullableText,
  /** `hidden`: a secret, or about a person who was erased. */
  changes: Changes,
  /** Its place in the chain, and the SHA-256 over it and the one before; null until it is sealed, seconds later. */
  position: Type.Union([Type.Integer(), Type.Null()]),
  seal: NullableText,
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

export const listAuditEntriesSchemas = {
  summary: 'The audit log, newest first: who changed what, and security events.',
  query: Type.Object({ ...PaginationQuery, after: Type.Optional(EntryId), before: Type.Optional(EntryId), ...Filter }),
  reply: Type.Object({ success: Type.Boolean(), entries: Type.Array(AuditEntry), ...KeysetPagination }),
} satisfies EndpointSchemas;

export const listAuditEntries: Endpoint<typeof listAuditEntriesSchemas, 'owner'> = {
  method: 'GET',
  path: PATH,
  access: 'owner',
  scopes: [],
};

export const exportAuditEntriesSchemas = {
  summary: 'The audit log as CSV, filtered as the list is; each field that changed is a line.',
  query: FilterObject,
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportAuditEntries: Endpoint<typeof exportAuditEntriesSchemas, 'owner'> = {
  method: 'GET',
  path: `${PATH}.csv`,
  access: 'owner',
  scopes: [],
  isDownload: true,
};

export const previewVersionSchemas = {
  summary:
    'What restoring the version before an entry would change, of a product, category, collection, page or setting. Stock never is restored.',
  params: Type.Object({ id: EntryId }),
  reply: VersionReply,
} satisfies EndpointSchemas;

export const previewVersion: Endpoint<typeof previewVersionSchemas, 'owner'> = {
  method: 'GET',
  path: `${PATH}/{id}/version`,
  access: 'owner',
  scopes: [],
};

export const restoreVersionSchemas = {
  summary: 'Restore the version before an entry. What was changed since the preview: 409 with what there is now.',
  params: Type.Object({ id: EntryId }),
  body: Type.Object({ version: VersionPreview.properties.version }),
  reply: Type.Object({ ...VersionReply.properties, message: Type.String() }),
  refusals: ['name_taken', 'slug_taken', 'sku_taken', 'version_conflict'],
} satisfies EndpointSchemas;

export const restoreVersion: Endpoint<typeof restoreVersionSchemas, 'owner'> = {
  method: 'POST',
  path: `${PATH}/{id}/restore`,
  access: 'owner',
  // It may bring back the tax, or where emails about orders went.
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
  invalidates: ['products', 'stock', 'categories', 'settings', 'texts'],
};
