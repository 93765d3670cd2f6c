import { defineConfig } from 'vitest/config';

/** The same files on both databases: what passes on one and not on the other is a fault. */
const serverProject = {
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
          ...serverProject,
          name: 'embedded',
          include: [...serverProject.include, 'tests/*.test.ts', 'tools/**/*.test.ts'],
          globalSetup: ['tests/support/setup-embedded.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...serverProject, name: 'postgres', globalSetup: ['tests/support/setup-postgres.ts'], sequence: { groupOrder: 0 } } },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/support/setup.ts'],
          pool: 'forks',
          // Each with a browser and a shop of its own; see tests/e2e/support/setup.ts.
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
