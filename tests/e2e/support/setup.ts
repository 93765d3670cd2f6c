/** Builds the shop and makes the demo once; gives each worker a shop with a copy of it. */
import { cpSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBuild } from '../../../tools/build/build.ts';
import { makeMigratedDataDir, makeMigratedDump } from '../../support/migrated-dump.ts';
import { isFullRun, WORKER_COUNT } from '../../support/projects.ts';
import { seedSmallDemo } from '../../support/seed-small-demo.ts';
import { makeDataDir, startShop } from '../../support/shop-process.ts';
import { listEveryProduct } from './api-client.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Origin of each worker's shop. */
    shops: string[];
    /** The size of the home page's HTML, uncompressed, before any test has changed the shop. */
    homePageBytes: number;
    /** Ids of all demo products, as opposed to those that tests create. */
    demoProducts: string[];
  }
}

const root = path.resolve(import.meta.dirname, '../../..');

/** In a full run all images of the demo are its own, made by a shop that starts for the first time. */
async function makeDemo(dataDir: string): Promise<void> {
  if (!isFullRun) return seedSmallDemo(dataDir);
  const shop = await startShop({ dataDir, keepData: true });
  await shop.stop();
}

/** The demo is made in one data directory, and the others are copies. */
async function makeDemoDataDirs(dump: string): Promise<string[]> {
  const dataDir = makeMigratedDataDir(dump);
  await makeDemo(dataDir);
  const copies = Array.from({ length: WORKER_COUNT - 1 }, makeDataDir);
  for (const copy of copies) cpSync(dataDir, copy, { recursive: true });
  return [dataDir, ...copies];
}

export async function setup(project: TestProject) {
  await ensureBuild(root, (message) => console.log(message));
  const dump = await makeMigratedDump();
  project.provide('dump', dump);
  const shops = await Promise.all((await makeDemoDataDirs(dump)).map((dataDir) => startShop({ dataDir })));
  const [origin = ''] = shops.map((shop) => shop.origin);
  project.provide(
    'shops',
    shops.map((shop) => shop.origin),
  );
  const homePage = await fetch(origin);
  project.provide('homePageBytes', (await homePage.bytes()).length);
  project.provide(
    'demoProducts',
    (await listEveryProduct(origin)).map(({ _id }) => _id),
  );
  return async () => {
    await Promise.all(shops.map((shop) => shop.stop()));
  };
}
