/** A pooler between the shop and PostgreSQL; tests/cluster/pgbouncer.test.ts does the same with PgBouncer itself. */
import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startPooler } from '../../../../tests/faults/pooler.ts';
import { createDatabaseFromTemplate, dropDatabase } from '../../../../tests/support/postgres.ts';
import { openListenConnection } from '../cache/invalidation.ts';
import { DEFAULT_DATABASE_LIMITS } from '../settings/read-config.ts';
import { type OpenDatabase, openServer, type ServerOptions } from './connect.ts';
import { explainConnectionError, isUnavailable } from './pg-errors.ts';

const QUIET = { warn: () => undefined };

async function openDatabases(options: { sharesConnections: boolean }) {
  const server = inject('server');
  if (!server) throw new Error('These tests need PostgreSQL');
  const directUrl = await createDatabaseFromTemplate(server.url);
  const pooler = await startPooler(Number(new URL(directUrl).port), options);
  onTestFinished(async () => {
    pooler.stop();
    await dropDatabase(server.url, directUrl);
  });
  return { directUrl, pooler, url: pooler.urlOf(new URL(directUrl).pathname.slice(1)) };
}

async function open(url: string, options?: ServerOptions, log: { warn: (details: object, message: string) => void } = QUIET) {
  const database = await openServer(url, log, 2, options);
  onTestFinished(database.close);
  return database;
}

const readLimits = async (db: Pick<OpenDatabase['db'], 'execute'>) => {
  const settings = sql`select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`;
  return ((await db.execute(settings)) as unknown as { rows: object[] }).rows[0];
};

test('[SCALE-4] a pooler that refuses a parameter isn’t mistaken for an unavailable database', () => {
  const refused = Object.assign(new Error('unsupported startup parameter: statement_timeout'), { code: '08P01' });
  const explained = explainConnectionError(refused);
  expect(explained).toMatchObject({ message: expect.stringContaining('set DATABASE_DIRECT_URL too'), cause: refused });
  expect(isUnavailable(explained)).toBe(false);
});

// The embedded database has no connections.
if (inject('server')) {
  test('[SCALE-3] connecting through a pooler sets no parameter, and each transaction still has its time limits', async () => {
    const { url, directUrl, pooler } = await openDatabases({ sharesConnections: false });
    const warnings: string[] = [];
    const timeLimits = { ...DEFAULT_DATABASE_LIMITS, statement: 4000, idleTransaction: 7000 };
    const { db, ping } = await open(url, { directUrl, timeLimits }, { warn: (_details, message) => warnings.push(message) });
    await ping();
    expect(await db.transaction((tx) => readLimits(tx))).toEqual({ statement: '4s', idle: '7s' });
    const serializable = { isolationLevel: 'serializable' } as const;
    expect(await db.transaction((tx) => readLimits(tx), serializable)).toEqual({ statement: '4s', idle: '7s' });
    expect(await readLimits(db)).toEqual({ statement: '0', idle: '0' });
    expect(pooler.startups.length).toBeGreaterThan(2);
    for (const it of pooler.startups)
      expect(['user', 'database', 'application_name', 'client_encoding']).toEqual(expect.arrayContaining(Object.keys(it)));
    expect(warnings).toEqual([expect.stringContaining('no statement_timeout')]);
  });

  test('[SCALE-3] a connection that needs its own session uses the direct URL', { tags: ['full'] }, async () => {
    const { url, directUrl } = await openDatabases({ sharesConnections: false });
    const { connection } = await open(url, { directUrl });
    expect(connection).toMatchObject({ url: directUrl });
    const ignore = () => undefined;
    const listening = await openListenConnection(directUrl, ignore);
    await listening.end();
    await expect(openListenConnection(url, ignore)).rejects.toThrow('DATABASE_DIRECT_URL');
  });

  test('[SCALE-4] a pooler that loses prepared statements is refused, and the required version is named', async () => {
    const { url, directUrl } = await openDatabases({ sharesConnections: true });
    await expect(open(url, { directUrl })).rejects.toThrow(/PgBouncer 1\.21 or newer, with max_prepared_statements/);
    // Another process has left its statement there.
    await expect(open(url, { directUrl })).rejects.toThrow(/PgBouncer 1\.21/);
  });

  test.each(['DATABASE_URL alone', 'DATABASE_DIRECT_URL'])(
    '[SCALE-4] %s that points to a pooler is refused, and the message says what to set',
    async (which) => {
      const { url } = await openDatabases({ sharesConnections: false });
      const options = which === 'DATABASE_DIRECT_URL' ? { directUrl: url } : {};
      await expect(open(url, options)).rejects.toThrow(/connection pooler: set DATABASE_DIRECT_URL/);
    },
  );

  test('[SCALE-4] parameters in the URL that a pooler refuses are refused, and the message says what to set', {
    tags: ['full'],
  }, async () => {
    const { url, directUrl } = await openDatabases({ sharesConnections: false });
    await expect(open(`${url}?statement_timeout=5000`, { directUrl })).rejects.toThrow(/A pooler refuses a parameter/);
  });

  test('[SCALE-4] two URLs that point to different databases are refused', { tags: ['full'] }, async () => {
    const { directUrl } = await openDatabases({ sharesConnections: false });
    const other = await openDatabases({ sharesConnections: false });
    await expect(open(other.directUrl, { directUrl })).rejects.toThrow('different databases');
  });

  test('without a pooler the time limits belong to the connection', async () => {
    const { directUrl } = await openDatabases({ sharesConnections: false });
    const { db } = await open(directUrl);
    expect(await readLimits(db)).toEqual({ statement: '5s', idle: '10s' });
  });
}
