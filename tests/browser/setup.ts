/** The pages built once, and a demo shop for each worker that most of its journeys share. */
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../src/server/http/build.ts';
import { startShop } from '../shop-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the demo shops are open, one for each worker. */
    origins: string[];
  }
}

/** As many as vitest.config.ts lets run at once. */
const BROWSER_WORKERS = 1;

const root = path.resolve(import.meta.dirname, '../..');

export async function setup(project: TestProject) {
  await ensureBuilt(root, (line) => console.log(line));
  const shops = await Promise.all(Array.from({ length: BROWSER_WORKERS }, () => startShop()));
  project.provide(
    'origins',
    shops.map(({ origin }) => origin),
  );
  return async () => {
    await Promise.all(shops.map((shop) => shop.stop()));
  };
}
