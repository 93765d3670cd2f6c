/** One cached response: its headers, its ETag, and its body in each encoding that a client has asked for, ready to send as a 200 or a 304. */
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { KILOBYTE } from '../../../contract/values.ts';
import { type CachedRouteCounter, getCachedRouteCounter } from '../monitoring/counters.ts';
import { REQUEST_ID_HEADER } from '../monitoring/request-context.ts';
import { collectIdPrefixes, type Dependencies, type Dependency } from './dependencies.ts';

type Encoding = 'identity' | 'br' | 'gzip';

/** `headers`: name, value, name, value …, as node:http's writeHead takes them. */
type EncodedBody = Readonly<{ headers: string[]; body: Buffer; encoding: Encoding }>;

export interface CacheEntry {
  /** Weak (`W/"…"`), because the same ETag stands for all encodings. */
  readonly etag: string;
  /** The headers of a 304: all but those that describe the body. */
  readonly headers: string[];
  readonly contentType: string;
  /** While a body is being compressed, its promise, so that it is compressed only once. */
  readonly bodies: Map<Encoding, EncodedBody | Promise<EncodedBody>>;
  /** Estimated memory of the entry with all its bodies. */
  readonly bytes: number;
  readonly dependencies: Dependencies;
  /** When its handler began, by `performance.now()`. */
  readonly madeAt: number;
  /** The counter of its route. */
  readonly counter: CachedRouteCounter;
}

/** A smaller body fits into one network packet anyway. */
const MIN_COMPRESSIBLE_BYTES = KILOBYTE;
/** Brotli's highest quality takes a hundred times as long as 5 and saves another tenth of the bytes. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compressors = { br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI_OPTIONS), gzip: promisify(gzip) };

/** Estimated memory of the objects around the bodies, measured with thousands of entries. */
const ENTRY_OVERHEAD_BYTES = 8 * KILOBYTE;
/**
 * Twice the body itself, because as much again waits for the garbage collector or is lost in gaps that no other body fits; and once for the
 * compressed bodies, which together take less than half of it, and for the ids that were found in it.
 */
const BODY_FACTOR = 3;

/** Small buffers are slices of a shared pool, and a single slice keeps the whole pool in memory. So this copies into a separate buffer. */
const copyToOwnBuffer = (bytes: Buffer): Buffer => Buffer.from(new Uint8Array(bytes).buffer);

function buildBody({ headers, contentType }: Pick<CacheEntry, 'headers' | 'contentType'>, body: Buffer, encoding: Encoding): EncodedBody {
  const encodingHeader = encoding === 'identity' ? [] : ['content-encoding', encoding];
  return { headers: [...headers, 'content-type', contentType, ...encodingHeader, 'content-length', String(body.length)], body, encoding };
}

/** `route`: the pattern of its route. */
export function createCacheEntry(
  payload: string | Buffer,
  replyHeaders: Readonly<Record<string, unknown>>,
  named: ReadonlySet<Dependency> = new Set(),
  { madeAt = performance.now(), route = 'none' } = {},
): CacheEntry {
  const body = copyToOwnBuffer(Buffer.isBuffer(payload) ? payload : Buffer.from(payload));
  const { 'content-type': contentType = 'application/octet-stream', ...otherHeaders } = replyHeaders;
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const headers = Object.entries({ ...otherHeaders, vary: 'accept-encoding', etag })
    .flat()
    .map(String);
  const common = { contentType: String(contentType), headers };
  return {
    ...common,
    etag,
    bodies: new Map([['identity', buildBody(common, body, 'identity')]]),
    bytes: ENTRY_OVERHEAD_BYTES + BODY_FACTOR * body.length,
    dependencies: { named, idPrefixes: collectIdPrefixes(body) },
    madeAt,
    counter: getCachedRouteCounter(route),
  };
}

/** The best encoding that an Accept-Encoding header allows: Brotli, then gzip, then no compression. */
export function negotiateEncoding(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  const items = acceptEncoding.toLowerCase().split(',');
  const accepted = items.filter((it) => !/;\s*q=0(\.0*)?\s*$/.test(it)).map((it) => it.split(';')[0]?.trim());
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
}

/** In the encoding that this client accepts. The first request for an encoding compresses the body, in Node's thread pool. */
function getBody(entry: CacheEntry, acceptEncoding: string | undefined): EncodedBody | Promise<EncodedBody> {
  const identity = entry.bodies.get('identity') as EncodedBody;
  const encoding = identity.body.length < MIN_COMPRESSIBLE_BYTES ? 'identity' : negotiateEncoding(acceptEncoding);
  const existing = entry.bodies.get(encoding);
  if (existing || encoding === 'identity') return existing ?? identity;
  const compressing = compressors[encoding](identity.body).then((bytes) => buildBody(entry, copyToOwnBuffer(bytes), encoding));
  entry.bodies.set(encoding, compressing);
  void compressing.then((compressed) => entry.bodies.set(encoding, compressed)).catch(() => entry.bodies.delete(encoding));
  return compressing;
}

/** Whether an If-None-Match header names this entry, so that a 304 is enough (RFC 9110, 13.1.2). */
function matchesEtag({ etag }: CacheEntry, ifNoneMatch: string | undefined): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((it) => it.trim().replace(/^W\//, '') === etag.slice(2));
}

/** The first header of this name. Reading `rawHeaders` is cheaper than `headers`, for which node:http first builds an object. */
function findHeader(rawHeaders: string[], name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const headerName = rawHeaders[index];
    if (headerName?.length === name.length && headerName.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return undefined;
}

/** Sends it past Fastify, which would check every header again. `id`: the request's; null if the client sent none. Returns the status. */
export function writeEntry(entry: CacheEntry, { rawHeaders }: IncomingMessage, response: ServerResponse, id: string | null): 200 | 304 {
  const withId = (headers: string[]) => (id === null ? headers : [...headers, REQUEST_ID_HEADER, id]);
  if (matchesEtag(entry, findHeader(rawHeaders, 'if-none-match'))) {
    response.writeHead(304, withId(entry.headers)).end();
    return 304;
  }
  const send = ({ headers, body }: EncodedBody) => response.writeHead(200, withId(headers)).end(body);
  const body = getBody(entry, findHeader(rawHeaders, 'accept-encoding'));
  if (body instanceof Promise) body.then(send, (error) => response.destroy(error));
  else send(body);
  return 200;
}

/** For an onSend hook: sets the reply's headers, and returns its payload. */
export async function toPayload(entry: CacheEntry, { headers }: FastifyRequest, reply: FastifyReply): Promise<Buffer | null> {
  reply.headers({ etag: entry.etag, vary: 'accept-encoding' });
  if (matchesEtag(entry, headers['if-none-match'])) {
    reply.code(304).removeHeader('content-type');
    return null;
  }
  const { body, encoding } = await getBody(entry, headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return body;
}
