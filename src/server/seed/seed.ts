/** Fills an empty shop with a demo: the goods of catalog.csv, their pictures, shoppers, and what those bought. */
import path from 'node:path';
import { importProducts } from '../catalog/import/import-products.ts';
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import { addShoppers, DEMO_SHOPPER } from './customers.ts';
import { generateOrders } from './past-orders.ts';
import { renderDemoImage } from './product-images.ts';
import { createPastOrders, listDemoProducts } from './seed.repository.ts';
import { type Lease, renewLease, takeLease } from './seed-lease.ts';

type Context = Pick<Deps, 'db' | 'uploadsDir' | 'now'>;
type PrintLine = (line: string) => void;

const catalogFile = path.join(import.meta.dirname, 'catalog.csv');

/** Goods that an earlier start made are known by their name. */
async function importDemoProducts(deps: Context, start: Lease, print: PrintLine): Promise<Lease> {
  // One after the other: each renewal swaps what the one before has written.
  let lease = Promise.resolve(start);
  let quarter = 0;
  const { imported, skipped, rejected } = await importProducts(
    { ...deps, now: () => new Date(start.startedAt) },
    {
      file: catalogFile,
      skipExisting: true,
      readImage: async (image, index) => {
        lease = lease.then((it) => renewLease(deps.db, it, { seenAt: deps.now().getTime() }));
        await lease;
        return renderDemoImage(image, index);
      },
      onProgress: ({ fraction }) => {
        const completedQuarters = Math.floor(fraction * 4);
        if (completedQuarters <= quarter) return;
        quarter = completedQuarters;
        print(`  ${quarter * 25} %`);
      },
    },
  );
  if (rejected.length) throw new Error(`The demo catalogue has bad rows: ${rejected.map((it) => `${it.row} ${it.reason}`).join('; ')}`);
  print(`  ${imported + skipped} products`);
  return lease;
}

/**
 * Does nothing where there is a product or an order already; gives whether it did anything.
 * Killed in the middle, the next call goes on where this one was.
 */
export async function seedDemo(deps: Context, print: PrintLine): Promise<boolean> {
  const startedAt = performance.now();
  const taken = await takeLease(deps, print);
  if (!taken) return false;
  print('Demo shop: making the goods and their pictures …');
  const lease = await importDemoProducts(deps, taken, print);
  const { own, others } = await addShoppers(deps);
  const past = generateOrders(await listDemoProducts(deps.db), own, others, deps.now());
  // All the orders and the note that this is done, or none of it.
  await retryTransaction(deps.db, async (tx) => {
    await renewLease(tx, lease, { done: true });
    await createPastOrders(tx, past.orders, past.lines);
  });
  print(`  ${others.length + 1} shoppers, ${past.orders.length} past orders`);
  print(`Demo shop: ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  print(`Demo shopper: log in as ${DEMO_SHOPPER.email} with the password ${DEMO_SHOPPER.password}`);
  return true;
}
