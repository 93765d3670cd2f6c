/** Builds the app from what it is given: no environment, no port. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { accountRoutes } from './auth/auth.routes.ts';
import { categoryRoutes } from './catalog/category/category.routes.ts';
import { productRoutes } from './catalog/product/product.routes.ts';
import type { Deps } from './deps.ts';
import { emailRoutes } from './email/email.routes.ts';
import { registerErrorHandlers, sendError } from './http/errors.ts';
import { registerHealthRoutes } from './http/health.ts';
import { registerOpenApi } from './http/openapi.ts';
import { registerSecurityHeaders, setSecurityHeaders } from './http/security-headers.ts';
import { registerUploads } from './http/uploads.ts';
import { orderRoutes } from './order/order.routes.ts';
import { paymentRoutes } from './order/payment-webhook.routes.ts';
import { type ResponseCache, registerResponseCache } from './response-cache/response-cache.ts';
import { sitemapRoutes } from './seo/sitemap.routes.ts';
import { shopRoutes } from './settings/settings.routes.ts';

/** 100 kB: enough for every call but an upload and a very full cart. */
const BODY_LIMIT = 100 * 1024;

export interface AppOptions {
  logger?: FastifyServerOptions['logger'];
  trustProxy?: string[];
  /** Absent: every answer is made anew. */
  responseCache?: ResponseCache;
}

export async function buildApp(deps: Deps, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = fastify({
    logger: options.logger ?? false,
    trustProxy: options.trustProxy?.length ? options.trustProxy : false,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    requestTimeout: 30_000,
    http: { headersTimeout: 10_000 },
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // An address that can't be decoded reaches neither a route nor a hook; it is refused like everything else.
    frameworkErrors: (error, request, reply) => sendError(error, request, setSecurityHeaders(reply)),
  });
  app.decorateRequest('caller', null);
  // Texts are JSON or forms here; the plain-text parser would let a foreign page post without being asked.
  app.removeContentTypeParser('text/plain');
  registerErrorHandlers(app);
  registerSecurityHeaders(app);
  if (options.responseCache) registerResponseCache(app, options.responseCache, deps.publicUrl);
  await registerOpenApi(app);
  // Brotli's best costs a hundred times the time of its fourth for a tenth of the bytes.
  await app.register(compress, { encodings: ['br', 'gzip'], brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } });
  await app.register(multipart);
  await registerUploads(app, deps.uploadsDir);
  registerHealthRoutes(app, deps);
  await app.register(async (api) => {
    accountRoutes(api, deps);
    categoryRoutes(api, deps);
    productRoutes(api, deps);
    orderRoutes(api, deps);
    shopRoutes(api, deps);
    emailRoutes(api, deps);
    sitemapRoutes(api, deps);
  });
  await app.register(async (api) => paymentRoutes(api, deps));
  return app;
}
