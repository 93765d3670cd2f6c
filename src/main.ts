/** The only file that knows both halves: settings → database → app → listen → drain. */
import path from 'node:path';
import { buildApp } from './server/app.ts';
import { type Config, readConfig } from './server/config.ts';
import { openDatabase } from './server/database/open.ts';
import type { Deps } from './server/deps.ts';
import { ensureBuilt } from './server/http/build.ts';
import { addPages, builtWeb } from './server/http/pages.ts';

const root = path.resolve(import.meta.dirname, '..');

async function start(config: Config): Promise<void> {
  const say = (line: string) => console.log(line);
  process.env.NODE_ENV = config.mode;
  const buildDir = await ensureBuilt(root, say);
  const log = { warn: (details: object, message: string) => console.error(message, details) };
  const database = await openDatabase(config, log);
  const deps: Deps = {
    db: database.db,
    now: () => new Date(),
    payment: null,
    uploadsDir: path.join(config.dataDir, 'uploads'),
    publicUrl: config.publicUrl,
  };
  const app = await buildApp(deps, { logger: { level: config.logLevel }, trustProxy: config.trustProxy });
  await addPages(app, builtWeb(buildDir));
  await app.listen({ port: config.port, host: config.host });
}

await start(readConfig());
