/**
 * Detects what is between this process and PostgreSQL: nothing, or a pooler such as PgBouncer, which in transaction mode lends its
 * connections for one transaction each. DATABASE_URL may lead to a pooler if DATABASE_DIRECT_URL leads to the database itself.
 */
import pg from 'pg';
import type { Logger } from '../log/logger.ts';
import type { DatabaseLimits } from '../settings/config.ts';

interface Backend {
  pid: number;
  /** Identifies the database; a promoted copy has the same cluster id. */
  database: string;
}

const BACKEND_QUERY = `select pg_backend_pid() as pid, system_identifier || ' ' || current_database() as database from pg_control_system()`;

/** A pooler gives its clients made-up process ids. */
const isPooled = (client: pg.Client, { pid }: Pick<Backend, 'pid'>): boolean =>
  (client as pg.Client & { processID: number }).processID !== pid;

const readBackend = async (client: pg.Client): Promise<Backend> => {
  const { rows } = await client.query<Backend>(BACKEND_QUERY);
  if (!rows[0]) throw new Error("PostgreSQL doesn't report which process answers");
  return rows[0];
};

/** Throws unless the connection is its own session. LISTEN and session locks through a pooler would act on a connection that others use. */
export async function requireDirect(client: pg.Client): Promise<Backend> {
  const backend = await readBackend(client);
  if (!isPooled(client, backend)) return backend;
  throw new Error(
    'DATABASE_URL leads to a connection pooler: set DATABASE_DIRECT_URL to the URL of the database itself, beside DATABASE_URL',
  );
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

/** In the lent connection, this name belongs to another client's statement, or our statement isn't there. */
const isOthersStatement = (error: unknown) => error instanceof Error && 'code' in error && ['42P05', '26000'].includes(String(error.code));

/**
 * Whether named statements get lost, as with PgBouncer before 1.21, which lends a connection on which the statement was never prepared, or
 * another one was. Newer versions prepare each statement under their own name wherever it is needed, so the connection doesn't know it by
 * ours. It also doesn't matter if each client keeps its connection, which is detected by whether two clients shared one.
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

/**
 * Call it before the connections are used. Checks that the two URLs lead to one database, and that the pooled one works for the shop.
 */
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
      log.warn({}, "the pooler's connections have no statement_timeout: set one by its connect_query (docs/operations/processes.md)");
  });
}
