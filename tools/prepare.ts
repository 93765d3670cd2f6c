/**
 * Run by start.js beside the build of a first start: checks the settings, and makes and fills the embedded database. Both take seconds, and
 * a build keeps only one core busy. What is there already stays as it is: that is brought up to date by the shop, once its build is complete.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { openClock } from '../src/server/platform/database/clock.ts';
import { openEmbedded } from '../src/server/platform/database/connect.ts';
import { createProcessLog } from '../src/server/platform/log/logger.ts';
import { createFilesPrivately } from '../src/server/platform/process/data-dir.ts';
import type { Config } from '../src/server/platform/settings/config.ts';
import { isStartedByNpm, readConfig } from '../src/server/platform/settings/read-config.ts';
import { setImageHost } from '../src/server/shop/content/media/image-url.ts';
import { openImageStores } from '../src/server/shop/content/media/storage.ts';
import { bootstrapShop } from '../src/server/shop/seed/bootstrap.ts';

const { log, print, fail } = createProcessLog(process.stdout.isTTY || isStartedByNpm());

async function prepareDatabase(config: Config): Promise<void> {
  createFilesPrivately();
  setImageHost(config.imagesUrl);
  const database = await openEmbedded({ dataDir: config.dataDir }, log, { migrates: config.migrates });
  try {
    const { current: images } = openImageStores(config.dataDir, config.storage);
    const { publicUrl } = config;
    await bootstrapShop({ db: database.db, now: await openClock(database, log), images, publicUrl }, config, print);
  } finally {
    await database.close();
  }
}

// Whoever started this process has ended.
process.once('disconnect', () => process.exit(1));
try {
  const config = readConfig();
  log.level = config.logLevel;
  if (!config.databaseUrl && !existsSync(path.join(config.dataDir, 'database'))) await prepareDatabase(config);
  process.exit(0);
} catch (error) {
  fail("The shop can't start", error);
  process.exit(1);
}
