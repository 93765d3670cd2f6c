/** The only file that knows both halves: settings → database → shop → app → listen → drain. */
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { receivePaymentEvent } from './contract/order.ts';
import { buildApp } from './server/app.ts';
import { type Config, readConfig } from './server/config.ts';
import { isAway } from './server/database/faults.ts';
import { type OpenDatabase, openDatabase } from './server/database/open.ts';
import type { Deps } from './server/deps.ts';
import { prepareShop } from './server/first-start.ts';
import { ensureBuilt } from './server/http/build.ts';
import { openClosedDoor } from './server/http/closed.ts';
import { servedByVite } from './server/http/dev.ts';
import { addPages, builtWeb } from './server/http/pages.ts';
import type { Log } from './server/jobs/list.ts';
import type { Jobs } from './server/jobs/start.ts';
import { openKept } from './server/kept/keep.ts';
import { rememberIn } from './server/kept/memory.ts';
import { pickProvider } from './server/payment/pick.ts';
import { warmUp } from './server/product/catalogue.service.ts';

/** The longest that running requests may take to end after the process is asked to stop. */
const DRAIN_MS = 10_000;
/** Milliseconds between two tries to reach the database: the first, and the longest. */
const FIRST_PAUSE = 500;
const LAST_PAUSE = 5000;
const root = path.resolve(import.meta.dirname, '..');
const say = (line: string) => console.log(line);

/** How this process reaches itself, whatever address it listens on. */
function ownOrigin(address: AddressInfo): string {
  const isAny = address.address === '0.0.0.0' || address.address === '::';
  const host = isAny ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

/** Waits for a server that is away: whoever starts both at once needs no order, and nobody restarts us in circles meanwhile. */
async function openWhenThere(config: Config, log: Parameters<typeof openDatabase>[1]): ReturnType<typeof openDatabase> {
  let makeWay: (() => Promise<void>) | undefined;
  try {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LAST_PAUSE)) {
      try {
        return await openDatabase(config, log);
      } catch (error) {
        if (!config.databaseUrl || !isAway(error)) throw error;
        makeWay ??= await openClosedDoor(config);
        say(`The database doesn't answer (${error instanceof Error ? error.message : error}); trying again in ${pause / 1000} s …`);
        await sleep(pause);
      }
    }
  } finally {
    await makeWay?.();
  }
}

async function startAllJobs(config: Config, { place }: OpenDatabase, deps: Deps, log: Log): Promise<Jobs> {
  const [{ startJobs }, { listJobs }, { pickMailer }] = await Promise.all([
    import('./server/jobs/start.ts'),
    import('./server/jobs/list.ts'),
    import('./server/mail/mailer.ts'),
  ]);
  return startJobs(place, listJobs(deps, pickMailer(config), log), log);
}

async function start(config: Config): Promise<void> {
  // React reads it when it is loaded, which is after this.
  process.env.NODE_ENV = config.mode;
  const buildDir = config.mode === 'production' ? await ensureBuilt(root, say) : null;
  const log = { warn: (details: object, message: string) => console.error(message, details) };
  const database = await openWhenThere(config, log);
  const now = () => new Date();
  let address: AddressInfo | undefined;
  const payment = await pickProvider(config, {
    db: database.db,
    now,
    // The demo provider plays a company outside, but reaches the shop on whatever address this process listens.
    deliver: async (body, headers) => {
      if (!address) throw new Error('The shop is not open yet');
      const answer = await fetch(ownOrigin(address) + receivePaymentEvent.path, { method: 'POST', body, headers });
      return answer.status;
    },
  });
  const kept = await openKept(database.place, config.keptBytes, log);
  const deps: Deps = {
    db: database.db,
    remember: rememberIn(kept),
    now,
    payment,
    uploadsDir: path.join(config.dataDir, 'uploads'),
    publicUrl: config.publicUrl,
  };
  await prepareShop(deps, config, say);

  const app = await buildApp(deps, { logger: { level: config.logLevel }, trustProxy: config.trustProxy, kept });
  await addPages(app, deps, buildDir ? builtWeb(buildDir) : await servedByVite(app, root));
  await app.listen({ port: config.port, host: config.host });
  address = app.addresses().find((it) => typeof it === 'object');
  let jobs: Promise<Jobs> | undefined;

  let isStopping = false;
  const stop = async (signal: string) => {
    // Asked a second time, somebody is in a hurry.
    if (isStopping) process.exit(1);
    isStopping = true;
    say(`${signal}: finishing what runs …`);
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    await Promise.all([app.close(), jobs?.then((it) => it.stop())]);
    await database.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));

  say(`The shop is open: ${config.publicUrl ?? `http://localhost:${address?.port}`}`);
  say(`  admin area  /dashboard/admin (${config.adminEmail})`);
  say(`  API         /api/docs`);
  if (database.kind === 'embedded') say(`  data        ${config.dataDir} (embedded database; take real money on PostgreSQL: DATABASE_URL)`);
  // Last, the loading of their code too: whoever waits at the door comes first.
  jobs = startAllJobs(config, database, deps, app.log);
  await jobs;
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
