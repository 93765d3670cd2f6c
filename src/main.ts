/** The only file that knows both halves: settings → database → shop → app → listen → drain. */
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { receivePaymentWebhook } from './contract/order.ts';
import { buildApp } from './server/app.ts';
import { bootstrapShop } from './server/bootstrap.ts';
import { warmUp } from './server/catalog/product/catalog.service.ts';
import { type Config, readConfig } from './server/config.ts';
import { type OpenDatabase, openDatabase } from './server/database/connect.ts';
import { isUnavailable } from './server/database/pg-errors.ts';
import type { Deps } from './server/deps.ts';
import { ensureWebBuild } from './server/http/ensure-web-build.ts';
import { startMaintenanceServer } from './server/http/maintenance-server.ts';
import { openWebBuild, registerPages } from './server/http/ssr.ts';
import { startViteDev } from './server/http/vite-dev.ts';
import type { Logger } from './server/jobs/schedule.ts';
import type { Worker } from './server/jobs/worker.ts';
import { selectProvider } from './server/payment/select-provider.ts';
import { createMemoize } from './server/response-cache/memoize.ts';
import { openResponseCache } from './server/response-cache/response-cache.ts';

/** The longest that running requests may take to end after the process is asked to stop. */
const DRAIN_TIMEOUT = 10_000;
/** Milliseconds between two tries to reach the database: the first, and the longest. */
const INITIAL_BACKOFF = 500;
const MAX_BACKOFF = 5000;
const root = path.resolve(import.meta.dirname, '..');
const print = (line: string) => console.log(line);

/** How this process reaches itself, whatever address it listens on. */
function getLoopbackOrigin(bound: AddressInfo): string {
  const isWildcard = bound.address === '0.0.0.0' || bound.address === '::';
  const host = isWildcard ? '127.0.0.1' : bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return `http://${host}:${bound.port}`;
}

/** Waits for a server that is away: whoever starts both at once needs no order, and nobody restarts us in circles meanwhile. */
async function waitForDatabase(config: Config, log: Parameters<typeof openDatabase>[1]): ReturnType<typeof openDatabase> {
  let closeMaintenanceServer: (() => Promise<void>) | undefined;
  try {
    for (let backoff = INITIAL_BACKOFF; ; backoff = Math.min(2 * backoff, MAX_BACKOFF)) {
      try {
        return await openDatabase(config, log);
      } catch (error) {
        if (!config.databaseUrl || !isUnavailable(error)) throw error;
        closeMaintenanceServer ??= await startMaintenanceServer(config);
        print(`The database doesn't answer (${error instanceof Error ? error.message : error}); trying again in ${backoff / 1000} s …`);
        await sleep(backoff);
      }
    }
  } finally {
    await closeMaintenanceServer?.();
  }
}

async function startBackgroundJobs(config: Config, { connection }: OpenDatabase, deps: Deps, log: Logger): Promise<Worker> {
  const [{ startWorker }, { listJobs }, { selectMailer }] = await Promise.all([
    import('./server/jobs/worker.ts'),
    import('./server/jobs/schedule.ts'),
    import('./server/email/mailer.ts'),
  ]);
  return startWorker(connection, listJobs(deps, selectMailer(config), log), log);
}

async function start(config: Config): Promise<void> {
  // React reads it when it is loaded, which is after this.
  process.env.NODE_ENV = config.mode;
  const buildDir = config.mode === 'production' ? await ensureWebBuild(root, print) : null;
  const log = { warn: (details: object, message: string) => console.error(message, details) };
  const database = await waitForDatabase(config, log);
  const now = () => new Date();
  let boundAddress: AddressInfo | undefined;
  const payment = await selectProvider(config, {
    db: database.db,
    now,
    // The demo provider plays a company outside, but reaches the shop on whatever address this process listens.
    deliver: async (body, headers) => {
      if (!boundAddress) throw new Error('The shop is not open yet');
      const response = await fetch(getLoopbackOrigin(boundAddress) + receivePaymentWebhook.path, { method: 'POST', body, headers });
      return response.status;
    },
  });
  const responseCache = await openResponseCache(database.connection, config.cacheBytes, log);
  const deps: Deps = {
    db: database.db,
    memoize: createMemoize(responseCache),
    now,
    payment,
    uploadsDir: path.join(config.dataDir, 'uploads'),
    publicUrl: config.publicUrl,
  };
  await bootstrapShop(deps, config, print);

  const app = await buildApp(deps, { logger: { level: config.logLevel }, trustProxy: config.trustProxy, responseCache });
  await registerPages(app, deps, buildDir ? openWebBuild(buildDir) : await startViteDev(app, root));
  await app.listen({ port: config.port, host: config.host });
  boundAddress = app.addresses().find((it) => typeof it === 'object');
  let worker: Promise<Worker> | undefined;

  let isStopping = false;
  const stop = async (signal: string) => {
    // Asked a second time, somebody is in a hurry.
    if (isStopping) process.exit(1);
    isStopping = true;
    print(`${signal}: finishing what runs …`);
    setTimeout(() => process.exit(1), DRAIN_TIMEOUT).unref();
    await Promise.all([app.close(), worker?.then((it) => it.stop())]);
    await database.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));

  print(`The shop is open: ${config.publicUrl ?? `http://localhost:${boundAddress?.port}`}`);
  print(`  admin area  /dashboard/admin (${config.adminEmail})`);
  print(`  API         /api/docs`);
  if (database.kind === 'embedded')
    print(`  data        ${config.dataDir} (embedded database; take real money on PostgreSQL: DATABASE_URL)`);
  // Last, the loading of their code too: whoever waits at the door comes first.
  worker = startBackgroundJobs(config, database, deps, app.log);
  await worker;
  // An embedded database has one thread and is soon read.
  if (database.kind === 'server')
    await warmUp(deps).catch((err) => app.log.warn({ err }, "what is asked for first couldn't be read ahead"));
}

// After these the state of the process is unknown: it says so and ends, and whoever started it starts it again.
for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error: unknown) => {
    console.error(`${event}:`, error);
    process.exit(1);
  });
}

try {
  await start(readConfig());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
