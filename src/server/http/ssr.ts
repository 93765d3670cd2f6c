/**
 * Pages: the web renders them through the app's own routes, and they are sent in one piece; and the files that they need, whose names
 * change with their content.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import { SECOND } from '../../contract/time.ts';
import { limitConcurrency } from '../concurrency-limit.ts';
import type { Deps } from '../deps.ts';
import { AppError, createBusyError } from '../errors.ts';
import { collectDependencies } from '../response-cache/dependencies.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { registerAssets } from './assets.ts';
import { sendNotFound } from './errors.ts';
import { IN_PROCESS_ADDRESS } from './network-budgets.ts';
import { getPublicOrigin } from './public-origin.ts';

/** As much of a Response as the web looks at. */
type ApiResponse = Pick<Response, 'ok' | 'status' | 'json'>;
type Fetch = (path: string, init: RequestInit) => Promise<ApiResponse>;
type InProcessFetch = (path: string, init: RequestInit) => Promise<ApiResponse & { retryAfter: unknown }>;

/** The web as main.ts loads it: built, or from Vite while developing. */
export interface Pages {
  /** `fetcher` carries the calls that a page's loaders make (src/web/render-page.ts). */
  renderPage: (url: string, fetcher: Fetch) => Promise<Response>;
  /** Path and query of a page as the response cache's key: the parameters that the page knows, in one order. */
  toPageUrl: (url: string) => string;
  /** Directory of the built scripts, styles and fonts; null where Vite serves them. */
  assetsDir: string | null;
  /** Where those of other versions are; absent: nowhere. */
  sharedAssets?: ObjectStore | null;
}

/**
 * Renders at once: enough to use the time in which others wait for the database. Each holds what it has read until it is done, so with
 * more of them half-rendered pages would outlive V8's young generation and make collecting them expensive.
 */
const MAX_CONCURRENT_RENDERS = 4;
const RENDER_QUEUE = { maxQueued: 1000, createError: createBusyError };
const DEFAULT_RENDER_TIMEOUT = 5 * SECOND;

/** Calls the app's own routes without a socket: same checks, same responses. */
export function createInProcessFetch(app: FastifyInstance): InProcessFetch {
  return async (url, init) => {
    const response = await app.inject({
      method: (init.method ?? 'GET') as NonNullable<InjectOptions['method']>,
      url,
      headers: init.headers as Record<string, string>,
      remoteAddress: IN_PROCESS_ADDRESS,
      ...(typeof init.body === 'string' && { payload: init.body }),
    });
    const { statusCode: status } = response;
    const retryAfter = response.headers['retry-after'];
    return { status, ok: status >= 200 && status < 300, json: async () => response.json(), retryAfter };
  };
}

/** A cached page is the same for everyone, so nothing of the caller but the URL reaches the rendering. */
function getFullUrl(deps: Pick<Deps, 'publicUrl'>, request: FastifyRequest): string {
  // Concatenated, not resolved: `new URL('//elsewhere/x', origin)` would leave this origin.
  const url = URL.parse(getPublicOrigin(deps, request) + request.url);
  if (!url) throw new AppError('invalid_request', "The address isn't encoded correctly");
  return url.href;
}

/** `retryAfter`: that of a call which was answered by 503. A page that failed for it is unavailable too, and nobody's mistake. */
async function sendPage(page: Response, retryAfter: unknown, reply: FastifyReply): Promise<FastifyReply> {
  const isUnavailable = page.status === 500 && retryAfter !== undefined;
  reply.code(isUnavailable ? 503 : page.status);
  for (const [name, value] of page.headers) reply.header(name, value);
  if (isUnavailable) reply.header('retry-after', String(retryAfter));
  const isHtml = page.headers.get('content-type')?.startsWith('text/html');
  if (isHtml && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  return reply.send(Buffer.from(await page.arrayBuffer()));
}

export interface PageOptions {
  /** In milliseconds. */
  renderTimeout?: number;
  /** Where a path without a page leads on to; null: nowhere. */
  findRedirect?: (pathname: string) => Promise<string | null>;
}

/** Every path that no other route answers is a page. */
export async function registerPages(
  app: FastifyInstance,
  deps: Pick<Deps, 'publicUrl'>,
  { renderPage, toPageUrl, assetsDir, sharedAssets }: Pages,
  { renderTimeout = DEFAULT_RENDER_TIMEOUT, findRedirect }: PageOptions = {},
): Promise<void> {
  if (assetsDir) await registerAssets(app, assetsDir, sharedAssets ?? null);
  const fetchInProcess = createInProcessFetch(app);
  const limitRendering = limitConcurrency(MAX_CONCURRENT_RENDERS, { ...RENDER_QUEUE, timeout: renderTimeout });

  const getCacheKey = ({ url }: FastifyRequest) => toPageUrl(url);
  app.get('/*', { schema: { hide: true }, config: assetsDir ? { cache: 'per-origin', getCacheKey } : {} }, async (request, reply) => {
    if (/^\/(api|uploads|assets)\//.test(request.url)) return sendNotFound(reply);
    let retryAfter: unknown;
    const fetcher: Fetch = async (url, init) => {
      const response = await fetchInProcess(url, init);
      if (response.status === 503) retryAfter ??= response.retryAfter;
      // The page then lacks something, and the next visitor may have more luck: it is not cached.
      if (response.status >= 500) reply.header('cache-control', 'no-store');
      return response;
    };
    const render = async () => {
      const startedAt = performance.now();
      const rendered = await collectDependencies(request, () => renderPage(getFullUrl(deps, request), fetcher));
      app.metrics?.recordRender((performance.now() - startedAt) / SECOND);
      return rendered;
    };
    const page = await limitRendering(render);
    const isMissing = page.status === 404 || page.status === 410;
    const target = isMissing && findRedirect ? await findRedirect(request.url.replace(/\?.*$/s, '')) : null;
    // The merchant may lead it elsewhere tomorrow, so that no browser keeps it without asking.
    if (target !== null) return reply.header('cache-control', 'no-cache').redirect(target, 301);
    return sendPage(page, retryAfter, reply);
  });
}
