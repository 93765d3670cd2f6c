import { defineConfig } from 'vitest/config';

const http = {
  environment: 'node',
  include: ['src/**/*.test.ts'],
  pool: 'forks' as const,
  testTimeout: 20_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      { test: { ...http, name: 'embedded', globalSetup: ['tests/setup-embedded.ts'] } },
      { test: { ...http, name: 'postgres', globalSetup: ['tests/setup-postgres.ts'] } },
    ],
  },
});
