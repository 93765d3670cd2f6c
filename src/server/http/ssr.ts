/**
 * Pages: rendered by the built web through the app's own routes, sent whole with a policy made of their scripts,
 * and the files they need, whose names change with their content.
 */
import { hash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import type { RequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import { limitConcurrency } from '../concurrency-limit.ts';
import type { Deps } from '../deps.ts';
import { AppError, createBusyError } from '../errors.ts';
import { sendNotFound } from './errors.ts';
import { getPublicOrigin } from './public-origin.ts';

/** What a call of a page is answered with: as much of a Response as is looked at. */
type ApiResponse = Pick<Response, 'ok' | 'status' | 'json'>;
type Fetch = (path: string, init: RequestInit) => Promise<ApiResponse>;

/** The built web. Its server entry also takes the api that rendering calls through (src/web/entry.server.tsx). */
type WebModule = ServerBuild & { entry: { module: { provideApi: (context: RouterContextProvider, fetcher: Fetch) => void } } };

/** Where the web is: built on disk, or served by Vite while developing. */
export interface WebBuild {
  load: () => Promise<WebModule>;
  /** Directory of the built files; null while developing. */
  clientDir: string | null;
}

export function openWebBuild(buildDir: string): WebBuild {
  const entry = pathToFileURL(path.join(buildDir, 'server/index.js')).href;
  let loaded: Promise<WebModule> | undefined;
  return {
    clientDir: path.join(buildDir, 'client'),
    load: () => {
      loaded ??= import(entry) as Promise<WebModule>;
      return loaded;
    },
  };
}

/**
 * Enough to render while others wait for the database. All that come at once would each hold what they have read until the last of
 * it is there; so they end no later, and what they leave behind is young and soon gone.
 */
const MAX_CONCURRENT_RENDERS = 4;
const RENDER_QUEUE = { maxQueued: 1000, timeout: 5000, createError: createBusyError };

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** A policy that lets in this page's own inline scripts, named by their SHA-256, and no others: no nonce, so it can be kept. */
export function buildContentSecurityPolicy(html: string): string {
  const hashes = new Set<string>();
  for (const [, script = ''] of html.matchAll(INLINE_SCRIPT)) hashes.add(`'sha256-${hash('sha256', script, 'base64')}'`);
  return [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** The app's own routes as a fetch: same checks, same answers, no socket. */
export function createInProcessFetch(app: FastifyInstance): Fetch {
  return async (url, init) => {
    const response = await app.inject({
      method: (init.method ?? 'GET') as NonNullable<InjectOptions['method']>,
      url,
      headers: init.headers as Record<string, string>,
      ...(typeof init.body === 'string' && { payload: init.body }),
    });
    const { statusCode: status } = response;
    return { status, ok: status >= 200 && status < 300, json: async () => response.json() };
  };
}

function toRequest(deps: Pick<Deps, 'publicUrl'>, request: FastifyRequest): Request {
  // Put together, not resolved: `//elsewhere/x` is a path of ours, whatever it looks like.
  const url = URL.parse(getPublicOrigin(deps, request) + request.url);
  if (!url) throw new AppError('invalid', "The address isn't encoded correctly");
  // A kept page is the same for everyone: of the caller nothing but the address reaches the rendering.
  return new Request(url);
}

async function sendPage(page: Response & { html?: string }, reply: FastifyReply, isDevelopment: boolean): Promise<FastifyReply> {
  reply.code(page.status);
  for (const [name, value] of page.headers) reply.header(name, value);
  const body = page.html ?? (await page.text());
  if (page.headers.get('content-type')?.startsWith('text/html')) {
    // Vite's own scripts for developing don't stand in any policy.
    if (isDevelopment) reply.header('content-security-policy', "frame-ancestors 'none'");
    else reply.header('content-security-policy', buildContentSecurityPolicy(body));
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  }
  return reply.send(body);
}

/** Whatever no other route answers is a page. */
export async function registerPages(app: FastifyInstance, deps: Pick<Deps, 'publicUrl'>, webBuild: WebBuild): Promise<void> {
  const isDevelopment = webBuild.clientDir === null;
  if (webBuild.clientDir) {
    await app.register(fastifyStatic, {
      root: path.join(webBuild.clientDir, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      index: false,
      immutable: true,
      preCompressed: true,
      maxAge: '365d',
      schemaHide: true,
    });
  }
  // Imported here, not above: React reads NODE_ENV when it loads, and main.ts sets that first.
  const router = await import('react-router');
  const fetchInProcess = createInProcessFetch(app);
  let handler: RequestHandler | undefined;
  const limitRendering = limitConcurrency(MAX_CONCURRENT_RENDERS, RENDER_QUEUE);

  const render = async (request: Request, fetcher: Fetch) => {
    const module = await webBuild.load();
    if (!handler || isDevelopment) handler = router.createRequestHandler(module, isDevelopment ? 'development' : 'production');
    const context = new router.RouterContextProvider();
    module.entry.module.provideApi(context, fetcher);
    return handler(request, context);
  };

  app.get('/*', { schema: { hide: true }, config: isDevelopment ? {} : { cache: 'per-origin' } }, async (request, reply) => {
    if (/^\/(api|uploads|assets)\//.test(request.url)) return sendNotFound(reply);
    const fetcher: Fetch = async (url, init) => {
      const response = await fetchInProcess(url, init);
      // A page that was made without it is for this one visitor, who may try again.
      if (response.status >= 500) reply.header('cache-control', 'no-store');
      return response;
    };
    const page = await limitRendering(() => render(toRequest(deps, request), fetcher));
    return sendPage(page, reply, isDevelopment);
  });
}
