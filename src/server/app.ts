/** Builds the HTTP app from its dependencies; reads no environment and opens no port. Every route is registered here. */

import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { createAccessLog } from './access-log.ts';
import { accountRoutes } from './account/account.routes.ts';
import { apiKeyRoutes } from './api-keys/api-key.routes.ts';
import { findApiKeyCaller } from './api-keys/api-key.service.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { recordRefusedCalls } from './audit/refused-calls.ts';
import { getBrowserKey, getIpNetwork } from './auth/attempt-limits.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { findCaller } from './auth/auth-session.ts';
import { requireRecentLogin } from './auth/reauthentication.ts';
import { secondFactorRoutes } from './auth/second-factor.routes.ts';
import { requireSecondFactor } from './auth/second-factor-demand.ts';
import { sessionRoutes } from './auth/session.routes.ts';
import { bulkEditRoutes } from './catalog/admin/bulk-edit.routes.ts';
import { productTableRoutes } from './catalog/admin/product-table.routes.ts';
import { categoryRoutes } from './catalog/category/category.routes.ts';
import { productListRoutes } from './catalog/listing/product-list.routes.ts';
import { productRoutes } from './catalog/product/product.routes.ts';
import { productImportRoutes } from './catalog/product-import/product-import.routes.ts';
import { searchRoutes } from './catalog/search/search.routes.ts';
import { contentRoutes } from './content/content.routes.ts';
import { pageRoutes } from './content/page.routes.ts';
import { pingDatabase } from './database/ping.ts';
import type { Deps } from './deps.ts';
import { emailRoutes } from './email/email.routes.ts';
import { emailSettingsRoutes } from './email/email-settings.routes.ts';
import { registerErrorHandlers, sendError } from './http/errors.ts';
import { registerForwardedHost } from './http/forwarded-host.ts';
import { registerHealthRoutes } from './http/health.ts';
import { registerNetworkBudgets } from './http/network-budgets.ts';
import { registerOpenApi } from './http/openapi/openapi.ts';
import { refuseKeysInUrls } from './http/refuse-keys-in-urls.ts';
import { BODY_LIMIT, registerRequestBodies } from './http/request-body.ts';
import { generateRequestId, registerRequestTelemetry, type Telemetry } from './http/request-telemetry.ts';
import { registerSecurityHeaders, setSecurityHeaders } from './http/security-headers.ts';
import { registerSerializer } from './http/serializer.ts';
import { registerShopName } from './http/shop-name.ts';
import { buildServerOptions, registerTransferLimits, TRANSFER_LIMITS, type TransferLimits } from './http/transfer-limits.ts';
import { registerUploads } from './http/uploads.ts';
import type { LogStream } from './log-stream.ts';
import { LOG_SERIALIZERS } from './logger.ts';
import { metricsRoutes } from './metrics/metrics.routes.ts';
import type { MetricsEndpoint } from './metrics/open-metrics.ts';
import { cartPriceRoutes } from './order/cart-price.routes.ts';
import { guestOrderRoutes } from './order/guest-order.routes.ts';
import { orderRoutes } from './order/order.routes.ts';
import { paymentRoutes } from './order/payment-webhook.routes.ts';
import type { NetworkBudgets } from './platform/settings/config.ts';
import { discountCodeRoutes } from './pricing/discount-code.routes.ts';
import { pricingSettingsRoutes } from './pricing/pricing-settings.routes.ts';
import { privacyRoutes } from './privacy/privacy.routes.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import type { Cdn } from './response-cache/cdn.ts';
import type { ResponseCache } from './response-cache/open-response-cache.ts';
import { registerResponseCache } from './response-cache/response-cache.ts';
import { redirectRoutes } from './seo/redirect.routes.ts';
import { robotsRoutes } from './seo/robots.routes.ts';
import { shopImageRoutes } from './seo/shop-image.routes.ts';
import { sitemapRoutes } from './seo/sitemap.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { readShopDetails } from './settings/shop-details.service.ts';
import { teamRoutes } from './team/team.routes.ts';
import { REQUEST_ID_HEADER } from './telemetry/request-id.ts';
import { versionRoutes } from './versions/versions.routes.ts';
import { webhookRoutes } from './webhook/webhook.routes.ts';

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

/** Log levels at which each request is logged. */
const LEVELS_OF_REQUESTS: ReadonlySet<string> = new Set(['info', 'debug', 'trace']);

export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { logger, transferLimits = TRANSFER_LIMITS } = options;
  const app = fastify({
    logger: logger ? { ...logger, serializers: LOG_SERIALIZERS } : false,
    // One line for each request instead of Fastify's two (http/request-telemetry.ts).
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
  if (deps.publicUrl === null) registerForwardedHost(app, options.trustedHosts ?? []);
  registerRequestBodies(app);
  if (options.networkBudgets) await registerNetworkBudgets(app, options.networkBudgets, { getIpNetwork, getBrowserKey });
  if (options.responseCache)
    registerResponseCache(app, options.responseCache, { publicUrl: deps.publicUrl, accessLog, cdn: options.cdn ?? null });
  registerTransferLimits(app, transferLimits);
  await registerOpenApi(app);
  // Brotli's highest quality takes a hundred times as long as 4 and saves another tenth of the bytes.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  await app.register(compress, { encodings: ['br', 'gzip'], brotliOptions, globalDecompression: false });
  await app.register(multipart);
  await registerUploads(app, deps.images);
  if (options.metricsEndpoint) metricsRoutes(app, options.metricsEndpoint);
  registerHealthRoutes(app, options.checkReady ?? (() => pingDatabase(deps.db)));
  await app.register(async (api) => {
    authRoutes(api, deps);
    auditRoutes(api, deps);
    versionRoutes(api, deps);
    sessionRoutes(api, deps);
    secondFactorRoutes(api, deps);
    accountRoutes(api, deps);
    categoryRoutes(api, deps);
    productRoutes(api, deps);
    productListRoutes(api, deps);
    productTableRoutes(api, deps);
    bulkEditRoutes(api, deps);
    await api.register(async (uploads) => productImportRoutes(uploads, deps));
    searchRoutes(api, deps);
    cartPriceRoutes(api, deps);
    orderRoutes(api, deps);
    discountCodeRoutes(api, deps);
    pricingSettingsRoutes(api, deps);
    guestOrderRoutes(api, deps);
    settingsRoutes(api, deps);
    contentRoutes(api, deps);
    pageRoutes(api, deps);
    reportRoutes(api, deps);
    emailRoutes(api, deps);
    emailSettingsRoutes(api, deps);
    teamRoutes(api, deps);
    apiKeyRoutes(api, deps);
    webhookRoutes(api, deps);
    privacyRoutes(api, deps);
    redirectRoutes(api, deps);
    robotsRoutes(api, deps);
    sitemapRoutes(api, deps);
    shopImageRoutes(api, deps);
  });
  await app.register(async (api) => paymentRoutes(api, deps));
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
