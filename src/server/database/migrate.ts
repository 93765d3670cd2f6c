/** Brings a database up to date when a process starts: its tables by drizzle's migrations, its functions and triggers by sql-functions.ts. */
import type { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres';
import { migrate as migrateServer } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { SECOND } from '../../contract/time.ts';
import { assetPath } from '../asset-path.ts';
import type { Logger } from '../logger.ts';
import { applyFunctions, type FunctionSet, readFunctions } from './sql-functions.ts';

/** The key of the advisory lock that only one process holds at a time; any number, the same for all. */
const MIGRATION_LOCK = 7_203_551;

type Log = Pick<Logger, 'warn'>;

/** `functions` are those of the tests; otherwise those of functions/. */
export async function migrateEmbeddedDatabase(client: PGlite, log: Log, functions: FunctionSet = readFunctions()): Promise<void> {
  const runner = {
    run: async (statements: string) => void (await client.exec(statements)),
    query: async <Row>(statement: string) => (await client.query<Row>(statement)).rows,
  };
  const migrate = () => migrateEmbedded(drizzleEmbedded(client), { migrationsFolder: assetPath('database/migrations') });
  await applyFunctions(runner, functions, migrate, log);
}

/** By a connection of its own, without the limits of time that a request's has: building an index may take minutes. */
export async function migrateServerDatabase(url: string, log: Log, functions: FunctionSet = readFunctions()): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3 * SECOND });
  // A lost connection rejects the query that waits; without a listener it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const runner = {
      run: async (statements: string) => void (await client.query(statements)),
      query: async <Row>(statement: string) => (await client.query(statement)).rows as Row[],
    };
    const migrate = () => migrateServer(drizzleServer(client), { migrationsFolder: assetPath('database/migrations') });
    await applyFunctions(runner, functions, migrate, log);
  } finally {
    // Releases the lock as well.
    await client.end();
  }
}
