import { defineConfig } from 'vitest/config';

/** The same files on both databases: what passes on one and not on the other is a fault. */
const http = {
  environment: 'node',
  include: ['src/**/*.test.ts'],
  pool: 'forks' as const,
  // Its own choice on two cores would be one: each file has a database of its own and waits for it half of the time.
  maxWorkers: 2,
  isolate: false,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    // The line of each test, for whoever asks which row it proves.
    includeTaskLocation: true,
    reporters: [
      ['default', { summary: false }],
      ['json', { outputFile: 'reports/tests.json' }],
    ],
    projects: [
      {
        test: {
          ...http,
          name: 'embedded',
          include: [...http.include, 'tests/*.test.ts'],
          globalSetup: ['tests/setup-embedded.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...http, name: 'postgres', globalSetup: ['tests/setup-postgres.ts'], sequence: { groupOrder: 0 } } },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/browser/setup.ts'],
          pool: 'forks',
          // Each with a browser and a shop of its own; see tests/browser/setup.ts.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A page is looked at until it shows what is expected.
          expect: { poll: { timeout: 10_000, interval: 50 } },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
