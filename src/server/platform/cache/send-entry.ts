/** Sends a cached entry as a 200 or a 304: directly through node:http, or as the payload of a Fastify reply. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { REQUEST_ID_HEADER } from '../monitoring/request-id.ts';
import { type CacheEntry, type EncodedVariant, getVariant, matchesEtag } from './cache-entry.ts';
import { negotiateEncoding } from './content-encoding.ts';

/** The first header of this name. Reading `rawHeaders` is cheaper than `headers`, for which node:http first builds an object. */
function findHeader(rawHeaders: string[], name: string): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const headerName = rawHeaders[index];
    if (headerName?.length === name.length && headerName.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return undefined;
}

interface WriteOptions {
  /** Called once the entry has grown by a compressed body. */
  onGrow: () => void;
  /** Null: the client sent none. */
  requestId: string | null;
}

/** Bypasses Fastify, which would check every header again. Returns the status. */
export function writeEntry(
  entry: CacheEntry,
  { rawHeaders }: IncomingMessage,
  response: ServerResponse,
  { onGrow, requestId }: WriteOptions,
): 200 | 304 {
  const withId = (headers: string[]) => (requestId === null ? headers : [...headers, REQUEST_ID_HEADER, requestId]);
  if (matchesEtag(entry, findHeader(rawHeaders, 'if-none-match'))) {
    response.writeHead(304, withId(entry.headers)).end();
    return 304;
  }
  const send = ({ headers, body }: EncodedVariant) => response.writeHead(200, withId(headers)).end(body);
  const variant = getVariant(entry, negotiateEncoding(findHeader(rawHeaders, 'accept-encoding')), onGrow);
  if (variant instanceof Promise) variant.then(send, (error) => response.destroy(error));
  else send(variant);
  return 200;
}

/** Sets the reply's headers and returns its payload, for an onSend hook. */
export async function toPayload(
  entry: CacheEntry,
  request: FastifyRequest,
  reply: FastifyReply,
  onGrow: () => void,
): Promise<Buffer | null> {
  reply.headers({ etag: entry.etag, vary: 'accept-encoding' });
  if (matchesEtag(entry, request.headers['if-none-match'])) {
    reply.code(304).removeHeader('content-type');
    return null;
  }
  const { body, encoding } = await getVariant(entry, negotiateEncoding(request.headers['accept-encoding']), onGrow);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return body;
}
