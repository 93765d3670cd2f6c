import { expect, test } from 'vitest';
import { SECOND } from '../../../contract/values.ts';
import { advanceLedgerCursor, createLedgerCursor, listMovedProducts } from './ledger-cursor.ts';

const poll = (lastId: number, oldestOpenTransaction = '700', rows: [number, string][] = []) => ({ rows, lastId, oldestOpenTransaction });

test('[KEPT-3] each poll asks for the transactions that the one before could not see to their end', () => {
  const first = createLedgerCursor(poll(5, '700'), 0);
  expect(first.fromTransaction).toBe('700');
  expect(advanceLedgerCursor(first, poll(6, '704'), SECOND).fromTransaction).toBe('704');
});

test('[KEPT-3] the end of the ledger that is looked at reaches back for half a minute at least', () => {
  let cursor = createLedgerCursor(poll(100_000), 0);
  const begins = Array.from({ length: 90 }, (_, second) => {
    cursor = advanceLedgerCursor(cursor, poll(100_000 + 10 * second), second * SECOND);
    return cursor.afterId;
  });
  expect(begins[29]).toBe(80_000);
  for (const [second, begin] of begins.entries()) {
    if (second >= 30) expect(begin).toBeLessThanOrEqual(100_000 + 10 * (second - 30));
  }
  expect(begins[89]).toBeGreaterThan(100_000);
});

test('after the ledger was emptied, it is followed from its new start', () => {
  const cursor = advanceLedgerCursor(createLedgerCursor(poll(100_000), 0), poll(2), SECOND);
  expect(cursor).toMatchObject({ lastId: 2, nextAfterId: 2 });
  expect(cursor.afterId).toBeLessThan(0);
});

test('[KEPT-3] what a poll finds again, because some transaction is still open, counts once', () => {
  const first = poll(2, '700', [
    [1, 'mug'],
    [2, 'lamp'],
  ]);
  const cursor = createLedgerCursor(poll(0), 0);
  expect(listMovedProducts(cursor, first)).toEqual(['mug', 'lamp']);
  const advanced = advanceLedgerCursor(cursor, first, SECOND);
  const second = poll(4, '700', [...first.rows, [3, 'lamp'], [4, 'lamp']]);
  expect(listMovedProducts(advanced, second)).toEqual(['lamp']);
  expect(listMovedProducts(advanceLedgerCursor(advanced, second, 2 * SECOND), second)).toEqual([]);
});
