/**
 * Where a process stands in the stock ledger (`stock_movements`), whose new rows say which products' stock has moved.
 *
 * Ids are assigned before commit, so a row can appear behind rows with higher ids. What is new is therefore told by transactions: a row
 * whose transaction began before the oldest one that was still writing at the last poll had been committed then. Only the end of the
 * ledger is looked at, which reaches further back than any transaction can still be open, and moves on from time to time. While another
 * transaction writes, in whatever database of the server, polls find the same rows again: those of the poll before don't count anew.
 */
import { SECOND } from '../../../contract/values.ts';

/** A row is visible at the latest this long after its id was assigned, or this many rows later; transactions are shorter than both. */
const MAX_COMMIT_DELAY = 30 * SECOND;
const MAX_COMMIT_DELAY_ROWS = 20_000;

/** The result of a poll: the rows after `afterId` of transactions from `fromTransaction` on. */
export interface LedgerPoll {
  rows: [id: number, productId: string][];
  /** The highest id of the whole ledger. */
  lastId: number;
  /** The oldest transaction that was still writing; later transactions have higher numbers. */
  oldestOpenTransaction: string;
}

export interface LedgerCursor {
  readonly afterId: number;
  readonly fromTransaction: string;
  readonly lastId: number;
  /** The rows that the last poll found. */
  readonly seenIds: ReadonlySet<number>;
  /** The next value of `afterId`: the end of the ledger when it was last moved. */
  readonly nextAfterId: number;
  readonly movedAt: number;
}

export const createLedgerCursor = ({ lastId, oldestOpenTransaction }: Omit<LedgerPoll, 'rows'>, now: number): LedgerCursor => ({
  afterId: lastId - MAX_COMMIT_DELAY_ROWS,
  fromTransaction: oldestOpenTransaction,
  lastId,
  seenIds: new Set(),
  nextAfterId: lastId,
  movedAt: now,
});

/** The products whose stock has changed since the previous poll. */
export const listMovedProducts = ({ seenIds }: LedgerCursor, { rows }: LedgerPoll): string[] => [
  ...new Set(rows.filter(([id]) => !seenIds.has(id)).map(([, productId]) => productId)),
];

/** `now` is when the poll was sent. */
export function advanceLedgerCursor(cursor: LedgerCursor, poll: LedgerPoll, now: number): LedgerCursor {
  // The ledger was truncated, which sends a notification of its own.
  if (poll.lastId < cursor.lastId) return createLedgerCursor(poll, now);
  const isDue = now - cursor.movedAt >= MAX_COMMIT_DELAY;
  return {
    ...cursor,
    fromTransaction: poll.oldestOpenTransaction,
    lastId: poll.lastId,
    seenIds: new Set(poll.rows.map(([id]) => id)),
    ...(isDue && { afterId: cursor.nextAfterId, nextAfterId: poll.lastId, movedAt: now }),
  };
}
