/** Fills an empty shop with demo data: the products of catalog.csv with generated images, customers and their past orders. */
import { SECOND } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import { retryTransaction } from '../../platform/database/retry.ts';
import { assetPath } from '../../platform/process/asset-path.ts';
import { importProducts, openImportFile } from '../catalog/import/rows/import-products.ts';
import { SYSTEM_ACTOR } from '../orders/lifecycle/update-order.service.ts';

import { CATEGORY_TEXTS } from './category-texts.ts';
import { addCustomers, DEMO_CUSTOMER } from './customers.ts';
import { createDemoCodes, DEMO_SHIPPING, DEMO_TAX } from './demo-pricing.ts';
import { addViews } from './image-views.ts';
import { generateOrders } from './past-orders.ts';
import { renderDemoImage } from './product-images.ts';
import { createPastOrders, createPricing, describeCategories, listDemoProducts } from './seed.repository.ts';
import { type Lease, renewLease, takeLease } from './seed-lease.ts';
import { addShoeVariants } from './shoe-variants.ts';

type Context = Pick<Deps, 'db' | 'images' | 'now'>;
type PrintLine = (line: string) => void;
type RenderImage = typeof renderDemoImage;

/** Skips products that an interrupted process imported, by their name. */
async function importDemoProducts(deps: Context, start: Lease, print: PrintLine, renderImage: RenderImage): Promise<Lease> {
  // A chain of promises: images are made in parallel, but each renewal must see the lease that the previous one has written.
  let lease = Promise.resolve(start);
  let quarter = 0;
  const source = await openImportFile(assetPath('shop/seed/catalog.csv'));
  const { imported, skipped, rejected } = await importProducts(
    { ...deps, now: () => new Date(start.startedAt) },
    {
      rows: addShoeVariants(addViews(source.rows)),
      skipExisting: true,
      readImage: async (image, index) => {
        lease = lease.then((it) => renewLease(deps.db, it, { seenAt: deps.now().getTime() }));
        await lease;
        return renderImage(image, index);
      },
      onProgress: ({ fraction }) => {
        const completedQuarters = Math.floor(fraction * 4);
        if (completedQuarters <= quarter) return;
        quarter = completedQuarters;
        print(`  ${quarter * 25} %`);
      },
    },
  );
  if (rejected.length) throw new Error(`The demo catalog has invalid rows: ${rejected.map((it) => `${it.row} ${it.reason}`).join('; ')}`);
  print(`  ${imported + skipped} products`);
  return lease;
}

/**
 * Does nothing and returns false if there is a product or an order. Interrupted, the next call continues where this one stopped.
 * `renderImage`: tests make small images instead, since these take most of the time.
 */
export async function seedDemo(deps: Context, print: PrintLine, renderImage: RenderImage = renderDemoImage): Promise<boolean> {
  const startedAt = performance.now();
  const taken = await takeLease(deps, print);
  if (!taken) return false;
  print('Demo shop: creating products and their images …');
  const lease = await importDemoProducts(deps, taken, print, renderImage);
  const { own, others } = await addCustomers(deps);
  const past = generateOrders(await listDemoProducts(deps.db), own, others, deps.now());
  // One transaction: an interrupted process leaves all orders or none.
  await retryTransaction(deps.db, async (tx) => {
    await renewLease(tx, lease, { done: true });
    await createPastOrders(tx, past.orders, past.lines, SYSTEM_ACTOR);
    await describeCategories(tx, CATEGORY_TEXTS);
    await createPricing(tx, { shipping: DEMO_SHIPPING, tax: DEMO_TAX }, createDemoCodes(deps.now()));
  });
  print(`  ${others.length + 1} customers, ${past.orders.length} past orders`);
  print(`Demo shop: ready after ${((performance.now() - startedAt) / SECOND).toFixed(1)} s`);
  print(`Demo customer: log in as ${DEMO_CUSTOMER.email} with the password ${DEMO_CUSTOMER.password}`);
  return true;
}
