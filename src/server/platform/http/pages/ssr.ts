/**
 * Serves the pages, which the web renders by calling the app's own routes and which are sent in one piece, and the built files that they
 * need, whose names change with their content.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import { listCategories } from '../../../../contract/category.ts';
import { readSettings } from '../../../../contract/settings.ts';
import { SECOND } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import { collectDependencies } from '../../cache/dependencies.ts';
import type { Memoize } from '../../cache/open-response-cache.ts';
import { AppError, createBusyError } from '../../errors.ts';
import { limitConcurrency } from '../../process/concurrency-limit.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { sendNotFound } from '../errors.ts';
import { IN_PROCESS_ADDRESS } from '../network-limits.ts';
import { getPublicOrigin } from '../public-origin.ts';
import { registerAssets } from './assets.ts';

/** The part of a Response that the web uses. */
type ApiResponse = Pick<Response, 'ok' | 'status' | 'json'>;
type Fetch = (path: string, init: RequestInit) => Promise<ApiResponse>;
type InProcessFetch = (path: string, init: RequestInit) => Promise<ApiResponse & { retryAfter: unknown }>;

/** The part of a Response that is sent. */
type Page = Pick<Response, 'status' | 'headers' | 'text'>;

/** The web, as main.ts loads it: the build, or Vite during development. */
export interface Pages {
  /** `fetcher` carries the calls that a page's loaders make (src/web/render-page.ts). */
  renderPage: (url: string, fetcher: Fetch) => Promise<Page>;
  /** The response cache's key of a page: path and query with only the parameters that the page knows, in one order. */
  toPageUrl: (url: string) => string;
  /** Directory of the built scripts, styles and fonts; null where Vite serves them. */
  assetsDir: string | null;
  /** Store with the files of other versions; absent: none. */
  sharedAssets?: ObjectStore | null;
}

/**
 * The most pages that are rendered at once: enough to use the time in which others wait for the database. A page keeps all its data until
 * it is done. With more at once, half-rendered pages would outlive V8's young generation, which makes garbage collection expensive.
 */
const MAX_CONCURRENT_RENDERS = 4;
const RENDER_QUEUE = { maxQueued: 1000, createError: createBusyError };
const DEFAULT_RENDER_TIMEOUT = 5 * SECOND;

/** What the layout of every page shows, and only a change of the catalog or the settings alters. */
const LAYOUT_PATHS: readonly string[] = [listCategories.path, readSettings.path];

/** Calls the app's own routes without a socket, with the same checks and responses. */
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
    let body: unknown;
    const json = async () => (body ??= response.json());
    return { status, ok: status >= 200 && status < 300, json, retryAfter };
  };
}

/** Makes the calls of the layout once, and again after each change. A failed one is made again by every page. */
function memoizeLayoutCalls(fetchInProcess: InProcessFetch, memoize: Memoize): InProcessFetch {
  return async (url, init) => {
    if (!LAYOUT_PATHS.includes(url)) return fetchInProcess(url, init);
    const response = await memoize(`in-process ${url}`, () => fetchInProcess(url, init));
    return response.ok ? response : fetchInProcess(url, init);
  };
}

/** A cached page is the same for everyone, so of a request only its URL is passed to the renderer. */
function getFullUrl(deps: Pick<Deps, 'publicUrl'>, request: FastifyRequest): string {
  // Concatenated instead of resolved, because `new URL('//elsewhere/x', origin)` would have another origin.
  const url = URL.parse(getPublicOrigin(deps, request) + request.url);
  if (!url) throw new AppError('invalid_request', "The address isn't encoded correctly");
  return url.href;
}

/**
 * `retryAfter`: that of an API call which answered 503. A page that failed because of it is unavailable too, which is no error of the shop.
 */
async function sendPage(page: Page, retryAfter: unknown, reply: FastifyReply): Promise<FastifyReply> {
  const isUnavailable = page.status === 500 && retryAfter !== undefined;
  reply.code(isUnavailable ? 503 : page.status);
  for (const [name, value] of page.headers) reply.header(name, value);
  if (isUnavailable) reply.header('retry-after', String(retryAfter));
  const isHtml = page.headers.get('content-type')?.startsWith('text/html');
  if (isHtml && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  return reply.send(await page.text());
}

export interface PageOptions {
  /** In milliseconds. */
  renderTimeout?: number;
  /** Finds the redirect of a path that has no page; null: there is none. */
  findRedirect?: (pathname: string) => Promise<string | null>;
}

/** Every path that no other route handles is a page. */
export async function registerPages(
  app: FastifyInstance,
  deps: Pick<Deps, 'publicUrl' | 'memoize'>,
  { renderPage, toPageUrl, assetsDir, sharedAssets }: Pages,
  { renderTimeout = DEFAULT_RENDER_TIMEOUT, findRedirect }: PageOptions = {},
): Promise<void> {
  if (assetsDir) await registerAssets(app, assetsDir, sharedAssets ?? null);
  const fetchForVisitor = createInProcessFetch(app);
  const fetchForAll = memoizeLayoutCalls(fetchForVisitor, deps.memoize);
  const limitRendering = limitConcurrency(MAX_CONCURRENT_RENDERS, { ...RENDER_QUEUE, timeout: renderTimeout });

  const getCacheKey = ({ url }: FastifyRequest) => toPageUrl(url);
  const cached = { cache: 'per-origin', getCacheKey, dependsOn: ['categories'] } as const;
  app.get('/*', { schema: { hide: true }, config: assetsDir ? cached : {} }, async (request, reply) => {
    if (/^\/(api|uploads|assets)\//.test(request.url)) return sendNotFound(reply);
    let retryAfter: unknown;
    const { isPrivate, headers } = request;
    const fetchInProcess: InProcessFetch = isPrivate
      ? (url, init) => fetchForVisitor(url, { ...init, headers: { ...init.headers, ...(headers.cookie && { cookie: headers.cookie }) } })
      : fetchForAll;
    const fetcher: Fetch = async (url, init) => {
      const response = await fetchInProcess(url, init);
      if (response.status === 503) retryAfter ??= response.retryAfter;
      // Some API call failed, so the page may be incomplete: it is not cached.
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
    // The merchant may change the redirect, so browsers must check it each time.
    if (target !== null) return reply.header('cache-control', 'no-cache').redirect(target, 301);
    return sendPage(page, retryAfter, reply);
  });
}
