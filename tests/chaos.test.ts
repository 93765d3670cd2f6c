import { expect, test } from 'vitest';
import { runChaos } from '../src/server/cli/chaos.ts';

test('[PAY-10] [STOCK-5] fault 5, 6, 8, 11, 12, 13: a hundred checkouts on bad days: none lost, none doubled, the ledger true', {
  timeout: 120_000,
}, async () => {
  const { opened, paid, faultCounts, ...problems } = await runChaos(100, 'a bad day');
  expect(opened).toBeGreaterThan(50);
  expect(paid).toBeGreaterThan(25);
  expect(faultCounts.size).toBeGreaterThanOrEqual(5);
  expect({ ...problems, refused: 0 }).toEqual({
    refused: 0,
    lost: [],
    duplicated: [],
    serverErrors: [],
    findings: [],
    acceptedForgeries: 0,
  });
});
