import { expect, inject, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../../../tests/support/free-port.ts';
import { createDatabase, dropDatabase, startPostgres } from '../../../../tests/support/postgres.ts';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { runCommand } from '../../../../tests/support/run-command.ts';
import { makeDataDir, startShop } from '../../../../tests/support/shop-process.ts';

// The embedded database is there with the process.
test.runIf(inject('server'))(
  '[RUN-9] fault 18: a shop that starts before its database waits for it, says so, and opens when it is there',
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    await postgres.run('create database shop');
    const url = postgres.urlOf('shop');
    await postgres.stopImmediately();
    const dataDir = makeDataDir();
    const port = await findFreePort();
    const env = { DATABASE_URL: url, DEMO: 'off', PORT: String(port) };
    const opening = startShop({ env, dataDir });
    const fetchPath = async (path: string) => {
      try {
        return (await fetch(`http://127.0.0.1:${port}${path}`)).status;
      } catch {
        return 0;
      }
    };
    await expect.poll(() => fetchPath('/livez')).toBe(200);
    expect([await fetchPath('/readyz'), await fetchPath('/')]).toEqual([503, 503]);
    await postgres.restart();
    const opened = await opening;
    expect(opened.output()).toContain("The database doesn't answer");
    expect([await fetchPath('/readyz'), await fetchPath('/')]).toEqual([200, 200]);
    await opened.stop();
  },
);

test.runIf(isFullRun && inject('server'))(
  '[UPGR-2] with MIGRATE=off a shop waits, names the missing migration, and opens after an operator has migrated',
  { tags: ['full'] },
  async () => {
    const server = inject('server');
    const url = await createDatabase(String(server?.url));
    onTestFinished(() => dropDatabase(String(server?.url), url));
    const port = await findFreePort();
    const dataDir = makeDataDir();
    const env = { DATABASE_URL: url, DEMO: 'off', PORT: String(port), MIGRATE: 'off' };
    const opening = startShop({ env, dataDir });
    opening.catch(() => undefined);
    const readReady = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        async (it) => `${it.status} ${await it.text()}`,
        () => '',
      );
    await expect.poll(readReady).toMatch(/^503 .*The database lacks 0000_baseline, .*npm run shop -- migrate/);
    const refused = await runCommand(['verify'], { cwd: dataDir, env: { ...env, DATA_DIR: dataDir } });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('The database lacks 0000_baseline') });
    const migrated = await runCommand(['migrate'], { cwd: dataDir, env: { ...env, DATA_DIR: dataDir } });
    expect(migrated).toMatchObject({ code: 0, err: '', out: expect.stringContaining('The database is up to date') });
    const opened = await opening;
    expect(await readReady()).toBe('200 {"ok":true}');
    await opened.stop();
  },
);
