import { expect, test } from 'vitest';
import { negotiateEncoding } from './cache-entry.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['br;q=0', 'identity'],
  ['br;q=0.000, gzip;q=1.0', 'gzip'],
  ['brotli', 'identity'],
])('a client that accepts %j gets %s', (acceptEncoding, encoding) => {
  expect(negotiateEncoding(acceptEncoding)).toBe(encoding);
});
