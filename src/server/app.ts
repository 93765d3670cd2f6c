/** Builds the HTTP app from its dependencies; reads no environment and opens no port. Every route is registered here. */
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Deps } from './deps.ts';
import type { Cdn } from './platform/cache/cdn.ts';
import type { ResponseCache } from './platform/cache/open-response-cache.ts';
import { registerResponseCache } from './platform/cache/response-cache.ts';
import { pingDatabase } from './platform/database/query.ts';
import { refuseKeysInUrls } from './platform/http/authorize.ts';
import { registerErrorHandlers, sendError } from './platform/http/errors.ts';
import { registerHealthRoutes } from './platform/http/health.ts';
import { registerNetworkBudgets } from './platform/http/network-limits.ts';
import { registerOpenApi } from './platform/http/openapi/openapi.ts';
import { registerShopName } from './platform/http/pages/error-page.ts';
import { registerForwardedHost } from './platform/http/public-origin.ts';
import { generateRequestId, registerRequestTelemetry, type Telemetry } from './platform/http/request-telemetry.ts';
import { registerSerializer } from './platform/http/route.ts';
import { registerSecurityHeaders, setSecurityHeaders } from './platform/http/security-headers.ts';
import { BODY_LIMIT, registerRequestBodies } from './platform/http/uploads/request-body.ts';
import {
  buildServerOptions,
  registerTransferLimits,
  TRANSFER_LIMITS,
  type TransferLimits,
} from './platform/http/uploads/transfer-limits.ts';
import { createAccessLog, LOG_SERIALIZERS, type LogStream } from './platform/log/logger.ts';
import { REQUEST_ID_HEADER } from './platform/monitoring/request-context.ts';
import type { NetworkBudgets } from './platform/settings/config.ts';
import { giftCardRoutes } from './shop/balances/gift-card.routes.ts';
import { brandRoutes } from './shop/catalog/brands/brand.routes.ts';
import { bulkEditRoutes } from './shop/catalog/bulk-edit/bulk-edit.routes.ts';
import { categoryRoutes } from './shop/catalog/categories/category.routes.ts';
import { collectionRoutes } from './shop/catalog/collections/collection.routes.ts';
import { downloadRoutes } from './shop/catalog/downloads/download.routes.ts';
import { productImportRoutes } from './shop/catalog/import/runs/product-import.routes.ts';
import { productListRoutes } from './shop/catalog/listing/product-list.routes.ts';
import { productTableRoutes } from './shop/catalog/product-table/product-table.routes.ts';
import { productRoutes } from './shop/catalog/products/product.routes.ts';
import { safetyRoutes } from './shop/catalog/safety/safety.routes.ts';
import { searchRoutes } from './shop/catalog/search/search.routes.ts';
import { connectionRoutes } from './shop/connections/connections.routes.ts';
import { registerUploads } from './shop/content/media/store-image.ts';
import { contentRoutes, pageRoutes } from './shop/content/pages/page.routes.ts';
import { redirectRoutes, robotsRoutes, shopImageRoutes, sitemapRoutes } from './shop/content/seo/seo.routes.ts';
import { accountRoutes } from './shop/customers/accounts/account.routes.ts';
import { companyRoutes } from './shop/customers/companies/companies.routes.ts';
import { customerListRoutes } from './shop/customers/list/customer-list.routes.ts';
import { privacyRoutes } from './shop/customers/privacy/privacy.routes.ts';
import { feedRoutes } from './shop/feeds/feeds.routes.ts';
import { fieldFileRoutes, fieldRoutes } from './shop/fields/field.routes.ts';
import { registerFieldFiles } from './shop/fields/send-field-file.ts';
import { importedRoutes } from './shop/imports/imports.routes.ts';
import { auditRoutes } from './shop/integrity/audit/audit.routes.ts';
import { recordRefusedCalls } from './shop/integrity/audit/refused-calls.ts';
import { backupRoutes } from './shop/integrity/backup/backup.routes.ts';
import { versionRoutes } from './shop/integrity/versions/versions.routes.ts';
import { lawRoutes } from './shop/law/law.routes.ts';
import { emailRoutes } from './shop/messages/emails/email.routes.ts';
import { emailSettingsRoutes } from './shop/messages/emails/email-settings.routes.ts';
import { webhookRoutes } from './shop/messages/webhooks/webhook.routes.ts';
import { guardClosedShop } from './shop/opening/closed-shop.ts';
import { enterShopRoutes } from './shop/opening/enter-shop.ts';
import { openingRoutes } from './shop/opening/opening.routes.ts';
import { delayRoutes } from './shop/orders/delays/delay.routes.ts';
import { documentRoutes } from './shop/orders/document.routes.ts';
import { orderDownloadRoutes } from './shop/orders/downloads/order-downloads.routes.ts';
import { registerDownloads } from './shop/orders/downloads/send-file.ts';
import { cartPriceRoutes, guestOrderRoutes, orderRoutes, testOrderRoutes } from './shop/orders/order.routes.ts';
import { paymentRoutes } from './shop/orders/payments/payment-webhook.routes.ts';
import { withdrawalRoutes } from './shop/orders/requests/withdrawal.routes.ts';
import { findNewestOrder } from './shop/orders/rows/admin-order.repository.ts';
import { orderPaymentRoutes } from './shop/orders/statements/statement.routes.ts';
import { savedCardRoutes } from './shop/payments/saved-cards/saved-cards.routes.ts';
import { servesCompanies } from './shop/pricing/company-tax.service.ts';
import { discountCodeRoutes, pricingSettingsRoutes } from './shop/pricing/pricing.routes.ts';
import { metricsRoutes } from './shop/reports/metrics/metrics.routes.ts';
import type { MetricsEndpoint } from './shop/reports/metrics/open-metrics.ts';
import { reportRoutes } from './shop/reports/reports.routes.ts';
import { settingsRoutes } from './shop/settings/settings.routes.ts';
import { readShopDetails } from './shop/settings/shop-details.service.ts';
import { apiKeyRoutes } from './shop/team/api-keys/api-key.routes.ts';
import { findApiKeyCaller } from './shop/team/api-keys/api-key.service.ts';
import { authRoutes } from './shop/team/login/auth.routes.ts';
import { getBrowserKey, getIpNetwork } from './shop/team/login/rate-limits.ts';
import { teamRoutes } from './shop/team/roles/team.routes.ts';
import { savedViewRoutes } from './shop/team/saved-views/saved-view.routes.ts';
import { secondFactorRoutes } from './shop/team/second-factor/second-factor.routes.ts';
import { requireSecondFactor } from './shop/team/second-factor/second-factor-demand.ts';
import { requireRecentLogin } from './shop/team/sessions/reauthentication.ts';
import { sessionRoutes } from './shop/team/sessions/session.routes.ts';
import { findCaller } from './shop/team/sessions/session.service.ts';

export interface AppOptions {
  logger?: { level: string; stream: Pick<LogStream, 'write'> };
  trustProxy?: string[];
  /** What those proxies may name as the host by X-Forwarded-Host, where there is no `publicUrl`. */
  trustedHosts?: readonly string[];
  /** Absent: no response is cached. */
  responseCache?: ResponseCache;
  /** Absent: there is none before the shop. */
  cdn?: Cdn | null;
  /** What /readyz asks; throws where no requests should come. Absent: whether the database answers. */
  checkReady?: () => Promise<void>;
  /** Metrics and traces; absent: neither. */
  telemetry?: Telemetry;
  /** What GET /metrics answers; absent: the path is a page like any other. */
  metricsEndpoint?: MetricsEndpoint | null;
  /** Absent: networks aren't limited. */
  networkBudgets?: NetworkBudgets;
  /** Absent: those of every shop. */
  transferLimits?: TransferLimits;
}

/** Answered without the database, or by what never changes. */
const NEEDS_NO_CONNECTIONS = /^\/(?:livez|readyz|metrics|assets|uploads)\b/;

/** Log levels at which each request is logged. */
const LEVELS_OF_REQUESTS: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);

export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { logger, transferLimits = TRANSFER_LIMITS } = options;
  const app = fastify({
    logger: logger ? { ...logger, serializers: LOG_SERIALIZERS } : false,
    // One line for each request instead of Fastify's two (platform/http/request-telemetry.ts).
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy?.length ? options.trustProxy : false,
    bodyLimit: BODY_LIMIT,
    genReqId: generateRequestId,
    requestIdHeader: false,
    ...buildServerOptions(transferLimits),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A URL that can't be decoded reaches neither a route nor a hook, so its error is sent from here.
    frameworkErrors: (error, request, reply) => sendError(error, request, setSecurityHeaders(reply).header(REQUEST_ID_HEADER, request.id)),
  });
  registerSerializer(app);
  const logsRequests = logger !== undefined && LEVELS_OF_REQUESTS.has(logger.level);
  const accessLog = logsRequests ? createAccessLog(logger.stream) : null;
  app.decorate('findCaller', (token) => findCaller(deps, token, deps.now()));
  app.decorate('requireRecentLogin', (caller, minutes) => requireRecentLogin(caller, deps.now(), minutes));
  app.decorate('findApiKeyCaller', (key) => findApiKeyCaller(deps.db, key, deps.now()));
  app.decorate('requireSecondFactor', (caller) => requireSecondFactor(caller, deps.now()));
  app.decorateRequest('caller', null);
  registerRequestTelemetry(app, options.telemetry ?? {});
  registerShopName(app, async () => (await deps.memoize('shop name', () => readShopDetails(deps.db))).name);
  registerErrorHandlers(app);
  recordRefusedCalls(app, deps);
  registerSecurityHeaders(app);
  refuseKeysInUrls(app);
  app.addHook('onRequest', async ({ url }) => {
    if (!NEEDS_NO_CONNECTIONS.test(url)) await deps.connections.refresh();
  });
  registerForwardedHost(app, () => deps.publicUrl, options.trustedHosts ?? []);
  registerRequestBodies(app);
  guardClosedShop(app, deps);
  if (options.networkBudgets) await registerNetworkBudgets(app, options.networkBudgets, { getIpNetwork, getBrowserKey });
  if (options.responseCache)
    registerResponseCache(app, options.responseCache, { getPublicUrl: () => deps.publicUrl, accessLog, cdn: options.cdn ?? null });
  registerTransferLimits(app, transferLimits);
  await registerOpenApi(app);
  // Brotli's highest quality takes a hundred times as long as 4 and saves another tenth of the bytes.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  await app.register(compress, { encodings: ['br', 'gzip'], brotliOptions, globalDecompression: false });
  await app.register(multipart);
  await registerUploads(app, deps.images);
  registerDownloads(app, deps);
  registerFieldFiles(app, deps);
  if (options.metricsEndpoint) metricsRoutes(app, options.metricsEndpoint);
  registerHealthRoutes(app, options.checkReady ?? (() => pingDatabase(deps.db)));
  await app.register(async (api) => {
    authRoutes(api, deps);
    auditRoutes(api, deps);
    versionRoutes(api, deps);
    sessionRoutes(api, deps);
    secondFactorRoutes(api, deps);
    accountRoutes(api, deps);
    companyRoutes(api, deps, { areServed: () => servesCompanies(deps) });
    customerListRoutes(api, deps);
    brandRoutes(api, deps);
    safetyRoutes(api, deps);
    categoryRoutes(api, deps);
    productRoutes(api, deps);
    productListRoutes(api, deps);
    productTableRoutes(api, deps);
    bulkEditRoutes(api, deps);
    await api.register(async (uploads) => productImportRoutes(uploads, deps));
    importedRoutes(api, deps);
    await api.register(async (uploads) => downloadRoutes(uploads, deps));
    searchRoutes(api, deps);
    collectionRoutes(api, deps);
    cartPriceRoutes(api, deps);
    orderRoutes(api, deps);
    orderPaymentRoutes(api, deps);
    orderDownloadRoutes(api, deps);
    documentRoutes(api, deps);
    discountCodeRoutes(api, deps);
    giftCardRoutes(api, deps);
    pricingSettingsRoutes(api, deps);
    guestOrderRoutes(api, deps);
    withdrawalRoutes(api, deps);
    delayRoutes(api, deps);
    testOrderRoutes(api, deps);
    settingsRoutes(api, deps);
    openingRoutes(api, deps);
    connectionRoutes(api, deps);
    backupRoutes(api, deps);
    contentRoutes(api, deps);
    pageRoutes(api, deps);
    reportRoutes(api, deps);
    lawRoutes(api, deps);
    emailRoutes(api, deps);
    emailSettingsRoutes(api, deps, () => findNewestOrder(deps.db));
    teamRoutes(api, deps);
    apiKeyRoutes(api, deps);
    savedCardRoutes(api, deps);
    savedViewRoutes(api, deps);
    fieldRoutes(api, deps);
    await api.register(async (uploads) => fieldFileRoutes(uploads, deps));
    webhookRoutes(api, deps);
    privacyRoutes(api, deps);
    redirectRoutes(api, deps);
    robotsRoutes(api, deps);
    sitemapRoutes(api, deps);
    shopImageRoutes(api, deps);
    feedRoutes(api, deps);
  });
  await app.register(async (api) => paymentRoutes(api, deps));
  await app.register(async (form) => enterShopRoutes(form, deps));
  return app;
}

/** All that a process listens for which works jobs only. */
export function buildHealthApp({
  logger,
  metricsEndpoint,
  checkReady,
}: Required<Pick<AppOptions, 'logger' | 'metricsEndpoint' | 'checkReady'>>): FastifyInstance {
  const app = fastify({ logger: { ...logger, serializers: LOG_SERIALIZERS }, forceCloseConnections: 'idle', return503OnClosing: false });
  if (metricsEndpoint) metricsRoutes(app, metricsEndpoint);
  registerHealthRoutes(app, checkReady);
  return app;
}
