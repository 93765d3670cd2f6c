/**
 * What the database says of the shop, for metrics: asked at most every 15 seconds however often they are scraped, one statement after the
 * other. A scrape never waits for it longer than a second and never fails by it: what can't be read, or is old, is left out.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../contract/time.ts';
import { type BackupState, readBackupState } from '../backup/backup-state.ts';
import type { Database } from '../database/connect.ts';
import { type JobState, listJobStates } from '../jobs/job-state.repository.ts';
import { createLedgerCheck, type LedgerCheck } from './ledger-check.ts';
import { readOrdersOnHold, readUnsealedEntries, readUnsentEmails, readWaitingDeliveries, type WaitingRows } from './metrics.repository.ts';

const MIN_INTERVAL = 15 * SECOND;
/** What couldn't be read again for so long isn't shown any more. */
const MAX_AGE = 60 * SECOND;
const MAX_WAIT = SECOND;

export interface DatabaseState {
  emails: WaitingRows;
  ordersOnHold: WaitingRows;
  /** Of webhooks. */
  deliveries: WaitingRows;
  /** Of the audit log. */
  unsealed: WaitingRows;
  jobs: JobState[];
  ledger: LedgerCheck;
  /** Null where none are made by themselves. */
  backup: BackupState | null;
}

export interface DatabaseStateReader {
  /** What is known by now. */
  read: () => Promise<Partial<DatabaseState>>;
  /** Questions that the database didn't answer. */
  readonly failures: number;
}

type Readers = { [Name in keyof DatabaseState]: () => Promise<DatabaseState[Name]> };

export function createDatabaseStateReader(db: Database, now = () => performance.now()): DatabaseStateReader {
  const ledgerCheck = createLedgerCheck(db);
  const readers: Readers = {
    emails: () => readUnsentEmails(db),
    ordersOnHold: () => readOrdersOnHold(db),
    deliveries: () => readWaitingDeliveries(db),
    unsealed: () => readUnsealedEntries(db),
    jobs: () => listJobStates(db),
    ledger: () => ledgerCheck.checkNext(),
    backup: () => readBackupState(db),
  };
  const known = new Map<string, { value: unknown; readAt: number }>();
  let failures = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  async function ask(): Promise<void> {
    for (const [name, read] of Object.entries(readers)) {
      try {
        known.set(name, { value: await read(), readAt: now() });
      } catch {
        failures += 1;
      }
    }
  }

  return {
    get failures() {
      return failures;
    },
    read: async () => {
      if (!asking && now() - askedAt >= MIN_INTERVAL) {
        askedAt = now();
        asking = ask().finally(() => {
          asking = null;
        });
      }
      if (asking) await Promise.race([asking, sleep(MAX_WAIT, undefined, { ref: false })]);
      const current = [...known].filter(([, { readAt }]) => now() - readAt < MAX_AGE);
      return Object.fromEntries(current.map(([name, { value }]) => [name, value])) as Partial<DatabaseState>;
    },
  };
}
