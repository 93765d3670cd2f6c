/**
 * Time limits that an operator may need to change. Settings are in seconds unless their name says otherwise; the configuration has
 * milliseconds.
 */
import { SECOND } from '../../../contract/values.ts';
import { integer } from './config-validators.ts';

const seconds = (byDefault: number) => integer(1, 3600)({ default: byDefault });

export const LIMIT_SETTINGS = {
  DATABASE_CONNECT_TIMEOUT: seconds(3),
  DATABASE_STATEMENT_TIMEOUT: seconds(5),
  DATABASE_IDLE_TRANSACTION_TIMEOUT: seconds(10),
  DATABASE_READINESS_TIMEOUT: seconds(1),
  // Other statements on the table queue behind one that waits for a lock, so the default is half a second.
  MIGRATION_LOCK_TIMEOUT_MS: integer(10, 60_000)({ default: 500 }),
  MIGRATION_STATEMENT_TIMEOUT: seconds(60),
  HEADERS_TIMEOUT: seconds(10),
  STALL_TIMEOUT: seconds(30),
  RENDER_TIMEOUT: seconds(5),
  // A provider makes a second attempt only in what its first has left of it.
  PAYMENT_TIMEOUT: integer(3, 3600)({ default: 10 }),
  SMTP_TIMEOUT: seconds(15),
  STORAGE_TIMEOUT: seconds(5),
  STORAGE_WRITE_TIMEOUT: seconds(15),
  BACKUP_TIMEOUT: seconds(120),
  CDN_PURGE_TIMEOUT: seconds(2),
  // Shorter than the lease of a delivery, during which no other process may repeat it.
  WEBHOOK_TIMEOUT: integer(1, 50)({ default: 15 }),
  // Jobs are stopped two seconds before the process ends.
  SHUTDOWN_TIMEOUT: integer(3, 3600)({ default: 10 }),
};

export interface DatabaseLimits {
  /** To get a connection, new or from the pool: for requests, jobs, migrations and backups. */
  readonly connect: number;
  readonly statement: number;
  /** How long a transaction may be idle, for example because its process is frozen. */
  readonly idleTransaction: number;
  /** For `/readyz`. */
  readonly readiness: number;
  /** How long a migration's statement waits for a lock before it lets others pass and tries again. */
  readonly migrationLock: number;
  /** For a statement of a migration, except those that don't block reads and writes. */
  readonly migrationStatement: number;
}

export interface TimeLimits {
  readonly database: DatabaseLimits;
  /** To receive a request's headers, from the first byte to the last. */
  readonly headers: number;
  /** How long a client may send nothing of a body, or read nothing of a response. */
  readonly stall: number;
  /** How long a page may take to render. */
  readonly render: number;
  /** For a response of the payment provider. */
  readonly payment: number;
  /** To hand over an email to the mail server. */
  readonly smtp: number;
  /** For a response of the object store, and to store a file in it. */
  readonly storage: number;
  readonly storageWrite: number;
  /** To send or receive a part of a backup. */
  readonly backup: number;
  /** How long an admin's change waits for the CDN to drop its cached responses. */
  readonly cdnPurge: number;
  /** For a webhook receiver's response. */
  readonly webhook: number;
  /** For requests and jobs that still run once no new connections are accepted. */
  readonly shutdown: number;
}

export const toTimeLimits = (settings: { [Name in keyof typeof LIMIT_SETTINGS]: number }): TimeLimits =>
  Object.freeze({
    database: Object.freeze({
      connect: settings.DATABASE_CONNECT_TIMEOUT * SECOND,
      statement: settings.DATABASE_STATEMENT_TIMEOUT * SECOND,
      idleTransaction: settings.DATABASE_IDLE_TRANSACTION_TIMEOUT * SECOND,
      readiness: settings.DATABASE_READINESS_TIMEOUT * SECOND,
      migrationLock: settings.MIGRATION_LOCK_TIMEOUT_MS,
      migrationStatement: settings.MIGRATION_STATEMENT_TIMEOUT * SECOND,
    }),
    headers: settings.HEADERS_TIMEOUT * SECOND,
    stall: settings.STALL_TIMEOUT * SECOND,
    render: settings.RENDER_TIMEOUT * SECOND,
    payment: settings.PAYMENT_TIMEOUT * SECOND,
    smtp: settings.SMTP_TIMEOUT * SECOND,
    storage: settings.STORAGE_TIMEOUT * SECOND,
    storageWrite: settings.STORAGE_WRITE_TIMEOUT * SECOND,
    backup: settings.BACKUP_TIMEOUT * SECOND,
    cdnPurge: settings.CDN_PURGE_TIMEOUT * SECOND,
    webhook: settings.WEBHOOK_TIMEOUT * SECOND,
    shutdown: settings.SHUTDOWN_TIMEOUT * SECOND,
  });

export const DEFAULT_DATABASE_LIMITS: DatabaseLimits = {
  connect: 3 * SECOND,
  statement: 5 * SECOND,
  idleTransaction: 10 * SECOND,
  readiness: SECOND,
  migrationLock: SECOND / 2,
  migrationStatement: 60 * SECOND,
};
