/**
 * Keeps the cache valid on the embedded database. Only this process can open it, and PGlite delivers a transaction's notifications before
 * its commit resolves: so whatever a caller can know of has been processed. There is no lease, nothing is polled, and the cache never waits
 * for the database's only connection, however many checkouts are queued for it.
 */
import type { PGlite } from '@electric-sql/pglite';
import { parseCatalogChange } from './catalog-change.ts';
import type { Invalidation, InvalidationTarget } from './invalidation.ts';
import { LEASE_DURATION } from './lease.ts';
import { CHANGE_CHANNEL } from './listen-connection.ts';

/** Only the embedded database sends these notifications, because there nobody waits for the lock that all notifying commits share. */
const SALE_CHANNEL = 'stock_sold';
/** Sales are applied in batches, because each time all entries are checked. */
const SALES_INTERVAL = 300;

export async function startEmbeddedInvalidation(database: PGlite, target: InvalidationTarget): Promise<Invalidation> {
  let soldIds = new Set<string>();
  let firstSaleAt = 0;
  let isClosed = false;

  function applySales(): void {
    if (!soldIds.size) return;
    const productIds = [...soldIds];
    soldIds = new Set();
    target.limitFreshness(productIds, firstSaleAt + LEASE_DURATION);
  }

  const unlistenSales = await database.listen(SALE_CHANNEL, (productId) => {
    if (!soldIds.size) firstSaleAt = performance.now();
    soldIds.add(productId);
  });
  const unlistenChanges = await database.listen(CHANGE_CHANNEL, (payload) => target.drop(parseCatalogChange(payload)));
  const catchUp = async () => applySales();
  return {
    // Checked before anything is served, instead of by a timer, which a busy event loop would delay.
    isLive: () => {
      if (soldIds.size && performance.now() - firstSaleAt >= SALES_INTERVAL) applySales();
      return !isClosed;
    },
    getState: () => ({ isConnected: !isClosed, hasLease: !isClosed }),
    awaitInvalidation: catchUp,
    catchUp,
    close: async () => {
      isClosed = true;
      await unlistenSales();
      await unlistenChanges();
    },
  };
}
