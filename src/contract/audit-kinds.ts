/** What the audit log tells apart. */
export const AUDIT_KINDS = ['change', 'security'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** A customer writes none of the changes, but some of the security events; nobody: whoever did it wasn't logged in. */
export const ACTOR_KINDS = ['admin', 'key', 'command', 'job', 'customer', 'nobody'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** What a column was and became; `hidden`: only that it changed, since it is a secret, or about a person. */
export type AuditChanges = Record<string, { before?: unknown; after?: unknown; hidden?: 'secret' | 'personal' }>;
