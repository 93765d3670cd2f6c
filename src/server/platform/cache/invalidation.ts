/**
 * How this process hears of changes. Triggers notify of each, in the transaction that makes it. On a server, notifications arrive on a
 * connection of its own, on which it also asks twice a second what was sold: checkouts don't notify, because commits that notify wait for
 * each other. An answer proves that all notifications sent before the question have arrived. Without one for a second, the cache serves
 * nothing that is older than a second.
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
/** Of questions on a server, of which two fit into a second. */
const ASK_INTERVAL = SECOND / 2;
/** Of batches of sales on the embedded database, so that the page of a best-seller is rendered once in that time, however many buy it. */
const BATCH_INTERVAL = 0.8 * SECOND;

/**
 * Only this process opens the embedded database, and PGlite delivers notifications before the commit resolves. So nothing is asked, and the
 * cache never waits for the database's only connection.
 */
export async function startEmbeddedInvalidation(database: PGlite, apply: Apply): Promise<Invalidation> {
  const sold = new Set<string>();
  let firstSaleAt = 0;
  let isClosed = false;
  const applySales = () => {
    if (sold.size) apply({ kind: 'stock', productIds: [...sold] });
    sold.clear();
  };
  const unlistenSales = await database.listen(SALE_CHANNEL, (productId) => {
    if (!sold.size) firstSaleAt = performance.now();
    sold.add(productId);
  });
  const unlistenChanges = await database.listen(CHANGE_CHANNEL, (payload) => apply(parseCatalogChange(payload)));
  return {
    // Checked before anything is served, instead of by a timer, which a busy event loop would delay.
    isHearing: () => {
      if (sold.size && performance.now() - firstSaleAt >= BATCH_INTERVAL) applySales();
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
 * The end of the stock ledger: rows of transactions that were still open at the question before ($1), or began since. Ids are assigned before
 * commit, so a row can appear behind others with higher ids, but hardly behind 5,000. Comparing ages takes a third of the time of numbers.
 * With each product come the bundles that it is a part of, whose stock follows from it.
 */
const SALES_QUERY = `select pg_snapshot_xmin(pg_current_snapshot())::text as "oldestOpen",
  (select coalesce(json_agg(json_build_array(id, product_id, array(
      select bundle_id from bundle_parts where bundle_parts.product_id = stock_movements.product_id))), '[]') from stock_movements
    where id > (select max(id) - 5000 from stock_movements) and age(xmin) <= age($1::text::xid8::xid)) as rows`;

/** Each call returns the products whose stock has moved since the one before. */
export function createSalesReader(client: Pick<pg.Client, 'query'>): () => Promise<string[]> {
  let oldestOpen = '0';
  // While some transaction is open, in whatever database of the server, the same rows are found again.
  let seenIds = new Set<number>();
  return async () => {
    const { rows } = await client.query<{ oldestOpen: string; rows: [id: number, productId: string, bundleIds?: string[]][] }>(
      SALES_QUERY,
      [oldestOpen],
    );
    const found = rows[0]?.rows ?? [];
    const productIds = found.filter(([id]) => !seenIds.has(id)).flatMap(([, productId, bundleIds = []]) => [productId, ...bundleIds]);
    seenIds = new Set(found.map(([id]) => id));
    oldestOpen = rows[0]?.oldestOpen ?? oldestOpen;
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

export async function startInvalidation(url: string, apply: Apply, log: Pick<Logger, 'warn'>, hearingFor = SECOND): Promise<Invalidation> {
  let connection: { client: pg.Client; readSales: () => Promise<string[]> } | null = null;
  /** By both clocks: the steady one may stop while the machine sleeps, and the wall clock can be set back. */
  let heardAt = { steady: Number.NEGATIVE_INFINITY, wall: 0 };
  let running: Promise<void> | null = null;
  let hasWarned = false;
  let isClosed = false;

  async function tryToAsk(): Promise<void> {
    try {
      const isNew = !connection;
      if (!connection) {
        const client = await openListenConnection(url, apply);
        connection = { client, readSales: createSalesReader(client) };
      }
      const sentAt = { steady: performance.now(), wall: Date.now() };
      const productIds = await connection.readSales();
      // What was read before this process listened may have changed unnoticed.
      if (isNew) apply(EVERYTHING);
      else if (productIds.length) apply({ kind: 'stock', productIds });
      heardAt = sentAt;
      hasWarned = false;
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
  const timer = setInterval(ask, ASK_INTERVAL).unref();
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
