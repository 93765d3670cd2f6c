/** Builds the HTTP app from its dependencies; reads no environment and opens no port. Every route is registered here. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { accountRoutes } from './account/account.routes.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { findCaller } from './auth/auth-session.ts';
import { categoryRoutes } from './catalog/category/category.routes.ts';
import { productListRoutes } from './catalog/listing/product-list.routes.ts';
import { productRoutes } from './catalog/product/product.routes.ts';
import { searchRoutes } from './catalog/search/search.routes.ts';
import { contentRoutes } from './content/content.routes.ts';
import { pingDatabase } from './database/ping.ts';
import type { Deps } from './deps.ts';
import { emailRoutes } from './email/email.routes.ts';
import { registerErrorHandlers, sendError } from './http/errors.ts';
import { registerForwardedHost } from './http/forwarded-host.ts';
import { registerHealthRoutes } from './http/health.ts';
import { type NetworkBudgets, registerNetworkBudgets } from './http/network-budgets.ts';
import { registerOpenApi } from './http/openapi.ts';
import { BODY_LIMIT, registerRequestBodies } from './http/request-body.ts';
import { registerSecurityHeaders, setSecurityHeaders } from './http/security-headers.ts';
import { buildServerOptions, registerTransferLimits, TRANSFER_LIMITS, type TransferLimits } from './http/transfer-limits.ts';
import { registerUploads } from './http/uploads.ts';
import { LOG_SERIALIZERS } from './logger.ts';
import { orderRoutes } from './order/order.routes.ts';
import { paymentRoutes } from './order/payment-webhook.routes.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import type { ResponseCache } from './response-cache/open-response-cache.ts';
import { registerResponseCache } from './response-cache/response-cache.ts';
import { robotsRoutes } from './seo/robots.routes.ts';
import { sitemapRoutes } from './seo/sitemap.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';

export interface AppOptions {
  logger?: Exclude<FastifyServerOptions['logger'], boolean>;
  trustProxy?: string[];
  /** What those proxies may name as the host by X-Forwarded-Host, where there is no `publicUrl`. */
  trustedHosts?: readonly string[];
  /** Absent: no response is cached. */
  responseCache?: ResponseCache;
  /** What /readyz asks; throws where no requests should come. Absent: whether the database answers. */
  checkReady?: () => Promise<void>;
  /** Absent: networks aren't limited. */
  networkBudgets?: NetworkBudgets;
  /** Absent: those of every shop. */
  transferLimits?: TransferLimits;
}

export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const { transferLimits = TRANSFER_LIMITS } = options;
  const app = fastify({
    logger: options.logger ? { ...options.logger, serializers: LOG_SERIALIZERS } : false,
    trustProxy: options.trustProxy?.length ? options.trustProxy : false,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    ...buildServerOptions(transferLimits),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A URL that can't be decoded reaches neither a route nor a hook, so its error is sent from here.
    frameworkErrors: (error, request, reply) => sendError(error, request, setSecurityHeaders(reply)),
  });
  app.decorate('findCaller', (token) => findCaller(deps.db, token, deps.now()));
  app.decorateRequest('caller', null);
  registerErrorHandlers(app);
  registerSecurityHeaders(app);
  if (deps.publicUrl === null) registerForwardedHost(app, options.trustedHosts ?? []);
  registerRequestBodies(app);
  if (options.networkBudgets) await registerNetworkBudgets(app, options.networkBudgets);
  if (options.responseCache) registerResponseCache(app, options.responseCache, deps.publicUrl);
  registerTransferLimits(app, transferLimits);
  await registerOpenApi(app);
  // Brotli's highest quality takes a hundred times as long as 4 and saves another tenth of the bytes.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  await app.register(compress, { encodings: ['br', 'gzip'], brotliOptions, globalDecompression: false });
  await app.register(multipart);
  await registerUploads(app, deps.uploadsDir);
  registerHealthRoutes(app, options.checkReady ?? (() => pingDatabase(deps.db)));
  await app.register(async (api) => {
    authRoutes(api, deps);
    accountRoutes(api, deps);
    categoryRoutes(api, deps);
    productRoutes(api, deps);
    productListRoutes(api, deps);
    searchRoutes(api, deps);
    orderRoutes(api, deps);
    settingsRoutes(api, deps);
    contentRoutes(api, deps);
    reportRoutes(api, deps);
    emailRoutes(api, deps);
    robotsRoutes(api, deps);
    sitemapRoutes(api, deps);
  });
  await app.register(async (api) => paymentRoutes(api, deps));
  return app;
}
