/** The pages built once; a demo shop, and a browser, for each worker that most of its journeys share. */
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureWebBuild } from '../../src/server/http/ensure-web-build.ts';
import { startShop } from '../shop-process.ts';
import { serveChromium } from './chromium.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each worker: where its shop and its browser are. */
    places: { origin: string; browser: string }[];
  }
}

/** As many as vitest.config.ts lets run at once. */
const WORKERS = 2;

const root = path.resolve(import.meta.dirname, '../..');

async function openPlace() {
  const shop = await startShop();
  const browser = await serveChromium();
  return { shop, browser };
}

export async function setup(project: TestProject) {
  await ensureWebBuild(root, (line) => console.log(line));
  const places = await Promise.all(Array.from({ length: WORKERS }, openPlace));
  project.provide(
    'places',
    places.map(({ shop, browser }) => ({ origin: shop.origin, browser: browser.wsEndpoint() })),
  );
  return async () => {
    await Promise.all(places.flatMap(({ shop, browser }) => [shop.stop(), browser.close()]));
  };
}
