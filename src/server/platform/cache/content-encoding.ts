/** Which compression a client accepts, and how a body is compressed for it. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { KILOBYTE } from '../../../contract/values.ts';

export type Encoding = 'identity' | 'br' | 'gzip';

/** A smaller body fits into one network packet anyway. */
const MIN_COMPRESSIBLE_BYTES = KILOBYTE;
/** Brotli's highest quality takes a hundred times as long as 5 and saves another tenth of the bytes. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

export const isCompressible = (body: Buffer): boolean => body.length >= MIN_COMPRESSIBLE_BYTES;

/** Runs in Node's thread pool, not on the event loop. */
export const compress = (body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> =>
  encoding === 'br' ? brotliAsync(body, BROTLI_OPTIONS) : gzipAsync(body);

/** The best encoding that an Accept-Encoding header allows: Brotli, then gzip, then no compression. */
export function negotiateEncoding(acceptEncoding: string | undefined): Encoding {
  if (!acceptEncoding) return 'identity';
  const accepted = acceptEncoding
    .toLowerCase()
    .split(',')
    .filter((it) => !/;\s*q=0(\.0*)?\s*$/.test(it))
    .map((it) => it.split(';')[0]?.trim());
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity';
}
