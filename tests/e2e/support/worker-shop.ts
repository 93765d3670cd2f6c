/** The shop of this worker, started by setup.ts. */

import { inject } from 'vitest';
import { deleteProduct } from '../../../src/contract/product-admin.ts';
import { makeMigratedDataDir } from '../../support/migrated-dump.ts';
import { call, listEveryProduct, logInAdmin } from './api-client.ts';

/** Origin of its demo shop, without a trailing slash. Files that run at the same time have different ones. */
export function getWorkerOrigin(): string {
  const shops = inject('shops');
  const origin = shops[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % shops.length];
  if (!origin) throw new Error('no shop was started for the browser tests');
  return origin;
}

/** For a further shop in tests that aren't about the first start: its database is already migrated. */
export const makeEmptyDataDir = (): string => makeMigratedDataDir(String(inject('dump')));

/** The home page shows the newest products: after this call, those of the demo. */
export async function deleteProductsOfTests(origin: string): Promise<void> {
  const { token } = await logInAdmin(origin);
  const demo = new Set(inject('demoProducts'));
  for (const { _id } of await listEveryProduct(origin))
    if (!demo.has(_id)) await call(origin, deleteProduct, { token, params: { id: _id } });
}
