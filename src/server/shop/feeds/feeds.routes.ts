import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as contract from '../../../contract/feeds.ts';
import type { Deps } from '../../deps.ts';
import { sendNotFound } from '../../platform/http/errors.ts';
import { getPublicOrigin } from '../../platform/http/public-origin.ts';
import { route } from '../../platform/http/route.ts';
import { searchGoogleCategories } from '../catalog/categories/google-categories.ts';
import { exportFeedProblems, listFeedProblems, openFeed, readFeeds, renewFeeds, updateFeeds } from './feeds.service.ts';

export function feedRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.readFeeds, async () => ({ success: true, ...(await readFeeds(deps)) }));

  route(app, contract.updateFeeds, async ({ body: { version, ...input } }) => {
    const saved = await updateFeeds(deps, input, version);
    return { success: true, message: input.isOn ? 'The feeds are on' : 'The feeds are off', ...saved };
  });

  route(app, contract.renewFeeds, async () => {
    await renewFeeds(deps);
    return { success: true, message: 'The feeds are being made' };
  });

  route(app, contract.listFeedProblems, async ({ query }) => ({ success: true, ...(await listFeedProblems(deps.db, query)) }));

  route(app, contract.exportFeedProblems, async ({ query, request }) =>
    exportFeedProblems(deps.readFromReplica, query.problem ?? null, getPublicOrigin(deps, request)),
  );

  route(app, contract.searchGoogleCategories, async ({ query }) => ({ success: true, ...searchGoogleCategories(query.keyword) }));

  for (const [feed, path] of Object.entries(contract.FEED_PATHS) as [contract.FeedName, string][]) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => sendFeed(deps, feed, request, reply));
  }
}

const TYPES: Record<contract.FeedName, string> = { google: 'application/xml; charset=utf-8', meta: 'text/csv; charset=utf-8' };

const acceptsGzip = (request: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(request.headers['accept-encoding'] ?? '');

function isUnchanged({ headers }: FastifyRequest, etag: string, modified: Date): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.split(',').some((it) => it.trim().replace(/^W\//, '') === etag || it.trim() === '*');
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return !Number.isNaN(since) && Math.floor(modified.getTime() / 1000) * 1000 <= since;
}

async function sendFeed(deps: Deps, feed: contract.FeedName, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const served = await openFeed(deps, feed);
  if (!served) return sendNotFound(reply);
  const isCompressed = acceptsGzip(request);
  const etag = `"${served.buildId}${isCompressed ? '-gzip' : ''}"`;
  reply.headers({
    etag,
    'last-modified': served.finishedAt.toUTCString(),
    // Asked again each time, which costs one query.
    'cache-control': 'public, no-cache',
    'x-robots-tag': 'noindex',
    vary: 'accept-encoding',
  });
  if (isUnchanged(request, etag, served.finishedAt)) return reply.code(304).send();
  reply.type(TYPES[feed]);
  if (request.method === 'HEAD') return reply.send();
  const file = Readable.from(served.open(), { objectMode: false });
  if (!isCompressed) return reply.header('content-encoding', 'identity').send(file.pipe(createGunzip()));
  return reply.headers({ 'content-encoding': 'gzip', 'content-length': served.size }).send(file);
}
