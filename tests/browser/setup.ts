/** The pages built once, and one demo shop that most of the journeys share. */
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../src/server/http/build.ts';
import { startShop } from './shop-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the demo shop is open, without a slash at its end. */
    origin: string;
  }
}

const root = path.resolve(import.meta.dirname, '../..');

export async function setup(project: TestProject) {
  await ensureBuilt(root, (line) => console.log(line));
  const shop = await startShop();
  project.provide('origin', shop.origin);
  return async () => {
    await shop.stop();
  };
}
