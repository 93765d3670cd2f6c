import { expect, test } from 'vitest';
import { SECOND } from '../../contract/time.ts';
import { advanceLedgerCursor, createLedgerCursor, type LedgerSummary } from './ledger-cursor.ts';

/** Polls a ledger whose visible rows are given for each second, and returns which products were found to have moved. */
function pollEachSecond(ledgers: { id: number; productId: string }[][], firstId = 0): (string[] | null)[] {
  let cursor = createLedgerCursor(firstId, 0);
  return ledgers.map((ledger, second) => {
    const rows = ledger.filter(({ id }) => id > cursor.afterId);
    const summary: LedgerSummary = {
      rowCount: rows.length,
      productIds: [...new Set(rows.map(({ productId }) => productId))],
      lastId: Math.max(0, ...ledger.map(({ id }) => id)),
    };
    const advanced = advanceLedgerCursor(cursor, summary, second * SECOND);
    cursor = advanced.cursor;
    return advanced.movedProductIds;
  });
}

const mug = { id: 1, productId: 'mug' };
const lamp = { id: 2, productId: 'lamp' };

test('[KEPT-3] a product whose stock moved is found once', () => {
  expect(pollEachSecond([[], [mug], [mug], [mug, lamp], [mug, lamp]])).toEqual([[], ['mug'], null, ['mug', 'lamp'], null]);
});

test('[KEPT-3] a row that was committed late, behind a higher id, is found too', () => {
  expect(pollEachSecond([[], [lamp], [mug, lamp]])).toEqual([[], ['lamp'], ['mug', 'lamp']]);
});

test('[KEPT-3] a late row is found where the window moves on in between', () => {
  const before = Array.from({ length: 31 }, () => [lamp]);
  const after = Array.from({ length: 31 }, () => [mug, lamp]);
  const moved = pollEachSecond([[], ...before, ...after]).map((ids) => ids?.includes('mug') ?? false);
  expect(moved[before.length + 1]).toBe(true);
});

test('after the ledger was emptied, it is followed from its new start', () => {
  expect(pollEachSecond([[mug, lamp], [], [mug], [mug]])).toEqual([['mug', 'lamp'], null, ['mug'], null]);
});
