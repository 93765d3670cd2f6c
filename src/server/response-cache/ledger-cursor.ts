/**
 * Finds out from the stock ledger (`stock_movements`) which products' stock has moved since the last poll.
 *
 * Ids are assigned before commit, so a row can appear behind rows with higher ids. Each poll therefore rescans a window of the ledger
 * that reaches further back than any transaction can still be open, and compares the number of rows in it. Once the window is older
 * than that, it moves on to where the ledger ended when it began.
 */
import { SECOND } from '../../contract/time.ts';

/** A row is visible at the latest this long after its id was assigned, or this many rows later; transactions are shorter than both. */
const MAX_COMMIT_DELAY = 30 * SECOND;
const MAX_COMMIT_DELAY_ROWS = 20_000;

/** What the ledger holds behind some id. */
export interface LedgerSummary {
  rowCount: number;
  /** The products that those rows are about. */
  productIds: string[];
  /** The highest id of the whole ledger. */
  lastId: number;
}

export interface LedgerCursor {
  /** The window holds all rows behind this id. */
  readonly afterId: number;
  /** At the last poll; null where the window is new, so that all products in it count as moved. */
  readonly rowCount: number | null;
  readonly lastId: number;
  /** Where the next window will begin: the end of the ledger when this window began. */
  readonly nextAfterId: number;
  readonly windowStartedAt: number;
}

export const createLedgerCursor = (lastId: number, now: number): LedgerCursor => ({
  afterId: lastId - MAX_COMMIT_DELAY_ROWS,
  rowCount: null,
  lastId,
  nextAfterId: lastId,
  windowStartedAt: now,
});

/** `now` is when the summary was asked for. `movedProductIds` is null where nothing has moved. */
export function advanceLedgerCursor(
  cursor: LedgerCursor,
  { rowCount, productIds, lastId }: LedgerSummary,
  now: number,
): { cursor: LedgerCursor; movedProductIds: string[] | null } {
  // The ledger was truncated, which sends a notification of its own.
  if (lastId < cursor.lastId) return { cursor: createLedgerCursor(lastId, now), movedProductIds: null };
  const hasMoved = rowCount !== cursor.rowCount || lastId > cursor.lastId;
  const isWindowOver = rowCount > 0 && now - cursor.windowStartedAt >= MAX_COMMIT_DELAY;
  return {
    cursor: isWindowOver
      ? { afterId: cursor.nextAfterId, rowCount: null, lastId, nextAfterId: lastId, windowStartedAt: now }
      : { ...cursor, rowCount, lastId },
    movedProductIds: hasMoved ? productIds : null,
  };
}
