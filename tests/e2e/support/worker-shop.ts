/** The shop of this worker, started by setup.ts with the worker's first file. */

import { inject } from 'vitest';
import { deleteProduct } from '../../../src/contract/product-admin.ts';
import { makeMigratedDataDir } from '../../support/migrated-dump.ts';
import { call, listEveryProduct, logInAdmin } from './api-client.ts';
import type { WorkerShop } from './setup.ts';

async function start(): Promise<WorkerShop> {
  const response = await fetch(inject('shopStarter'));
  if (!response.ok) throw new Error(`no shop was started for the browser tests: ${await response.text()}`);
  return (await response.json()) as WorkerShop;
}

/** Kept by the module: the files of a worker run in one process, one after the other. */
export const workerShop = await start();

/** Origin of its demo shop, without a trailing slash. Files that run at the same time have different ones. */
export const getWorkerOrigin = (): string => workerShop.origin;

/** For a further shop in tests that aren't about the first start: its database is already migrated. */
export const makeEmptyDataDir = (): string => makeMigratedDataDir(String(inject('dump')));

/** The home page shows the newest products: after this call, those of the demo. */
export async function deleteProductsOfTests(origin: string): Promise<void> {
  const { token } = await logInAdmin(origin);
  const demo = new Set(workerShop.demoProducts);
  for (const { _id } of await listEveryProduct(origin))
    if (!demo.has(_id)) await call(origin, deleteProduct, { token, params: { id: _id } });
}
