import { expect, inject, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../tests/support/free-port.ts';
import { startPostgres } from '../../tests/support/postgres.ts';
import { makeDataDir, startShop } from '../../tests/support/shop-process.ts';

// The embedded database is there with the process.
test.runIf(inject('server'))(
  '[RUN-9] fault 18: a shop that starts before its database waits for it, says so, and opens once it is there',
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
