/** The watcher's own line to the database: what is told on it, and the few questions it asks. */
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { OpenDatabase } from '../database/connect.ts';

/** Somebody changed what everybody is shown; see the migration `kept`. */
const CHANGE_CHANNEL = 'catalog_changed';
/** One process asks the others whether they have heard of it. */
const ACKNOWLEDGE_CHANNEL = 'cache_acknowledge';
/** By this name the lines of all processes are known in pg_stat_activity. */
const APPLICATION_NAME = 'storefront-watch';
/** Milliseconds. A line on which nothing comes back for so long is given up. */
const QUERY_TIMEOUT = 2000;

/** The ledger of stock, above some number. */
export interface LedgerSummary {
  rows: number;
  /** Products that those rows move. */
  products: string[];
  /** The highest number of all. */
  last: number;
}

export interface ListenConnection {
  /** Its process at the database; null where there is only one. */
  pid: number | null;
  readLedger: (afterId: number) => Promise<LedgerSummary>;
  /** Tells all lines, and gives the others that were alive within so many milliseconds. */
  broadcast: (message: string, activeWithinMs: number) => Promise<number[]>;
  notify: (message: string) => Promise<void>;
  close: () => Promise<void>;
}

export interface Listeners {
  onChange: () => void;
  onMessage: (message: string) => void;
  /** It broke; not after `close`. */
  onConnectionLost: (error?: Error) => void;
}

type Query = <T>(text: string, values?: unknown[]) => Promise<T[]>;

const LEDGER_QUERY = `select count(*)::int as rows, coalesce(json_agg(distinct product_id), '[]') as products,
  (select coalesce(max(id), 0)::float8 from stock_movements) as last from stock_movements where id > $1`;

async function readLedger(query: Query, afterId: number): Promise<LedgerSummary> {
  const [row] = await query<LedgerSummary>(LEDGER_QUERY, [afterId]);
  if (!row) throw new Error('a count gave no row');
  return row;
}

async function openEmbeddedConnection({ embedded }: { embedded: PGlite }, listeners: Listeners): Promise<ListenConnection> {
  const unlisten = await embedded.listen(CHANGE_CHANNEL, () => listeners.onChange());
  const query: Query = async <T>(text: string, values?: unknown[]) => (await embedded.query<T>(text, values)).rows;
  return {
    pid: null,
    readLedger: (afterId) => readLedger(query, afterId),
    // Nobody else has it open, and whoever commits here is heard before the commit comes back.
    broadcast: async () => [],
    notify: async () => undefined,
    close: () => unlisten(),
  };
}

async function openServerConnection({ url }: { url: string }, listeners: Listeners): Promise<ListenConnection> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: QUERY_TIMEOUT,
    query_timeout: QUERY_TIMEOUT,
    keepAlive: true,
  });
  let isClosed = false;
  const close = async () => {
    isClosed = true;
    await client.end();
  };
  const handleConnectionLost = (error?: Error) => {
    if (!isClosed) listeners.onConnectionLost(error);
  };
  client.on('error', handleConnectionLost);
  client.on('end', handleConnectionLost);
  client.on('notification', ({ channel, payload = '' }) =>
    channel === CHANGE_CHANNEL ? listeners.onChange() : listeners.onMessage(payload),
  );
  const query: Query = async <T>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as T[];
  try {
    await client.connect();
    await query(`listen ${CHANGE_CHANNEL}`);
    await query(`listen ${ACKNOWLEDGE_CHANNEL}`);
    // Only now: whoever bears the name hears.
    const [session] = await query<{ pid: number }>(`select pg_backend_pid() as pid, set_config('application_name', $1, false)`, [
      APPLICATION_NAME,
    ]);
    const pid = session?.pid ?? null;
    // A pooler lends this line to others in between, and what is told meanwhile is lost.
    if (pid !== (client as pg.Client & { processID: number }).processID)
      throw new Error('DATABASE_URL leads to a pooler, not to the database');
    return {
      pid,
      readLedger: (afterId) => readLedger(query, afterId),
      broadcast: async (message, activeWithinMs) => {
        const [row] = await query<{ pids: number[] }>(
          `select pg_notify('${ACKNOWLEDGE_CHANNEL}', $1), array(
            select pid from pg_stat_activity where application_name = $2 and datname = current_database() and pid <> pg_backend_pid()
            and (state is distinct from 'idle' or state_change is null or state_change > clock_timestamp() - $3 * interval '1 ms')
          ) as pids`,
          [message, APPLICATION_NAME, activeWithinMs],
        );
        return row?.pids ?? [];
      },
      notify: async (message) => {
        await query(`select pg_notify('${ACKNOWLEDGE_CHANNEL}', $1)`, [message]);
      },
      close,
    };
  } catch (error) {
    close().catch(() => undefined);
    throw error;
  }
}

export const openListenConnection = (connection: OpenDatabase['connection'], listeners: Listeners): Promise<ListenConnection> =>
  'embedded' in connection ? openEmbeddedConnection(connection, listeners) : openServerConnection(connection, listeners);
