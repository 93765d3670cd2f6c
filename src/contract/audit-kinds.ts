/** The two kinds of entries in the audit log: changes of data, and security events. */
export const AUDIT_KINDS = ['change', 'security'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Who an entry names. Customers appear in security events only, never in changes. `nobody`: the caller wasn't logged in. */
export const ACTOR_KINDS = ['admin', 'key', 'command', 'job', 'customer', 'nobody'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** A column's value before and after a change. `hidden`: the log only says that it changed, because it is secret or personal. */
export type AuditChanges = Record<string, { before?: unknown; after?: unknown; hidden?: 'secret' | 'personal' }>;
