/**
 * Where and when the shop backs itself up: a folder below the one that the server gives, or a bucket. Owners set it; what the server's environment
 * sets wins. The passphrase is in one answer only, to whoever makes it; keys of a bucket are in none.
 */
import * as Type from 'typebox';
import { CONNECTIONS_PATH, connectionState, ownerCall, ownerChange, VersionBody } from './connections.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Nullable, Version } from './fields.ts';

const PATH = `${CONNECTIONS_PATH}/backups`;

export const BACKUP_DESTINATIONS = ['folder', 'bucket'] as const;
export type DestinationKind = (typeof BACKUP_DESTINATIONS)[number];

/** What a backup that is being made is at, in this order. */
export const BACKUP_STEPS = ['reading', 'checking', 'restoring', 'storing'] as const;
export type BackupStep = (typeof BACKUP_STEPS)[number];

/**
 * Why a backup failed. destination: the folder or bucket refused it. problems: it was stored, but checks of the shop's books find errors in it.
 * unreadable: what was made can't be restored, so it was thrown away. interrupted: its process ended. failed: the server's log says more.
 */
export const BACKUP_FAILURES = ['destination', 'problems', 'unreadable', 'interrupted', 'failed'] as const;
export type BackupFailure = (typeof BACKUP_FAILURES)[number];

export const BACKUP_DAYS_MAX = 366;
export const BACKUP_WEEKS_MAX = 520;

const Key = { maxLength: 300, pattern: '^[\\x21-\\x7e]*$' };

const BackupSettings = {
  destination: Type.Enum(BACKUP_DESTINATIONS),
  /** Below the server's folder for backups; empty: that one itself. */
  folder: Type.String({ maxLength: 100, pattern: '^[^\\p{Cc}]*$' }),
  /** The store's URL; empty: Amazon S3. */
  endpoint: Type.String({ maxLength: 300, pattern: '^[^\\p{Cc}]*$' }),
  bucket: Type.String({ maxLength: 63, pattern: '^[^\\p{Cc}]*$' }),
  /** Of all names in the bucket; may be empty. */
  prefix: Type.String({ maxLength: 200, pattern: '^[^\\p{Cc}]*$' }),
  /** Empty: us-east-1. */
  region: Type.String({ maxLength: 40, pattern: '^[^\\p{Cc}]*$' }),
  accessKey: Type.String(Key),
  /** When a backup is made each day, in the shop's time zone. */
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  /** Backups of so many days are kept, and the newest one of so many weeks. */
  days: Type.Integer({ minimum: 1, maximum: BACKUP_DAYS_MAX }),
  weeks: Type.Integer({ minimum: 0, maximum: BACKUP_WEEKS_MAX }),
};

const Time = Type.String();

const BackupConnection = Type.Object({
  ...connectionState,
  /** What was saved; null: nothing. `canDelete`: the bucket lets the shop delete old backups. */
  saved: Nullable(Type.Object({ ...BackupSettings, hasSecretKey: Type.Boolean(), canDelete: Type.Boolean() })),
  /** none: there is none. unconfirmed: nobody has said yet that they kept it, so no backup is made. renewing: the same of one that replaces another. */
  passphrase: Type.Enum(['none', 'unconfirmed', 'renewing', 'confirmed']),
  /** The server's own. */
  server: Nullable(Type.Object({ location: Type.String(), everyHours: Type.Number(), keep: Type.Integer(), isEncrypted: Type.Boolean() })),
  /** The folder below which one may be chosen; null: the server allows buckets only. */
  baseFolder: Nullable(Type.String()),
  timeZone: Type.String(),
  /** The shop was restored from a backup and may be a copy, which makes none. */
  isCopy: Type.Boolean(),
});
export type BackupConnection = Type.Static<typeof BackupConnection>;

const BackupProgress = Type.Object({
  /** Null: none is being made. `waiting`: one was asked for, and begins in a moment. */
  running: Nullable(Type.Object({ step: Type.Union([Type.Literal('waiting'), Type.Enum(BACKUP_STEPS)]), startedAt: Time })),
  lastGoodAt: Nullable(Time),
  isLate: Type.Boolean(),
  /** Of the last attempt; null: it went well, or there was none. */
  failure: Nullable(Type.Object({ at: Time, reason: Type.Enum(BACKUP_FAILURES), detail: Type.String(), attempts: Type.Integer() })),
  /** Backups that should have been deleted as too old, and couldn't be. */
  notDeleted: Type.Boolean(),
});
export type BackupProgress = Type.Static<typeof BackupProgress>;

const StoredBackup = Type.Object({
  name: Type.String(),
  bytes: Type.Integer(),
  madeAt: Time,
  /** good: it was restored as a check. problems: checks of the shop's books find errors in it. unchecked: made by hand, without a check. */
  check: Type.Enum(['good', 'problems', 'unchecked']),
  isEncrypted: Type.Boolean(),
});
export type StoredBackup = Type.Static<typeof StoredBackup>;

const BackupReply = { success: Type.Boolean(), connection: BackupConnection };
const BackupSaved = Type.Object({ ...BackupReply, message: Type.String() });
/** `passphrase` is told here and never again; null: the one of before stays. */
const PassphraseReply = Type.Object({ ...BackupSaved.properties, passphrase: Nullable(Type.String()) });

export const readBackupConnectionSchemas = {
  summary: 'Where and when the shop backs itself up. Neither its passphrase nor its secret key is told.',
  reply: Type.Object(BackupReply),
} satisfies EndpointSchemas;
export const readBackupConnection: Endpoint<typeof readBackupConnectionSchemas, 'owner'> = { method: 'GET', path: PATH, ...ownerCall };

export const connectBackupsSchemas = {
  summary:
    'Keep backups there from now on. The place is tried first, by writing, reading and deleting a file. Without a passphrase one is made, and answered this once; the first backup is made when it is confirmed.',
  body: Type.Object({
    ...BackupSettings,
    /** Absent: the saved one, as long as it goes to the same store and access key. */
    secretKey: Type.Optional(Type.String(Key)),
    version: Type.Optional(Version),
  }),
  refusals: ['connection_failed', 'set_by_server'],
  reply: PassphraseReply,
} satisfies EndpointSchemas;
export const connectBackups: Endpoint<typeof connectBackupsSchemas, 'owner'> = {
  method: 'PUT',
  path: PATH,
  ...ownerChange,
  invalidates: ['settings'],
};

export const renewBackupPassphraseSchemas = {
  summary:
    'Make a new passphrase, answered this once. Backups use the one of before until the new one is confirmed, and need it later, too.',
  body: VersionBody,
  refusals: ['set_by_server', 'not_found'],
  reply: PassphraseReply,
} satisfies EndpointSchemas;
export const renewBackupPassphrase: Endpoint<typeof renewBackupPassphraseSchemas, 'owner'> = {
  method: 'POST',
  path: `${PATH}/passphrase`,
  ...ownerChange,
  invalidates: ['settings'],
};

export const confirmBackupPassphraseSchemas = {
  summary: 'Say that the passphrase is kept somewhere. Backups are encrypted with it from now on, and the first one is made at once.',
  /** Of the answer that told the passphrase, so that nobody confirms another one. */
  body: Type.Object({ version: Version }),
  refusals: ['set_by_server', 'not_found'],
  reply: BackupSaved,
} satisfies EndpointSchemas;
export const confirmBackupPassphrase: Endpoint<typeof confirmBackupPassphraseSchemas, 'owner'> = {
  method: 'POST',
  path: `${PATH}/confirm`,
  ...ownerChange,
  invalidates: ['settings'],
};

export const disconnectBackupsSchemas = {
  summary: 'Make no more backups, and forget the keys and the passphrase. Backups that were made stay where they are.',
  body: VersionBody,
  refusals: ['set_by_server'],
  reply: BackupSaved,
} satisfies EndpointSchemas;
export const disconnectBackups: Endpoint<typeof disconnectBackupsSchemas, 'owner'> = {
  method: 'POST',
  path: `${PATH}/disconnect`,
  ...ownerChange,
  invalidates: ['settings'],
};

export const startBackupSchemas = {
  summary: 'Make a backup now, in the background. While one is being made, no other begins.',
  refusals: ['not_found'],
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), progress: BackupProgress }),
} satisfies EndpointSchemas;
export const startBackup: Endpoint<typeof startBackupSchemas, 'owner'> = { method: 'POST', path: `${PATH}/run`, ...ownerCall };

export const readBackupProgressSchemas = {
  summary: 'What the backup that is being made is at, and what became of the last one.',
  reply: Type.Object({ success: Type.Boolean(), progress: BackupProgress }),
} satisfies EndpointSchemas;
export const readBackupProgress: Endpoint<typeof readBackupProgressSchemas, 'owner'> = {
  method: 'GET',
  path: `${PATH}/progress`,
  ...ownerCall,
};

export const listBackupsSchemas = {
  summary: 'The backups that are in the folder or bucket, newest first. `problem`: why they can’t be listed.',
  reply: Type.Object({ success: Type.Boolean(), backups: Type.Array(StoredBackup), problem: Nullable(Type.String()) }),
} satisfies EndpointSchemas;
export const listBackups: Endpoint<typeof listBackupsSchemas, 'owner'> = { method: 'GET', path: `${PATH}/files`, ...ownerCall };
