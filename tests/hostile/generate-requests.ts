/** Requests that no honest client would send, from a seed: over all endpoints, pages and methods, with bodies of every kind, and raw bytes. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { logout } from '../../src/contract/auth.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints, getSchemas } from '../../src/server/platform/http/route.ts';
import { type Random, seededRandom } from '../../src/server/platform/secrets/random.ts';
import { makeHugePng } from '../support/images.ts';
import { makeRawMultipart } from '../support/multipart-form.ts';
import { makeRawRequest } from './raw-requests.ts';
import { HUGE_JSON, makeValue, pick, SCALARS, spoil, TEXTS } from './values.ts';

export interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** Sent as it is, over its own connection; the other fields are then only for reports. */
  raw?: Buffer;
}

export interface Target {
  /** The tokens of a user and an admin. */
  tokens: { user: string; admin: string };
  ids: string[];
  slugs: string[];
  image: Buffer;
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
];
const PAGES = [
  '/',
  '/product/{slug}',
  '/category/{slug}',
  '/category',
  '/categories',
  '/searched/products',
  '/cart',
  '/success',
  '/cancel',
].concat(
  ['/about', '/Contact', '/policy', '/register', '/login', '/forget-password', '/dashboard/user', '/dashboard/user/orders/{id}'],
  ['/dashboard/admin', '/dashboard/admin/orders', '/dashboard/admin/update-product/{slug}', '/dashboard/admin/mails', '/_root.data'],
  ['/about.data', '/__manifest', '/pay/{slug}', '/uploads/{slug}', '/assets/{slug}', '/api/docs', '/api/docs/json', '/sitemap.xml'],
  ['/sitemap/products-{id}.xml', '/robots.txt', '/livez', '/readyz', '/nothing/{slug}', '//{slug}', '/.env', '/api', '/api/v1/{slug}'],
);
const QUERY_NAMES = [
  'page',
  'limit',
  'sort',
  'keyword',
  'category',
  'price',
  'order',
  'status',
  'utm_source',
  'gclid',
  '_routes',
  '__proto__',
  '',
];
const QUERY_VALUES = ['1', '2', '1000000', '-1', 'name', 'newest', 'relevance', '0-99', '99-0', 'paid', ...TEXTS];

const PACKERS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync };
const PACKED_JSON = Buffer.from(`{"products":[${Array(300_000).fill(1).join()}]}`);
const PACKED = Object.entries(PACKERS).map(([encoding, pack]) => ({ encoding, body: pack(PACKED_JSON) }));

const BOMBS = [
  makeHugePng({ width: 12_000, height: 12_000 }),
  makeHugePng({ width: 20_000_000, height: 2 }),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  Buffer.alloc(0),
];

const FILES = [
  Buffer.from('sku,price\nA,1\n'),
  Buffer.from(`sku,"${'x'.repeat(200_000)}`),
  Buffer.from(',;\t\n'.repeat(50_000)),
  Buffer.from('PK\u0003\u0004'),
  Buffer.alloc(3_000_000, 0),
  Buffer.from('\uFEFFname\u0000,price\n\uD800,=1\n', 'utf16le'),
  Buffer.alloc(0),
];

/** Well-formed texts only: `encodeURIComponent` refuses the others, which are sent encoded by hand. */
const encode = (text: string) => encodeURIComponent(text.slice(0, 3000).toWellFormed());

function makeQuery(random: Random): string {
  if (random() < 0.4) return '';
  const count = random() < 0.03 ? 900 : Math.ceil(random() * 4);
  const parts = Array.from({ length: count }, () => {
    const value = count > 10 ? '1' : pick(random, QUERY_VALUES);
    return `${pick(random, QUERY_NAMES)}=${random() < 0.2 && /^[\x21-\x7e]*$/.test(value) ? value : encode(value)}`;
  });
  return `?${parts.join('&')}`.slice(0, 12_000);
}

const makeParam = (random: Random, { ids, slugs }: Target) => {
  if (random() < 0.6) return pick(random, [...ids, ...slugs]);
  return random() < 0.3
    ? pick(random, ['%ED%A0%80', '%E0%A4%A', '%00', '..%2f..%2fetc', '%2F', 'a;b'])
    : encode(pick(random, TEXTS)) || 'x';
};

function makeMultipart(fields: object, random: Random, { image }: Target): { body: Buffer; headers: Record<string, string> } {
  const parts: (string | Buffer)[] = Object.entries(fields).map(
    ([name, value]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  const count = random() < 0.05 ? 5000 : 0;
  for (let n = 0; n < count; n += 1) parts.push(`Content-Disposition: form-data; name="f${n}"\r\n\r\n1`);
  if (random() < 0.7) {
    const bytes = random() < 0.6 ? image : pick(random, BOMBS);
    const name = pick(random, ['image', 'image', 'image', 'file', '']);
    const head = `Content-Disposition: form-data; name="${name}"; filename="${pick(random, ['a.png', '../../x', '', '\u0000'])}"\r\n`;
    parts.push(Buffer.concat([Buffer.from(`${head}Content-Type: image/png\r\n\r\n`), bytes]));
  }
  return makeRawMultipart(parts, random() < 0.1 ? '' : undefined);
}

function makeBody(endpoint: Endpoint, random: Random, target: Target): { body: Buffer | null; headers: Record<string, string> } {
  const headers = { 'content-type': random() < 0.9 ? 'application/json' : pick(random, TYPES) };
  const kind = random();
  if (kind < 0.06) return { body: Buffer.from(pick(random, HUGE_JSON)), headers };
  if (kind < 0.1) {
    const { encoding, body } = pick(random, PACKED);
    return { body, headers: { ...headers, 'content-encoding': encoding } };
  }
  const schema = getSchemas(endpoint).body;
  const value = schema ? makeValue(schema, random, [...target.ids, ...target.slugs]) : pick(random, SCALARS);
  const sent = random() < 0.6 ? spoil(value, random) : value;
  if (endpoint.isUpload && random() < 0.9) return { body: pick(random, FILES), headers: { 'content-type': 'text/csv' } };
  if (endpoint.multipart && random() < 0.9) return makeMultipart(sent ?? {}, random, target);
  return { body: Buffer.from(JSON.stringify(sent) ?? ''), headers };
}

/** Mostly the method and the identity that the call is for. */
function callEndpoint(random: Random, target: Target): HostileRequest {
  const endpoint = pick(random, endpoints);
  const path = endpoint.path.replace(/\{\w+\}/g, () => makeParam(random, target)) + (random() < 0.05 ? '/' : '') + makeQuery(random);
  const method = random() < 0.9 ? endpoint.method : pick(random, METHODS);
  const { body, headers } = method === 'GET' || method === 'HEAD' ? { body: null, headers: {} } : makeBody(endpoint, random, target);
  // Logging out would leave the remaining requests without a session.
  const token = endpoint === logout ? undefined : pick(random, [undefined, target.tokens.user, target.tokens.admin, target.tokens.admin]);
  return { method, path, body, headers: { ...headers, ...(token && { authorization: token }) } };
}

function visitPage(random: Random, target: Target): HostileRequest {
  const path = pick(random, PAGES).replace(/\{\w+\}/g, () => makeParam(random, target)) + makeQuery(random);
  const method = random() < 0.9 ? 'GET' : pick(random, METHODS);
  const body = method === 'POST' && random() < 0.5 ? Buffer.from(pick(random, HUGE_JSON)) : null;
  const headers: Record<string, string> = {
    accept: pick(random, ['text/html', '*/*', 'application/json', '']),
    'accept-encoding': pick(random, ['br', 'gzip', 'identity', 'zstd, *;q=0']),
    ...(random() < 0.1 && { 'if-none-match': pick(random, ['*', 'W/"x"', ','.repeat(3000)]) }),
    ...(random() < 0.1 && { range: pick(random, ['bytes=0-', 'bytes=9-1', `bytes=${'0-1,'.repeat(500)}0-1`]) }),
    ...(random() < 0.1 && { cookie: `a=${'x'.repeat(6000)}` }),
    ...(random() < 0.05 && { 'x-long': 'x'.repeat(20_000) }),
    ...(body && { 'content-type': pick(random, TYPES) }),
  };
  return { method, path, body, headers };
}

/** From different addresses, as the limits of one network would refuse most requests. */
const makeAddress = (random: Random) => Array.from({ length: 4 }, () => 1 + Math.floor(random() * 254)).join('.');

export function* generateRequests(count: number, seed: string, target: Target): Generator<HostileRequest> {
  const random = seededRandom(seed);
  for (let n = 0; n < count; n += 1) {
    const kind = random();
    const request = kind < 0.65 ? callEndpoint(random, target) : kind < 0.9 ? visitPage(random, target) : makeRawRequest(random);
    yield { ...request, headers: { ...request.headers, 'x-forwarded-for': makeAddress(random) } };
  }
}
