/** Builds the shop; makes the demo once, and for each worker that asks a shop with a copy of it. */
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBuild } from '../../../tools/build/build.ts';
import { makeMigratedDataDir, makeMigratedDump } from '../../support/migrated-dump.ts';
import { isFullRun } from '../../support/projects.ts';
import { seedSmallDemo } from '../../support/seed-small-demo.ts';
import { makeDataDir, type ShopProcess, startShop } from '../../support/shop-process.ts';
import { listEveryProduct } from './api-client.ts';

/** As it is before any test has changed it. */
export interface WorkerShop {
  origin: string;
  /** The size of the home page's HTML, uncompressed. */
  homePageBytes: number;
  /** Ids of all products, as opposed to those that tests create. */
  demoProducts: string[];
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Each request to this address starts a shop and answers with a `WorkerShop`. */
    shopStarter: string;
  }
}

const root = path.resolve(import.meta.dirname, '../../..');

/** In a full run all images of the demo are its own, made by a shop that starts for the first time. */
async function makeDemo(dump: string): Promise<string> {
  const dataDir = makeMigratedDataDir(dump);
  if (isFullRun) await (await startShop({ dataDir, keepData: true })).stop();
  else await seedSmallDemo(dataDir);
  return dataDir;
}

async function openWorkerShop(dataDir: string): Promise<{ shop: ShopProcess; opened: WorkerShop }> {
  const shop = await startShop({ dataDir });
  const { origin } = shop;
  const homePageBytes = (await (await fetch(origin)).bytes()).length;
  return { shop, opened: { origin, homePageBytes, demoProducts: (await listEveryProduct(origin)).map(({ _id }) => _id) } };
}

export async function setup(project: TestProject) {
  await ensureBuild(root, (message) => console.log(message));
  const dump = await makeMigratedDump();
  project.provide('dump', dump);
  const shops: ShopProcess[] = [];
  let demo: Promise<string> | undefined;
  const start = async (): Promise<WorkerShop> => {
    demo ??= makeDemo(dump);
    const dataDir = makeDataDir();
    await cp(await demo, dataDir, { recursive: true });
    const { shop, opened } = await openWorkerShop(dataDir);
    shops.push(shop);
    return opened;
  };
  // Shops work jobs while nobody visits them, so none runs before the first browser test.
  const starter = http.createServer((_request, response) => {
    start().then(
      (opened) => response.end(JSON.stringify(opened)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  starter.listen(0, '127.0.0.1');
  await once(starter, 'listening');
  project.provide('shopStarter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`);
  return async () => {
    starter.close();
    await Promise.all(shops.map((shop) => shop.stop()));
    if (demo) rmSync(await demo, { recursive: true, force: true });
  };
}
