/** Starts the shop: config → database → app → listen → close. The only file that knows both the server and the web. */
import './server/platform/process/require-node.ts';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { receivePaymentWebhook } from './contract/order.ts';
import { buildApp, buildHealthApp } from './server/app.ts';
import { openOperatorSocket } from './server/cli/operator-socket.ts';
import type { Deps } from './server/deps.ts';
import { openCdn, toCdnLimits } from './server/platform/cache/cdn.ts';
import { createMemoize, openResponseCache } from './server/platform/cache/open-response-cache.ts';
import { openClock } from './server/platform/database/clock.ts';
import type { Database, OpenDatabase } from './server/platform/database/connect.ts';
import { retryUntilAvailable } from './server/platform/database/query.ts';
import { openReplica } from './server/platform/database/replica.ts';
import { prepareDrain } from './server/platform/http/health.ts';
import { type Pages, registerPages } from './server/platform/http/pages/ssr.ts';
import { startViteDev } from './server/platform/http/pages/vite-dev.ts';
import { createPublicFetch } from './server/platform/http/public-fetch.ts';
import { getLoopbackOrigin } from './server/platform/http/public-origin.ts';
import { type ShopRequest, visitByHttp, visitInProcess } from './server/platform/http/visit-shop.ts';
import { waitForDatabase } from './server/platform/http/wait-for-database.ts';
import { createProcessLog } from './server/platform/log/logger.ts';
import { logSlowStatements } from './server/platform/monitoring/statements.ts';
import { startTracing } from './server/platform/monitoring/tracing.ts';
import { closeDataDir, createFilesPrivately } from './server/platform/process/data-dir.ts';
import { listenForSignals, type Shutdown } from './server/platform/process/shutdown.ts';
import type { Config } from './server/platform/settings/config.ts';
import { isStartedByNpm, readConfig } from './server/platform/settings/read-config.ts';
import { findStorageError } from './server/platform/storage/open-storage.ts';
import { openDownloadStores } from './server/platform/storage/piece-store.ts';
import { openAssetStore, shareAssets } from './server/platform/storage/shared-assets.ts';
import { warmUp } from './server/shop/catalog/listing/catalog-summary.service.ts';
import { addToDeps, connectDeps, openConnections } from './server/shop/connections/connections.ts';
import { setImageHost } from './server/shop/content/media/image-url.ts';
import { openImageStores } from './server/shop/content/media/store-image.ts';
import { findRedirect } from './server/shop/content/seo/redirect.service.ts';
import { createVies } from './server/shop/customers/companies/vies.ts';
import type { Metrics, openMetrics } from './server/shop/reports/metrics/open-metrics.ts';
import { serveMetrics } from './server/shop/reports/metrics/serve-metrics.ts';
import { bootstrapShop } from './server/shop/seed/bootstrap.ts';
import { withDemoImages } from './server/shop/seed/demo-images.ts';
import { readOpening } from './server/shop/settings/opening.service.ts';
import { findAdmin } from './server/shop/team/login/user.repository.ts';
import { startBackgroundJobs } from './server/start-jobs.ts';

const { log, stream, print, fail } = createProcessLog(process.stdout.isTTY || isStartedByNpm());

/** The pages as `npm run build` made them: this file is then build/server/main.js, and what the browser loads is in build/client. */
async function loadBuiltPages(imagesUrl: string | null): Promise<Pages> {
  const assetsDir = path.join(import.meta.dirname, '../client/assets');
  try {
    const { renderPage, toPageUrl, listAssets, allowImagesFrom } = await import('./web/render-page.ts');
    if (imagesUrl) allowImagesFrom(imagesUrl);
    const missing = listAssets().filter((it) => !existsSync(path.join(assetsDir, path.basename(it))));
    if (missing.length) throw new Error(`${assetsDir} lacks ${missing.length} files, such as ${missing[0]}`);
    return { renderPage, toPageUrl, assetsDir };
  } catch (error) {
    throw new Error(`The pages can't be loaded; \`npm run build\` makes them anew. ${error instanceof Error ? error.message : error}`);
  }
}

interface ShopState {
  adminEmail: string | undefined;
  isOpen: boolean;
}

function printWelcome(config: Config, kind: OpenDatabase['kind'], port: number | undefined, { adminEmail, isOpen }: ShopState): void {
  print(`The shop is open: ${config.publicUrl ?? `http://localhost:${port}`}`);
  print(`  admin area  /dashboard/admin (${adminEmail ?? 'without an admin: npm run shop -- admin <email>'})`);
  print(`  API         /api/docs`);
  if (!isOpen) print('  visitors    see a page that asks for a password, until you open the shop in the admin area');
  if (kind === 'embedded') print(`  data        ${config.dataDir} (embedded database; take real money on PostgreSQL: DATABASE_URL)`);
  if (config.demo) print('  demo        on: its logins and test cards are public, and no payment is real (to sell: DEMO=off)');
  if (config.isDemoWithheld) print('  demo        off, as others can reach this address: DEMO=on asks for it');
  if (config.trustProxy.length && !config.publicUrl && !config.trustedHosts.length)
    print('  proxy       the host that it forwards is not believed: set PUBLIC_URL, or TRUSTED_HOSTS');
}

/** Imported only when metrics are switched on, because OpenTelemetry is large. */
async function loadMetrics(sources: Parameters<typeof openMetrics>[0]): Promise<Metrics> {
  const loaded = await import('./server/shop/reports/metrics/open-metrics.ts');
  return loaded.openMetrics(sources);
}

async function start(config: Config, shutdown: Shutdown): Promise<void> {
  const servesPages = config.jobs !== 'only';
  const builtPages = servesPages && config.mode === 'production' ? await loadBuiltPages(config.imagesUrl) : null;
  setImageHost(config.imagesUrl);
  createFilesPrivately();
  void closeDataDir(config.dataDir, log);
  const database = await waitForDatabase(config, log, print);
  shutdown.setClose(database.close);
  const now = await retryUntilAvailable(() => openClock(database, log), log);
  let boundAddress: AddressInfo | undefined;
  const paymentDeps = {
    db: database.db,
    now,
    // The demo provider plays an external company. It posts its events to the port that this process listens on.
    deliver: async (body: string, headers: Record<string, string>) => {
      if (!boundAddress) throw new Error('The shop is not open yet');
      const origin = servesPages ? getLoopbackOrigin(boundAddress) : deps.publicUrl;
      if (!origin) throw new Error('This process takes no calls, and without PUBLIC_URL it knows no other');
      const response = await fetch(origin + receivePaymentWebhook.path, { method: 'POST', body, headers });
      return response.status;
    },
  };
  logSlowStatements(log, config.slowStatement);
  const tracing = config.tracing && (await startTracing(config.tracing));
  const replica = config.databaseReplicaUrl ? openReplica(config.databaseReplicaUrl, database.db, config.timeLimits.database, log) : null;
  const responseCache = await openResponseCache(database.connection, servesPages ? config.cacheBytes : 0, log);
  const memoize = createMemoize(responseCache);
  const connections = await retryUntilAvailable(() => openConnections(config, { ...paymentDeps, memoize }), log);
  const imageStores = openImageStores(config.dataDir, config.storage);
  const downloadStores = openDownloadStores(config.dataDir, config.storage);
  const fixed = {
    db: database.db,
    readFromReplica: replica?.read ?? (<T>(work: (db: Database) => Promise<T>) => work(database.db)),
    memoize,
    now,
    checkout: config.checkout,
    retention: config.retention,
    images: withDemoImages(imageStores.current, database.db),
    imageStores,
    downloads: downloadStores.current,
    downloadStores,
    publicFetch: createPublicFetch(),
    vies: createVies({ url: config.viesUrl }),
    // A process that serves no pages asks those that do.
    visitShop: (path: string, request?: ShopRequest) => {
      if (servesPages) return visitInProcess(app)(path, request);
      if (!deps.publicUrl) throw new Error('This process serves no pages, and without PUBLIC_URL it knows no other');
      return visitByHttp(deps.publicUrl)(path, request);
    },
  };
  const deps: Deps = connectDeps(fixed, connections);
  await retryUntilAvailable(() => bootstrapShop(deps, config, print), log);
  await retryUntilAvailable(connections.reload, log);

  const checkReady = async () => {
    if (shutdown.isRequested()) throw new Error('The process is about to end');
    await database.ping();
  };
  const metrics = config.metrics && (await loadMetrics({ ...database, responseCache }));
  const logger = { level: config.logLevel, stream };
  const metricsEndpoint = metrics && config.metrics?.token ? { token: config.metrics.token, respond: metrics.respond } : null;
  const buildShop = async () => {
    const { trustProxy, trustedHosts, networkBudgets } = config;
    const telemetry = { metrics, tracing };
    const app = await buildApp(deps, {
      logger,
      telemetry,
      metricsEndpoint,
      trustProxy,
      trustedHosts,
      responseCache,
      cdn: config.cdn && openCdn(config.cdn, log, toCdnLimits(config.timeLimits.cdnPurge)),
      networkBudgets,
      transferLimits: { headersTimeout: config.timeLimits.headers, stallTimeout: config.timeLimits.stall },
      checkReady,
    });
    const sharedAssets = openAssetStore(config.storage);
    if (sharedAssets && builtPages?.assetsDir)
      await shareAssets(sharedAssets, builtPages.assetsDir, now()).catch((err) =>
        app.log.error({ err }, 'scripts and styles could not be stored for instances of other versions'),
      );
    const pages = builtPages ? { ...builtPages, sharedAssets } : await startViteDev(app, path.join(import.meta.dirname, '..'));
    await registerPages(app, deps, pages, {
      renderTimeout: config.timeLimits.render,
      findRedirect: (pathname) => findRedirect(deps, pathname),
    });
    return app;
  };
  const app: FastifyInstance = servesPages ? await buildShop() : buildHealthApp({ logger, metricsEndpoint, checkReady });
  const drain = prepareDrain(app.server);
  await app.listen({ port: config.port, host: config.host });
  const metricsServer = metrics && config.metrics?.address ? await serveMetrics(metrics, config.metrics.address) : null;
  if (metricsServer) print(`Metrics: ${metricsServer.url}`);
  boundAddress = app.addresses().find((it) => typeof it === 'object');
  let jobs: ReturnType<typeof startBackgroundJobs> | undefined;
  const operatorSocket =
    database.kind === 'embedded'
      ? await openOperatorSocket(addToDeps(deps, database.copyFiles ? { copyDatabase: database.copyFiles } : {}), config.dataDir, app.log)
      : null;
  shutdown.setClose(async () => {
    // Pages call the API within this process until they are rendered, and a closing app refuses calls. So the app is closed only after its
    // last request.
    const closeApp = drain(config.shutdownDelay).then(() => app.close());
    await Promise.all([
      shutdown.waitFor('requests', closeApp),
      shutdown.waitFor('jobs', jobs?.stop()),
      shutdown.waitFor('commands', operatorSocket?.close()),
    ]);
    metricsServer?.close();
    await Promise.all([metrics?.close(), shutdown.waitFor('traces', tracing?.close())]);
    await shutdown.waitFor('the database', Promise.all([replica?.close(), database.close()]));
  });
  if (!servesPages) print(`Working jobs only: http://localhost:${boundAddress?.port}`);
  else
    printWelcome(
      { ...config, publicUrl: deps.publicUrl },
      database.kind,
      boundAddress?.port,
      await retryUntilAvailable(
        async () => ({ adminEmail: (await findAdmin(database.db))?.email, isOpen: (await readOpening(deps)).isOpen }),
        log,
      ),
    );
  // Not awaited: a store that doesn't answer must not delay the start.
  void findStorageError(imageStores).then((err) => {
    if (err) app.log.error({ err }, "the store of images can't be used: STORAGE_URL, its keys, or the store itself");
  });
  // Jobs start after the shop has opened, so that the first visitors come before them.
  jobs = startBackgroundJobs(config, database, deps, { log: app.log, tracing });
  await jobs.started;
  // The embedded database answers from one thread, which the first visitors need.
  if (database.kind === 'server' && servesPages) await warmUp(deps).catch((err) => app.log.warn({ err }, 'could not warm the cache'));
}

let shutdown: Shutdown | undefined;
try {
  const config = readConfig();
  log.level = config.logLevel;
  shutdown = listenForSignals(config.shutdownDelay, config.timeLimits.shutdown, { print, fail });
  await start(config, shutdown);
} catch (error) {
  // A start that a signal interrupted fails somewhere, because its database is being closed. The signal handler ends the process.
  if (!shutdown?.isRequested()) {
    fail("The shop can't start", error);
    process.exit(1);
  }
}
