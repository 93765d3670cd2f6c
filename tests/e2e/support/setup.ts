/** The pages built once; a demo shop, and a browser, for each worker that most of its journeys share. */
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureWebBuild } from '../../../src/server/http/ensure-web-build.ts';
import { startShop } from '../../support/shop-process.ts';
import { launchChromiumServer } from './chromium.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each worker: where its shop and its browser are. */
    places: { origin: string; browser: string }[];
  }
}

/** As many as vitest.config.ts lets run at once. */
const WORKER_COUNT = 2;

const root = path.resolve(import.meta.dirname, '../../..');

async function startWorker() {
  const shop = await startShop();
  const browser = await launchChromiumServer();
  return { shop, browser };
}

export async function setup(project: TestProject) {
  await ensureWebBuild(root, (message) => console.log(message));
  const workers = await Promise.all(Array.from({ length: WORKER_COUNT }, startWorker));
  project.provide(
    'places',
    workers.map(({ shop, browser }) => ({ origin: shop.origin, browser: browser.wsEndpoint() })),
  );
  return async () => {
    await Promise.all(workers.flatMap(({ shop, browser }) => [shop.stop(), browser.close()]));
  };
}
