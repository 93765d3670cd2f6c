/** Fills an empty shop with a demo: the goods of catalogue.csv, their pictures, shoppers, and what those bought. */
import path from 'node:path';
import { importProducts } from '../../cli/import.ts';
import type { Deps } from '../../deps.ts';
import { retryTransaction } from '../retry.ts';
import { type Lease, renewLease, takeLease } from './lease.ts';
import { inventOrders } from './past-orders.ts';
import { readDemoPicture } from './pictures.ts';
import { createPastOrders, listDemoProducts } from './seed.repository.ts';
import { addShoppers, DEMO_SHOPPER } from './shoppers.ts';

type Context = Pick<Deps, 'db' | 'uploadsDir' | 'now'>;
type Say = (line: string) => void;

const catalogue = path.join(import.meta.dirname, 'catalogue.csv');

/** Goods that an earlier start made are known by their name. */
async function addGoods(deps: Context, start: Lease, say: Say): Promise<Lease> {
  // One after the other: each renewal swaps what the one before has written.
  let lease = Promise.resolve(start);
  let quarter = 0;
  const { imported, skipped, refused } = await importProducts(
    { ...deps, now: () => new Date(start.startedAt) },
    {
      file: catalogue,
      skipExisting: true,
      readImage: async (image, place) => {
        lease = lease.then((it) => renewLease(deps.db, it, { seenAt: deps.now().getTime() }));
        await lease;
        return readDemoPicture(image, place);
      },
      onProgress: ({ part }) => {
        const reached = Math.floor(part * 4);
        if (reached <= quarter) return;
        quarter = reached;
        say(`  ${quarter * 25} %`);
      },
    },
  );
  if (refused.length) throw new Error(`The demo catalogue has bad rows: ${refused.map((it) => `${it.row} ${it.reason}`).join('; ')}`);
  say(`  ${imported + skipped} products`);
  return lease;
}

/**
 * Does nothing where there is a product or an order already; gives whether it did anything.
 * Killed in the middle, the next call goes on where this one was.
 */
export async function seedDemo(deps: Context, say: Say): Promise<boolean> {
  const began = performance.now();
  const taken = await takeLease(deps, say);
  if (!taken) return false;
  say('Demo shop: making the goods and their pictures …');
  const lease = await addGoods(deps, taken, say);
  const { own, others } = await addShoppers(deps);
  const past = inventOrders(await listDemoProducts(deps.db), own, others, deps.now());
  // All the orders and the note that this is done, or none of it.
  await retryTransaction(deps.db, async (tx) => {
    await renewLease(tx, lease, { done: true });
    await createPastOrders(tx, past.orders, past.lines);
  });
  say(`  ${others.length + 1} shoppers, ${past.orders.length} past orders`);
  say(`Demo shop: ready after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  say(`Demo shopper: log in as ${DEMO_SHOPPER.email} with the password ${DEMO_SHOPPER.password}`);
  return true;
}
