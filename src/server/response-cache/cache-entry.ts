/** One answer as bytes: its headers, its mark, and a form for each way of packing it, made when first asked for. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'identity' | 'br' | 'gzip';

export interface EncodedVariant {
  /** As node:http takes them: name, value, name, value … */
  headers: string[];
  body: Buffer;
  encoding: Encoding;
}

export interface CacheEntry {
  /** Weak: it stands for all forms. */
  etag: string;
  contentType: string;
  /** Of a 304: everything but what describes the body. */
  headers: string[];
  variants: Map<Encoding, EncodedVariant>;
  compressing: Map<Encoding, Promise<EncodedVariant>>;
  /** Marks of whatever it names by an id, so that a moved stock finds it; none before it is kept. */
  idPrefixes: ReadonlySet<number>;
  bytes: number;
}

/** What the objects around the bytes take. */
const ENTRY_OVERHEAD_BYTES = 6144;
const VARIANT_OVERHEAD_BYTES = 1024;
/** For each byte that is kept the process holds another: thrown away and not yet collected, or too small a gap for the next. */
const MEMORY_FACTOR = 2;

const estimateMemory = (body: Buffer) => MEMORY_FACTOR * body.length + VARIANT_OVERHEAD_BYTES;
/** Smaller ones travel in one packet anyway. */
const MIN_COMPRESSIBLE_BYTES = 1024;
/** Brotli's best costs a hundred times the time of its fifth for a tenth of the bytes. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI_OPTIONS),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/** What follows the first eight letters of an id. To begin with a sign that is rare takes a tenth of the time. */
const UUID_REMAINDER = /-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const ID_PREFIX_LENGTH = 8;

/** The first 32 bits of an id: two that share them are only both forgotten. */
export const idPrefix = (id: string): number => Number.parseInt(id.slice(0, ID_PREFIX_LENGTH), 16);

export function collectIdPrefixes(entry: CacheEntry): Set<number> {
  const prefixes = new Set<number>();
  // Ids are ASCII, whatever stands around them.
  const text = getIdentityVariant(entry).body.toString('latin1');
  for (const { index } of text.matchAll(UUID_REMAINDER)) prefixes.add(idPrefix(text.slice(Math.max(0, index - ID_PREFIX_LENGTH), index)));
  return prefixes;
}

/** In memory of its own: a slice would hold the whole pool that it was cut from. */
function copyToOwnBuffer(bytes: string | Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(Buffer.byteLength(bytes));
  if (typeof bytes === 'string') copy.write(bytes);
  else bytes.copy(copy);
  return copy;
}

const getIdentityVariant = (entry: CacheEntry) => entry.variants.get('identity') as EncodedVariant;

function buildVariant(entry: CacheEntry, body: Buffer, encoding: Encoding): EncodedVariant {
  const encodingHeader = encoding === 'identity' ? [] : ['content-encoding', encoding];
  const headers = [...entry.headers, 'content-type', entry.contentType, ...encodingHeader, 'content-length', String(body.length)];
  return { headers, body, encoding };
}

export function createCacheEntry(payload: string | Buffer, headers: Record<string, string>): CacheEntry {
  const body = copyToOwnBuffer(payload);
  const { 'content-type': type = 'application/octet-stream', ...rest } = headers;
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const entry: CacheEntry = {
    etag,
    contentType: type,
    headers: Object.entries({ ...rest, vary: 'accept-encoding', etag }).flat(),
    variants: new Map(),
    compressing: new Map(),
    idPrefixes: new Set(),
    bytes: ENTRY_OVERHEAD_BYTES + estimateMemory(body),
  };
  entry.variants.set('identity', buildVariant(entry, body, 'identity'));
  return entry;
}

/** The best form that the client takes: `br`, `gzip`, or as it is. */
export function negotiateEncoding(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  const acceptedEncodings = acceptEncoding
    .toLowerCase()
    .split(',')
    .filter((it) => !/;\s*q=0(\.0*)?\s*$/.test(it))
    .map((it) => it.split(';')[0]?.trim());
  return acceptedEncodings.includes('br') ? 'br' : acceptedEncodings.includes('gzip') ? 'gzip' : 'identity';
}

/** A form that isn't there yet is packed off the event loop, once however many ask. `grown` hears how many bytes that took. */
export function getVariant(
  entry: CacheEntry,
  encoding: Encoding,
  onGrow: (bytes: number) => void,
): EncodedVariant | Promise<EncodedVariant> {
  const identity = getIdentityVariant(entry);
  const existing = entry.variants.get(encoding);
  if (existing) return existing;
  if (encoding === 'identity' || identity.body.length < MIN_COMPRESSIBLE_BYTES) return identity;
  const inProgress = entry.compressing.get(encoding);
  if (inProgress) return inProgress;
  const compressing = compressors[encoding](identity.body).then((compressed) => {
    const variant = buildVariant(entry, copyToOwnBuffer(compressed), encoding);
    entry.variants.set(encoding, variant);
    entry.compressing.delete(encoding);
    onGrow(estimateMemory(variant.body));
    return variant;
  });
  entry.compressing.set(encoding, compressing);
  return compressing;
}

/** Has the client these very bytes already? (RFC 9110, 13.1.2) */
export function matchesEtag(entry: CacheEntry, ifNoneMatch: string | undefined): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaqueTag = entry.etag.slice(2);
  return ifNoneMatch.split(',').some((it) => it.trim().replace(/^W\//, '') === opaqueTag);
}
