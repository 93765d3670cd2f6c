/**
 * How this process hears of changes. Triggers notify of each, in the transaction that makes it. On a server they arrive on a connection of its
 * own, on which it also asks every 300 ms what was sold: checkouts don't notify, because commits that notify wait for each other. An answer
 * proves that all notifications from before the question have arrived. Without one for a second, nothing older than a second is trusted.
 */
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { SECOND } from '../../../contract/values.ts';
import type { Logger } from '../log/logger.ts';
import { type CatalogChange, EVERYTHING, parseCatalogChange } from './dependencies.ts';

export interface Invalidation {
  /** Whether this process was told of every change until a second ago. */
  isHearing: () => boolean;
  /** Resolves once nothing is served from before what is committed now. */
  catchUp: () => Promise<void>;
  close: () => Promise<void>;
}

type Apply = (change: CatalogChange) => void;

const CHANGE_CHANNEL = 'catalog_changed';
/** Only the embedded database notifies of sales. */
const SALE_CHANNEL = 'stock_sold';
/** Of questions on a server, of which three fit into a second; and of batches of sales, because each time all entries are looked at. */
const INTERVAL = 0.3 * SECOND;

/**
 * Only this process opens the embedded database, and PGlite delivers notifications before the commit resolves: whatever a caller can know of has
 * been applied. So nothing is asked, and the cache never waits for the database's only connection.
 */
export async function startEmbeddedInvalidation(database: PGlite, apply: Apply): Promise<Invalidation> {
  const productIds = new Set<string>();
  let firstSaleAt = 0;
  let isClosed = false;
  const applySales = () => {
    if (productIds.size) apply({ kind: 'sale', productIds: [...productIds], until: firstSaleAt + SECOND });
    productIds.clear();
  };
  const unlistenSales = await database.listen(SALE_CHANNEL, (productId) => {
    if (!productIds.size) firstSaleAt = performance.now();
    productIds.add(productId);
  });
  const unlistenChanges = await database.listen(CHANGE_CHANNEL, (payload) => apply(parseCatalogChange(payload)));
  return {
    // Checked before anything is served, instead of by a timer, which a busy event loop would delay.
    isHearing: () => {
      if (productIds.size && performance.now() - firstSaleAt >= INTERVAL) applySales();
      return !isClosed;
    },
    catchUp: async () => applySales(),
    close: async () => {
      isClosed = true;
      await unlistenSales();
      await unlistenChanges();
    },
  };
}

/**
 * Ids are assigned before commit, so a row can appear behind others with higher ids. What is new is told by transactions: rows of those (xmin)
 * that began before the oldest that was still writing at the last question were seen then. Comparing ages takes a third of the time of numbers.
 */
const SALES_QUERY = `select pg_snapshot_xmin(pg_current_snapshot())::text as "oldestOpen",
  (select coalesce(max(id), 0)::float8 from stock_movements) as "lastId",
  (select coalesce(json_agg(json_build_array(id, product_id)), '[]') from stock_movements
    where id > $1 and age(xmin) <= age($2::text::xid8::xid)) as rows`;
/** Only the end of the ledger is looked at. A row is visible so long after its id was assigned, or so many rows later, at the latest. */
const MAX_COMMIT_DELAY = 30 * SECOND;
const MAX_COMMIT_DELAY_ROWS = 20_000;

type Sales = { oldestOpen: string; lastId: number; rows: [id: number, productId: string][] };

/** Each call returns the products whose stock has moved since the one before. */
export function createSalesReader(client: Pick<pg.Client, 'query'>): () => Promise<string[]> {
  const ends: { at: number; id: number }[] = [];
  let oldestOpen = '0';
  // While some transaction is open, in whatever database of the server, the same rows are found again.
  let seenIds = new Set<number>();
  return async () => {
    const at = performance.now();
    while (ends[1] && at - ends[1].at > MAX_COMMIT_DELAY) ends.shift();
    const { rows } = await client.query<Sales>(SALES_QUERY, [ends[0]?.id ?? Number.MAX_SAFE_INTEGER, oldestOpen]);
    const [found] = rows;
    if (!found) return [];
    // The ledger was truncated, which sends a notification of its own.
    if (found.lastId < (ends.at(-1)?.id ?? 0)) ends.length = 0;
    ends.push({ at, id: ends.length ? found.lastId : found.lastId - MAX_COMMIT_DELAY_ROWS });
    const productIds = found.rows.filter(([id]) => !seenIds.has(id)).map(([, productId]) => productId);
    seenIds = new Set(found.rows.map(([id]) => id));
    oldestOpen = found.oldestOpen;
    return [...new Set(productIds)];
  };
}

/** If a question isn't answered for this long, the connection is considered dead. */
const TIMEOUT = 2 * SECOND;

export async function openListenConnection(url: string, apply: Apply): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT, keepAlive: true });
  // The next query fails as well.
  client.on('error', () => undefined);
  client.on('notification', ({ payload = '' }) => apply(parseCatalogChange(payload)));
  try {
    await client.connect();
    await client.query(`set application_name = 'storefront-cache-invalidation'; listen ${CHANGE_CHANNEL}`);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    // A pooler, whose greeting has another process id, lends the backend to others in between, and notifications sent meanwhile are lost.
    if (rows[0]?.pid !== (client as pg.Client & { processID: number }).processID)
      throw new Error('The address leads to a connection pooler, not to the database: set DATABASE_DIRECT_URL');
    return client;
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
}

/** The steady clock may stop while the machine sleeps, and the wall clock can be set back. */
const readClocks = () => ({ steady: performance.now(), wall: Date.now() });

export async function startInvalidation(url: string, apply: Apply, log: Pick<Logger, 'warn'>, hearingFor = SECOND): Promise<Invalidation> {
  let connection: { client: pg.Client; readSales: () => Promise<string[]> } | null = null;
  let heardAt = { steady: Number.NEGATIVE_INFINITY, wall: 0 };
  let running: Promise<void> | null = null;
  let hasWarned = false;
  let isClosed = false;

  async function connect() {
    const client = await openListenConnection(url, apply);
    const readSales = createSalesReader(client);
    heardAt = readClocks();
    await readSales();
    // Whatever was read before this process listened may have changed without its hearing of it.
    apply(EVERYTHING);
    connection = { client, readSales };
    hasWarned = false;
    return connection;
  }

  async function tryToAsk(): Promise<void> {
    try {
      const { readSales } = connection ?? (await connect());
      const sentAt = readClocks();
      const productIds = await readSales();
      if (productIds.length) apply({ kind: 'sale', productIds, until: heardAt.steady + SECOND });
      heardAt = sentAt;
    } catch (err) {
      if (!hasWarned && !isClosed) log.warn({ err }, 'cache invalidation has no connection; responses are cached for a second');
      hasWarned = true;
      // Not awaited: closing a connection that hangs may hang too.
      connection?.client.end().catch(() => undefined);
      connection = null;
    }
  }

  function ask(): Promise<void> | null {
    if (!isClosed)
      running ??= tryToAsk().finally(() => {
        running = null;
      });
    return running;
  }

  await ask();
  const timer = setInterval(ask, INTERVAL).unref();
  return {
    isHearing: () => connection !== null && performance.now() - heardAt.steady < hearingFor && Date.now() - heardAt.wall < hearingFor,
    catchUp: async () => {
      // A question that is under way was sent before.
      await running;
      await ask();
      if (!connection) apply(EVERYTHING);
    },
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await running;
      await connection?.client.end();
    },
  };
}
