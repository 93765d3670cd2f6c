/** Bytes that aren't HTTP, or barely. */
import type { Random } from '../../src/server/platform/secrets/random.ts';
import type { HostileRequest } from './generate-requests.ts';
import { pick } from './values.ts';

const LOGIN = 'POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

const REQUESTS: readonly string[] = [
  '\r\n\r\n',
  'GET\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/9.9\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.0\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n',
  'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET http://elsewhere/ HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET //elsewhere/ HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /\u00ed\u00a0\u0080 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /?keyword=\u00ed\u00a0\u0080 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: \u00ed\u00a0\u0080\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a b<script>\r\n\r\n',
  'GET / HTTP/1.1\r\nHost:\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: ${'a'.repeat(9000)}\r\n\r\n`,
  'GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-Host: b\r\nX-Forwarded-Proto: gopher\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nBad Header: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nX: a\u0000b\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nExpect: nonsense\r\n\r\n',
  `GET / HTTP/1.1\r\nHost: a\r\n${'X: 1\r\n'.repeat(3000)}\r\n`,
  `GET /${'a'.repeat(30_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /?${'a=1&'.repeat(3500)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `${LOGIN}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /admin HTTP/1.1\r\n\r\n`,
  `${LOGIN}Content-Length: -1\r\n\r\n`,
  `${LOGIN}Content-Length: 99999999999999\r\n\r\n{}`,
  `${LOGIN}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  `${LOGIN}Content-Length: 50\r\n\r\n{"email":`,
  `${LOGIN}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${LOGIN}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  `${LOGIN}Transfer-Encoding: chunked\r\n\r\n${'1;x=y\r\na\r\n'.repeat(2000)}0\r\n\r\n`,
  `${LOGIN}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n{}`,
  `GET /livez HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(50),
];

export function makeRawRequest(random: Random): HostileRequest {
  const text = pick(random, REQUESTS);
  const raw = random() < 0.3 ? Buffer.from(Array.from({ length: 300 }, () => Math.floor(random() * 256))) : Buffer.from(text, 'latin1');
  // Some are truncated.
  const sent = random() < 0.15 ? raw.subarray(0, Math.ceil(random() * raw.length)) : raw;
  return { method: 'raw', path: JSON.stringify(sent.toString('latin1').slice(0, 80)), headers: {}, body: null, raw: sent };
}
