/** One cached response: its headers, its ETag, and its body in each encoding that a client has asked for so far. */
import { hash } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { KILOBYTE } from '../../../contract/values.ts';
import { type CachedRouteCounter, getCachedRouteCounter } from '../monitoring/counters.ts';
import type { Dependencies, Dependency } from './catalog-change.ts';
import { compress, type Encoding, isCompressible } from './content-encoding.ts';
import { collectIdPrefixes } from './id-prefixes.ts';

export interface EncodedVariant {
  /** In the form that node:http's writeHead takes: name, value, name, value … */
  headers: string[];
  body: Buffer;
  encoding: Encoding;
}

export interface CacheEntry {
  /** Weak (`W/"…"`), because the same ETag stands for all encodings. */
  etag: string;
  contentType: string;
  /** The headers of a 304: all but those that describe the body. */
  headers: string[];
  /** The uncompressed body, from which the compressed ones are made. */
  identity: EncodedVariant;
  /** The compressed bodies; while one is being made, its promise, so that it is made only once. */
  compressed: Map<Encoding, EncodedVariant | Promise<EncodedVariant>>;
  /** Estimated memory of the entry, as it grows with each compressed body. */
  bytes: number;
  dependencies: Dependencies;
  /** If a purchase changed the stock of a product in it: until when (by `performance.now()`) it may still be served. Otherwise Infinity. */
  freshUntil: number;
  /** How long its handler took, in milliseconds. */
  renderTime: number;
  /** The request that renders it again; null if that can't be repeated. */
  replay: InjectOptions | null;
  hits: number;
  /** The counter of its route. */
  counter: CachedRouteCounter;
  /** A renewal is scheduled or runs. */
  isRenewing: boolean;
}

/** Estimated memory of the objects around the bodies, measured with thousands of entries. */
const ENTRY_OVERHEAD_BYTES = 6144;
const VARIANT_OVERHEAD_BYTES = KILOBYTE;
/** The process holds about twice the bytes of all bodies: dropped ones wait for the garbage collector or leave gaps that no other body fits. */
const MEMORY_FACTOR = 2;

const estimateVariantBytes = (body: Buffer): number => MEMORY_FACTOR * body.length + VARIANT_OVERHEAD_BYTES;

/** Small buffers are slices of a shared pool, and a single slice keeps the whole pool in memory. So this copies into a separate buffer. */
function copyToOwnBuffer(bytes: string | Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(Buffer.byteLength(bytes));
  if (typeof bytes === 'string') copy.write(bytes);
  else bytes.copy(copy);
  return copy;
}

function buildVariant(commonHeaders: string[], contentType: string, body: Buffer, encoding: Encoding): EncodedVariant {
  const encodingHeader = encoding === 'identity' ? [] : ['content-encoding', encoding];
  const headers = [...commonHeaders, 'content-type', contentType, ...encodingHeader, 'content-length', String(body.length)];
  return { headers, body, encoding };
}

interface EntryOrigin {
  dependencies?: ReadonlySet<Dependency>;
  renderTime?: number;
  replay?: InjectOptions | null;
  /** The pattern of its route. */
  route?: string;
}

export function createCacheEntry(
  payload: string | Buffer,
  replyHeaders: Record<string, string>,
  { dependencies: named = new Set(), renderTime = 0, replay = null, route = 'none' }: EntryOrigin = {},
): CacheEntry {
  const body = copyToOwnBuffer(payload);

  let idPrefixes: ReadonlySet<number> | undefined;
  const { 'content-type': contentType = 'application/octet-stream', ...otherHeaders } = replyHeaders;
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const headers = Object.entries({ ...otherHeaders, vary: 'accept-encoding', etag }).flat();
  return {
    etag,
    contentType,
    headers,
    identity: buildVariant(headers, contentType, body, 'identity'),
    compressed: new Map(),
    bytes: ENTRY_OVERHEAD_BYTES + estimateVariantBytes(body),
    dependencies: {
      named,
      // Collected on first use, so that responses too large to be cached aren't searched.
      get idPrefixes() {
        idPrefixes ??= collectIdPrefixes(body);
        return idPrefixes;
      },
    },
    freshUntil: Number.POSITIVE_INFINITY,
    renderTime,
    replay,
    hits: 0,
    counter: getCachedRouteCounter(route),
    isRenewing: false,
  };
}

async function compressVariant(entry: CacheEntry, encoding: 'br' | 'gzip', onGrow: () => void): Promise<EncodedVariant> {
  const body = copyToOwnBuffer(await compress(entry.identity.body, encoding));
  const variant = buildVariant(entry.headers, entry.contentType, body, encoding);
  entry.compressed.set(encoding, variant);
  entry.bytes += estimateVariantBytes(body);
  onGrow();
  return variant;
}

/** The body in this encoding. The first request for an encoding compresses it; `onGrow` is called once the entry has grown by that. */
export function getVariant(entry: CacheEntry, encoding: Encoding, onGrow: () => void): EncodedVariant | Promise<EncodedVariant> {
  if (encoding === 'identity' || !isCompressible(entry.identity.body)) return entry.identity;
  const existing = entry.compressed.get(encoding);
  if (existing) return existing;
  const compressing = compressVariant(entry, encoding, onGrow);
  entry.compressed.set(encoding, compressing);
  return compressing;
}

/** Whether an If-None-Match header names this entry, so that a 304 is enough (RFC 9110, 13.1.2). */
export function matchesEtag(entry: CacheEntry, ifNoneMatch: string | undefined): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaqueTag = entry.etag.slice(2);
  return ifNoneMatch.split(',').some((it) => it.trim().replace(/^W\//, '') === opaqueTag);
}
