/** The watcher's own line to the database: what is told on it, and the few questions it asks. */
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { OpenDatabase } from '../database/connect.ts';

/** Somebody changed what everybody is shown; see the migration `kept`. */
const CHANGED = 'shop_changed';
/** One process asks the others whether they have heard of it. */
const SETTLE = 'shop_settle';
/** By this name the lines of all processes are known in pg_stat_activity. */
const NAME = 'storefront-watch';
/** Milliseconds. A line on which nothing comes back for so long is given up. */
const PATIENCE = 2000;

/** The ledger of stock, above some number. */
export interface Ledger {
  rows: number;
  /** Products that those rows move. */
  products: string[];
  /** The highest number of all. */
  last: number;
}

export interface Line {
  /** Its process at the database; null where there is only one. */
  pid: number | null;
  readLedger: (above: number) => Promise<Ledger>;
  /** Tells all lines, and gives the others that were alive within so many milliseconds. */
  call: (word: string, within: number) => Promise<number[]>;
  tell: (word: string) => Promise<void>;
  close: () => Promise<void>;
}

export interface Ears {
  changed: () => void;
  called: (word: string) => void;
  /** It broke; not after `close`. */
  lost: (error?: Error) => void;
}

type Ask = <T>(text: string, values?: unknown[]) => Promise<T[]>;

const LEDGER = `select count(*)::int as rows, coalesce(json_agg(distinct product_id), '[]') as products,
  (select coalesce(max(id), 0)::float8 from stock_movements) as last from stock_movements where id > $1`;

async function readLedger(ask: Ask, above: number): Promise<Ledger> {
  const [row] = await ask<Ledger>(LEDGER, [above]);
  if (!row) throw new Error('a count gave no row');
  return row;
}

async function openEmbeddedLine({ embedded }: { embedded: PGlite }, ears: Ears): Promise<Line> {
  const stop = await embedded.listen(CHANGED, () => ears.changed());
  const ask: Ask = async <T>(text: string, values?: unknown[]) => (await embedded.query<T>(text, values)).rows;
  return {
    pid: null,
    readLedger: (above) => readLedger(ask, above),
    // Nobody else has it open, and whoever commits here is heard before the commit comes back.
    call: async () => [],
    tell: async () => undefined,
    close: () => stop(),
  };
}

async function openServerLine({ url }: { url: string }, ears: Ears): Promise<Line> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE, keepAlive: true });
  let isClosed = false;
  const close = async () => {
    isClosed = true;
    await client.end();
  };
  const lost = (error?: Error) => {
    if (!isClosed) ears.lost(error);
  };
  client.on('error', lost);
  client.on('end', lost);
  client.on('notification', ({ channel, payload = '' }) => (channel === CHANGED ? ears.changed() : ears.called(payload)));
  const ask: Ask = async <T>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as T[];
  try {
    await client.connect();
    await ask(`listen ${CHANGED}`);
    await ask(`listen ${SETTLE}`);
    // Only now: whoever bears the name hears.
    const [own] = await ask<{ pid: number }>(`select pg_backend_pid() as pid, set_config('application_name', $1, false)`, [NAME]);
    const pid = own?.pid ?? null;
    // A pooler lends this line to others in between, and what is told meanwhile is lost.
    if (pid !== (client as pg.Client & { processID: number }).processID)
      throw new Error('DATABASE_URL leads to a pooler, not to the database');
    return {
      pid,
      readLedger: (above) => readLedger(ask, above),
      call: async (word, within) => {
        const [row] = await ask<{ pids: number[] }>(
          `select pg_notify('${SETTLE}', $1), array(
            select pid from pg_stat_activity where application_name = $2 and datname = current_database() and pid <> pg_backend_pid()
            and (state is distinct from 'idle' or state_change is null or state_change > clock_timestamp() - $3 * interval '1 ms')
          ) as pids`,
          [word, NAME, within],
        );
        return row?.pids ?? [];
      },
      tell: async (word) => {
        await ask(`select pg_notify('${SETTLE}', $1)`, [word]);
      },
      close,
    };
  } catch (error) {
    close().catch(() => undefined);
    throw error;
  }
}

export const openLine = (place: OpenDatabase['connection'], ears: Ears): Promise<Line> =>
  'embedded' in place ? openEmbeddedLine(place, ears) : openServerLine(place, ears);
