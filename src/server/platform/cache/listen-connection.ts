/**
 * A separate database connection for cache invalidation: it LISTENs for notifications and runs the heartbeat's queries. One connection does
 * both, because only then does a returned query prove that all earlier notifications have arrived.
 */
import pg from 'pg';
import { SECOND } from '../../../contract/values.ts';
import { limitConcurrency } from '../process/concurrency-limit.ts';
import { type CatalogChange, parseCatalogChange } from './catalog-change.ts';
import type { LedgerCursor, LedgerPoll } from './ledger-cursor.ts';

/** Triggers notify it when the catalog changes. */
export const CHANGE_CHANNEL = 'catalog_changed';
/** Carries the questions and answers of acknowledgements.ts. */
const ACKNOWLEDGE_CHANNEL = 'cache_acknowledge';
/** Processes find each other's connections by this name in pg_stat_activity. */
const APPLICATION_NAME = 'storefront-cache-invalidation';
/** If a query isn't answered for this long, the connection is considered dead. */
const QUERY_TIMEOUT = 2 * SECOND;

type LedgerPosition = Pick<LedgerCursor, 'afterId' | 'fromTransaction'>;

export interface ListenConnection {
  /** Identifies this connection among those of all processes (PostgreSQL's backend pid). */
  pid: number;
  pollLedger: (position: LedgerPosition) => Promise<LedgerPoll>;
  /** Sends a message to all processes, and returns the pids of the other connections that were active within `activeWithinMs`. */
  broadcast: (message: string, activeWithinMs: number) => Promise<number[]>;
  notify: (message: string) => Promise<void>;
  close: () => Promise<void>;
}

export interface Listeners {
  onChange: (change: CatalogChange) => void;
  onMessage: (message: string) => void;
  /** Not called after `close`. */
  onConnectionLost: (error?: Error) => void;
}

type Query = <T>(text: string, values?: unknown[]) => Promise<T[]>;

/**
 * Which transaction wrote a row, its xmin, is compared by age: how many transactions began since. That takes the lower half of a
 * transaction's number, and a third of the time of arithmetic with whole ones: in a busy shop, a poll looks at tens of thousands of rows.
 * Subtransactions have numbers of their own, above that of the transaction they belong to.
 */
const LEDGER_QUERY = `select pg_snapshot_xmin(pg_current_snapshot())::text as "oldestOpenTransaction",
  (select coalesce(max(id), 0)::float8 from stock_movements) as "lastId",
  (select coalesce(json_agg(json_build_array(id, product_id)), '[]') from stock_movements
    where id > $1 and age(xmin) <= age($2::text::xid8::xid)) as rows`;

/** A connection is idle between its heartbeats; one that has been idle for longer than a lease belongs to a process without one. */
const BROADCAST_QUERY = `select pg_notify('${ACKNOWLEDGE_CHANNEL}', $1), array(
  select pid from pg_stat_activity where application_name = $2 and datname = current_database() and pid <> pg_backend_pid()
  and (state is distinct from 'idle' or state_change is null or state_change > clock_timestamp() - $3 * interval '1 ms')
) as pids`;

async function pollLedger(query: Query, { afterId, fromTransaction }: LedgerPosition): Promise<LedgerPoll> {
  const [row] = await query<LedgerPoll>(LEDGER_QUERY, [afterId, fromTransaction]);
  if (!row) throw new Error('The ledger query returned no row');
  return row;
}

/**
 * Starts to listen, and only then takes the name by which others expect answers. Returns the backend's pid. Sending a notification is a
 * commit, but messages of this connection are worthless after a crash. So their commits don't wait for disk or standby; otherwise many
 * instances would wait one after the other, because commits that notify run one at a time.
 */
async function startListening(client: pg.Client, query: Query): Promise<number> {
  await query(`listen ${CHANGE_CHANNEL}`);
  await query(`listen ${ACKNOWLEDGE_CHANNEL}`);
  const [session] = await query<{ pid: number }>(
    `select pg_backend_pid() as pid, set_config('synchronous_commit', 'off', false), set_config('application_name', $1, false)`,
    [APPLICATION_NAME],
  );
  // A pooler lends the backend to other clients in between, and notifications sent meanwhile are lost. It is recognized by a process id in
  // its greeting that isn't the backend's.
  const { processID } = client as pg.Client & { processID: number };
  if (!session || session.pid !== processID)
    throw new Error('The address leads to a connection pooler, not to the database: set DATABASE_DIRECT_URL');
  return session.pid;
}

export async function openListenConnection(url: string, listeners: Listeners): Promise<ListenConnection> {
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
    channel === CHANGE_CHANNEL ? listeners.onChange(parseCatalogChange(payload)) : listeners.onMessage(payload),
  );
  // Answers to other processes are sent while a heartbeat runs. pg would queue such queries, but deprecates that; here each waits for the
  // one before.
  const takeTurn = limitConcurrency(1);
  const query: Query = <T>(text: string, values?: unknown[]) => takeTurn(async () => (await client.query(text, values)).rows as T[]);
  try {
    await client.connect();
    const pid = await startListening(client, query);
    return {
      pid,
      pollLedger: (position) => pollLedger(query, position),
      broadcast: async (message, activeWithinMs) => {
        const [row] = await query<{ pids: number[] }>(BROADCAST_QUERY, [message, APPLICATION_NAME, activeWithinMs]);
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
