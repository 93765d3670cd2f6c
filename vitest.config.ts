import v8 from 'node:v8';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';
import {
  CLUSTER_TESTS,
  EMBEDDED_TESTS,
  FULL_TAG,
  isFullRun,
  NODE_FLAGS,
  runsAllOnEmbedded,
  runsCluster,
  SERVER_TESTS,
  UNIT_TESTS,
  WORKER_COUNT,
} from './tests/support/projects.ts';

// This process makes the demo that browser tests begin with.
for (const flag of NODE_FLAGS) v8.setFlagsFromString(flag);

/** Files share a process, its loaded modules and, on a database, one database for each worker (tests/support/harness.ts). */
const shared = {
  environment: 'node',
  pool: 'forks' as const,
  // Vitest's own choice on two cores would be one, but a test waits most of its time: for a database, or for a browser.
  maxWorkers: WORKER_COUNT,
  // Most of what a request makes is garbage at its end: with room for many of them, little of it is copied before.
  execArgv: [...NODE_FLAGS, '--max-semi-space-size=64'],
  isolate: false,
};

/** A test that takes so long hangs: far above what a busy machine needs. */
const serverTests = {
  ...shared,
  testTimeout: 120_000,
  hookTimeout: 360_000,
  expect: { poll: { timeout: 30_000, interval: 50 } },
};

export default defineConfig({
  test: {
    // The line of each test, for tools/specification.
    includeTaskLocation: true,
    sequence: { sequencer: LongestFirst },
    // `test(title, { tags: ['full'] }, …)`: what such a test finds is worth its time before a release, but not before each commit.
    tags: [{ name: FULL_TAG, description: 'runs in npm run test:all only', ...(!isFullRun && { skip: true }) }],
    reporters: [
      ['default', { summary: false }],
      ['json', { outputFile: 'reports/tests.json' }],
    ],
    projects: [
      { test: { ...serverTests, name: 'unit', include: UNIT_TESTS } },
      {
        test: {
          ...serverTests,
          name: 'postgres',
          include: SERVER_TESTS,
          exclude: UNIT_TESTS,
          globalSetup: ['tests/support/setup-postgres.ts'],
          setupFiles: ['tests/support/refuse-overlapping-queries.ts'],
        },
      },
      {
        test: {
          ...serverTests,
          name: 'embedded',
          include: runsAllOnEmbedded ? SERVER_TESTS : EMBEDDED_TESTS,
          exclude: UNIT_TESTS,
          globalSetup: ['tests/support/setup-embedded.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          // Each worker has a shop and a browser of its own.
          globalSetup: ['tests/e2e/support/setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 360_000,
          // A page is polled until it shows what is expected.
          expect: { poll: { timeout: 30_000, interval: 50 } },
        },
      },
      ...(runsCluster
        ? [{ test: { ...serverTests, name: 'cluster', include: [`${CLUSTER_TESTS}**/*.test.ts`], sequence: { groupOrder: 2 } } }]
        : []),
    ],
  },
});
