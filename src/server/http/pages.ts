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
import { sendNothingHere } from './errors.ts';
import { originOf } from './origin.ts';

/** What a call of a page is answered with: as much of a Response as is looked at. */
type Answer = Pick<Response, 'ok' | 'status' | 'json'>;
type Fetch = (path: string, init: RequestInit) => Promise<Answer>;

/** The built web. Its server entry also takes the api that rendering calls through (src/web/entry.server.tsx). */
type WebModule = ServerBuild & { entry: { module: { provideApi: (context: RouterContextProvider, fetcher: Fetch) => void } } };

/** Where the web is: built on disk, or served by Vite while developing. */
export interface Web {
  load: () => Promise<WebModule>;
  /** Directory of the built files; null while developing. */
  clientDir: string | null;
}

export function builtWeb(buildDir: string): Web {
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
const RENDERING = 4;
const QUEUE = { maxQueued: 1000, timeout: 5000, createError: createBusyError };

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** A policy that lets in this page's own inline scripts, named by their SHA-256, and no others: no nonce, so it can be kept. */
export function policyFor(html: string): string {
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
export function inProcessFetch(app: FastifyInstance): Fetch {
  return async (url, init) => {
    const answer = await app.inject({
      method: (init.method ?? 'GET') as NonNullable<InjectOptions['method']>,
      url,
      headers: init.headers as Record<string, string>,
      ...(typeof init.body === 'string' && { payload: init.body }),
    });
    const { statusCode: status } = answer;
    return { status, ok: status >= 200 && status < 300, json: async () => answer.json() };
  };
}

function toRequest(deps: Pick<Deps, 'publicUrl'>, request: FastifyRequest): Request {
  // Put together, not resolved: `//elsewhere/x` is a path of ours, whatever it looks like.
  const url = URL.parse(originOf(deps, request) + request.url);
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
    else reply.header('content-security-policy', policyFor(body));
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  }
  return reply.send(body);
}

/** Whatever no other route answers is a page. */
export async function addPages(app: FastifyInstance, deps: Pick<Deps, 'publicUrl'>, web: Web): Promise<void> {
  const isDevelopment = web.clientDir === null;
  if (web.clientDir) {
    await app.register(fastifyStatic, {
      root: path.join(web.clientDir, 'assets'),
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
  const fetchHere = inProcessFetch(app);
  let handler: RequestHandler | undefined;
  const inTurn = limitConcurrency(RENDERING, QUEUE);

  const render = async (request: Request, fetcher: Fetch) => {
    const module = await web.load();
    if (!handler || isDevelopment) handler = router.createRequestHandler(module, isDevelopment ? 'development' : 'production');
    const context = new router.RouterContextProvider();
    module.entry.module.provideApi(context, fetcher);
    return handler(request, context);
  };

  app.get('/*', { schema: { hide: true }, config: isDevelopment ? {} : { kept: 'by origin' } }, async (request, reply) => {
    if (/^\/(api|uploads|assets)\//.test(request.url)) return sendNothingHere(reply);
    const fetcher: Fetch = async (url, init) => {
      const answer = await fetchHere(url, init);
      // A page that was made without it is for this one visitor, who may try again.
      if (answer.status >= 500) reply.header('cache-control', 'no-store');
      return answer;
    };
    const page = await inTurn(() => render(toRequest(deps, request), fetcher));
    return sendPage(page, reply, isDevelopment);
  });
}
