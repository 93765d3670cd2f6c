/** Migrations whose process is killed at any of their statements. */
import { fork } from 'node:child_process';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openFreshDatabase } from '../../../../tests/support/fresh-database.ts';
import { openTestServer } from '../../../../tests/support/open-test-server.ts';
import { createDatabase, dropDatabase } from '../../../../tests/support/postgres.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { dumpSchema } from '../../../../tools/schema-dump.ts';

const server = inject('server');
const SCRIPT = path.resolve(import.meta.dirname, '../../../../tests/faults/migrate-and-die.ts');

/** How the process ended: a signal, or an exit code. */
const migrateAndDie = (url: string, killAt: number) =>
  new Promise<string | number | null>((resolve) => {
    fork(SCRIPT, [url, String(killAt)], { stdio: 'ignore', execArgv: [] }).on('exit', (code, signal) => resolve(signal ?? code));
  });

test.runIf(isFullRun && server)(
  '[UPGR-1] [fault 29] if a migration is killed at any statement, the next start continues after the last whole migration, with the same schema',
  { tags: ['full'], timeout: 1_200_000 },
  async () => {
    if (!server) return;
    const url = await createDatabase(server.url, 'template0');
    onTestFinished(() => dropDatabase(server.url, url));
    let kills = 0;
    let end = await migrateAndDie(url, 1);
    // One statement later each time: a migration that is rolled back is killed at each of its own, until it is through.
    while (end === 'SIGKILL') {
      kills += 1;
      end = await migrateAndDie(url, kills + 1);
    }
    expect([end, kills > 50]).toEqual([0, true]);
    const migrated = await openTestServer(url, { warn: () => undefined }, 2);
    onTestFinished(() => migrated.close());
    const whole = await openFreshDatabase();
    onTestFinished(() => whole.close());
    expect(await dumpSchema(migrated.db)).toBe(await dumpSchema(whole.db));
  },
);
