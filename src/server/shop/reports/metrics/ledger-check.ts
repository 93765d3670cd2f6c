/** Compares all products with the stock ledger, again and again, one piece per call, and counts those that don't match. */
import type { Database } from '../../../platform/database/connect.ts';
import { checkLargeLedger, checkLedgerPiece } from './metrics.repository.ts';

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
