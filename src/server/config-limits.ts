/** The limits of time that an operator may have to change, in seconds unless their name says otherwise; in the configuration they are milliseconds. */
import { SECOND } from '../contract/time.ts';
import { integer } from './config-validators.ts';

const seconds = (byDefault: number) => integer(1, 3600)({ default: byDefault });

export const LIMIT_SETTINGS = {
  DATABASE_CONNECT_TIMEOUT: seconds(3),
  DATABASE_STATEMENT_TIMEOUT: seconds(5),
  DATABASE_IDLE_TRANSACTION_TIMEOUT: seconds(10),
  DATABASE_READINESS_TIMEOUT: seconds(1),
  // Everybody's statements on the table queue behind the one that waits, so half a second is the default.
  MIGRATION_LOCK_TIMEOUT_MS: integer(10, 60_000)({ default: 500 }),
  MIGRATION_STATEMENT_TIMEOUT: seconds(60),
  HEADERS_TIMEOUT: seconds(10),
  STALL_TIMEOUT: seconds(30),
  RENDER_TIMEOUT: seconds(5),
  // A provider tries twice within it.
  PAYMENT_TIMEOUT: integer(3, 3600)({ default: 10 }),
  SMTP_TIMEOUT: seconds(15),
  STORAGE_TIMEOUT: seconds(5),
  STORAGE_WRITE_TIMEOUT: seconds(15),
  BACKUP_TIMEOUT: seconds(120),
  CDN_PURGE_TIMEOUT: seconds(2),
  // Less than the lease of a delivery, within which no other process may make it again.
  WEBHOOK_TIMEOUT: integer(1, 50)({ default: 15 }),
  // The jobs are stopped two seconds before the process ends.
  SHUTDOWN_TIMEOUT: integer(3, 3600)({ default: 10 }),
};

export interface DatabaseLimits {
  /** Until a connection is open, or one of the pool is free: for requests, jobs, migrations and backups alike. */
  readonly connect: number;
  readonly statement: number;
  /** How long a transaction may be left without a statement, say by a process that is frozen. */
  readonly idleTransaction: number;
  /** For `/readyz`. */
  readonly readiness: number;
  /** For the lock of a migration's statement, before it lets everybody pass and tries again. */
  readonly migrationLock: number;
  /** Of a migration, except one that lets others read and write. */
  readonly migrationStatement: number;
}

export interface TimeLimits {
  readonly database: DatabaseLimits;
  /** For a request's headers, from its first byte to the last. */
  readonly headers: number;
  /** Within which a body has to grow, and a response has to be read further. */
  readonly stall: number;
  /** How long a page waits to be rendered. */
  readonly render: number;
  /** For an answer of the payment provider. */
  readonly payment: number;
  /** For handing over an email. */
  readonly smtp: number;
  /** For an answer of the object store, and for storing a file in it. */
  readonly storage: number;
  readonly storageWrite: number;
  /** For a part of a backup on its way to a bucket or from it. */
  readonly backup: number;
  /** How long an admin's change waits for the CDN to drop what it holds. */
  readonly cdnPurge: number;
  /** For the answer of a program that is told of an event. */
  readonly webhook: number;
  /** For what still runs once no connection is taken any more. */
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
