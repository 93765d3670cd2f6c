/**
 * What stands between this process and PostgreSQL: nothing, or a pooler such as PgBouncer, which in transaction mode lends its connections for
 * one transaction each. DATABASE_URL may lead to one where DATABASE_DIRECT_URL leads to the database itself.
 */
import pg from 'pg';
import type { DatabaseLimits } from '../config-limits.ts';
import type { Logger } from '../logger.ts';

interface Backend {
  pid: number;
  /** Which database it is: a copy that was promoted keeps the number of its cluster. */
  database: string;
}

const BACKEND_QUERY = `select pg_backend_pid() as pid, system_identifier || ' ' || current_database() as database from pg_control_system()`;

/** A pooler greets its clients with a process number of its own making. */
const isPooled = (client: pg.Client, { pid }: Pick<Backend, 'pid'>): boolean =>
  (client as pg.Client & { processID: number }).processID !== pid;

const readBackend = async (client: pg.Client): Promise<Backend> => {
  const { rows } = await client.query<Backend>(BACKEND_QUERY);
  if (!rows[0]) throw new Error('PostgreSQL does not say which process answers');
  return rows[0];
};

/** Throws where a session can't be held: what listens, or locks for longer than a transaction, would do it in somebody else's. */
export async function requireDirect(client: pg.Client): Promise<Backend> {
  const backend = await readBackend(client);
  if (!isPooled(client, backend)) return backend;
  throw new Error('This address leads to a connection pooler: set DATABASE_DIRECT_URL to that of the database itself, beside DATABASE_URL');
}

async function withClients<T>(urls: readonly string[], limits: DatabaseLimits, work: (...clients: pg.Client[]) => Promise<T>): Promise<T> {
  const clients = urls.map(
    (url) => new pg.Client({ connectionString: url, connectionTimeoutMillis: limits.connect, query_timeout: limits.statement }),
  );
  // A lost connection rejects the query that waits; without a listener it would also end the process.
  for (const client of clients) client.on('error', () => undefined);
  try {
    await Promise.all(clients.map((it) => it.connect()));
    return await work(...clients);
  } finally {
    await Promise.all(clients.map((it) => it.end().catch(() => undefined)));
  }
}

const PROBE = {
  name: 'shop_probe',
  text: `select exists (select from pg_prepared_statements where name = 'shop_probe') as "isUntracked"`,
};

/** Another client's statement has this name in the connection that was lent, or the own one isn't there. */
const isOthersStatement = (error: unknown) => error instanceof Error && 'code' in error && ['42P05', '26000'].includes(String(error.code));

/**
 * Whether named statements get lost, as in PgBouncer before 1.21: it lends a connection that was never told of them, or was told of another's.
 * Newer ones prepare each under a name of their own wherever it is needed, so the connection doesn't know it by ours. Nor does it matter
 * where a connection is kept for as long as its client: that two clients shared one tells.
 */
async function losesStatements(first: pg.Client, second: pg.Client): Promise<boolean> {
  try {
    const { rows } = await first.query<{ isUntracked: boolean }>(PROBE);
    if (!rows[0]?.isUntracked) return false;
    const pids = { first: new Set<number>(), second: new Set<number>() };
    for (let times = 0; times < 5; times += 1) {
      pids.first.add((await readBackend(first)).pid);
      pids.second.add((await readBackend(second)).pid);
    }
    return pids.first.size > 1 || pids.second.size > 1 || !pids.first.isDisjointFrom(pids.second);
  } catch (error) {
    if (isOthersStatement(error)) return true;
    throw error;
  }
}

/** Before anything is done by them: that the two addresses lead to one database, and that the shop can work by the pooled one. */
export function checkAddresses(
  { url, directUrl }: { url: string; directUrl: string },
  limits: DatabaseLimits,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  return withClients([directUrl, url, url], limits, async (direct, first, second) => {
    if (!direct || !first || !second) return;
    const backend = await requireDirect(direct);
    const pooled = await readBackend(first);
    if (pooled.database !== backend.database) throw new Error('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases');
    if (!isPooled(first, pooled)) return;
    if (await losesStatements(first, second))
      throw new Error(
        'DATABASE_URL leads to a pooler that loses prepared statements: it takes PgBouncer 1.21 or newer, with max_prepared_statements above 0',
      );
    const { rows } = await first.query<{ limit: string }>(`select current_setting('statement_timeout') as limit`);
    if (rows[0]?.limit === '0')
      log.warn({}, "the pooler's connections have no statement_timeout: set one by its connect_query (docs/operations.md)");
  });
}
