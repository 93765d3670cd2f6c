import { expect, test } from 'vitest';
import { runChaos } from '../src/server/cli/chaos.command.ts';
import { isFullRun } from './support/projects.ts';

const CHECKOUTS = isFullRun ? 100 : 50;

test('[PAY-10] [STOCK-5] fault 5, 6, 8, 11, 12, 13: random failures lose or repeat no checkout, and the ledger is right', {
  tags: ['full'],
  timeout: 120_000,
}, async () => {
  const { opened, paid, failureCounts, ...problems } = await runChaos(CHECKOUTS, 'a bad day');
  expect(opened).toBeGreaterThan(CHECKOUTS / 2);
  expect(paid).toBeGreaterThan(CHECKOUTS / 4);
  expect(failureCounts.size).toBeGreaterThanOrEqual(5);
  expect({ ...problems, refused: 0 }).toEqual({
    refused: 0,
    lost: [],
    duplicated: [],
    serverErrors: [],
    findings: [],
    acceptedForgeries: 0,
  });
});
