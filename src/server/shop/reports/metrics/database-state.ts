/**
 * Reads the database for metrics: at most every 15 seconds, however often they are scraped, one statement after the other. A scrape never
 * waits longer than a second for it and never fails because of it: values that couldn't be read, or are too old, are left out.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { type JobState, listJobStates } from '../../../platform/jobs/job-state.repository.ts';
import { readBackupState } from '../../integrity/backup/backup-state.repository.ts';
import type { BackupState } from '../../integrity/backup/backup-state.ts';
import {
  checkLargeLedger,
  checkLedgerPiece,
  readFailedDeliveries,
  readFailedEmails,
  readOrdersOnHold,
  readUnsealedEntries,
  readUnsentEmails,
  readWaitingDeliveries,
  type WaitingRows,
} from './metrics.repository.ts';

/** Compares all products with the stock ledger, again and again, one piece per call, and counts those that don't match. */

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const FIRST_SIZE = 20;
const MAX_SIZE = 100;
/** In milliseconds: after a piece that took less, the next one is larger; after one that took too long, it is smaller. */
const FAST = 10;
const SLOW = 25;

export interface LedgerCheck {
  /** Mismatches in this round or in the one before, whichever is more: one is reported until a whole round has found none. */
  readonly mismatched: number;
  /** Products compared since the process started. */
  readonly checked: number;
}

export function createLedgerCheck(db: Database): { checkNext: () => Promise<LedgerCheck> } {
  /** Where the next piece begins; null once there is none. */
  let afterId: string | null = FIRST_ID;
  let size = FIRST_SIZE;
  /** Products of earlier pieces with many movements, which are checked one by one. */
  let large: string[] = [];
  let checked = 0;
  let inLastRound = 0;
  let inThisRound = 0;

  async function checkPiece(from: string) {
    const startedAt = performance.now();
    let duration = Number.POSITIVE_INFINITY;
    try {
      const piece = await checkLedgerPiece(db, from, size);
      duration = performance.now() - startedAt;
      large = piece.large;
      afterId = piece.checked + piece.large.length < size ? null : piece.lastId;
      return piece;
    } finally {
      if (duration < FAST) size = Math.min(MAX_SIZE, 2 * size);
      else if (duration > SLOW) size = Math.max(1, Math.floor(size / 2));
    }
  }

  return {
    checkNext: async () => {
      const [next, ...others] = large;
      if (next !== undefined) large = others;
      else if (afterId === null) {
        inLastRound = inThisRound;
        inThisRound = 0;
        afterId = FIRST_ID;
      }
      const piece = next === undefined ? await checkPiece(afterId ?? FIRST_ID) : await checkLargeLedger(db, next);
      checked += piece.checked;
      inThisRound += piece.mismatched;
      return { mismatched: Math.max(inLastRound, inThisRound), checked };
    },
  };
}

const MIN_INTERVAL = 15 * SECOND;
/** Values that couldn't be read again for this long are left out. */
const MAX_AGE = 60 * SECOND;
const MAX_WAIT = SECOND;

export interface DatabaseState {
  emails: WaitingRows;
  failedEmails: WaitingRows;
  failedDeliveries: WaitingRows;
  ordersOnHold: WaitingRows;
  /** Webhook deliveries that wait. */
  deliveries: WaitingRows;
  /** Rows of the audit log that are not in the chain of hashes yet. */
  unsealed: WaitingRows;
  jobs: JobState[];
  ledger: LedgerCheck;
  /** Null if there are no scheduled backups. */
  backup: BackupState | null;
}

export interface DatabaseStateReader {
  /** The values that are known by now. */
  read: () => Promise<Partial<DatabaseState>>;
  /** How many queries the database didn't answer. */
  readonly failures: number;
}

type Readers = { [Name in keyof DatabaseState]: () => Promise<DatabaseState[Name]> };

export function createDatabaseStateReader(db: Database, now = () => performance.now()): DatabaseStateReader {
  const ledgerCheck = createLedgerCheck(db);
  const readers: Readers = {
    emails: () => readUnsentEmails(db),
    failedEmails: () => readFailedEmails(db),
    failedDeliveries: () => readFailedDeliveries(db),
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
