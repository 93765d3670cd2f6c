import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';
import { listCategories } from '../../../contract/category.ts';
import { readSettings } from '../../../contract/settings.ts';
import { readShopDetails, updateShopDetails } from '../../../contract/shop-details.ts';

const lines: string[] = [];
const shop = await openShop({ app: { logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } } } });

/** What a fault deep inside looks like: a cause with a code, wrapped by the query builder. */
const createQueryError = (message: string, code?: string) =>
  new Error(`Failed query: select secret from /srv/shop: ${message}`, { cause: Object.assign(new Error(message), code && { code }) });

const failingRoutes: Record<string, () => unknown> = {
  '/fault/throw': () => {
    throw createQueryError('boom');
  },
  '/fault/reject': () => Promise.reject(createQueryError('boom')),
  '/fault/text': () => Promise.reject('only a text'),
  '/fault/away': () => Promise.reject(createQueryError('connection refused', 'ECONNREFUSED')),
  '/fault/full': () => Promise.reject(createQueryError('no space', 'ENOSPC')),
};
for (const [url, fail] of Object.entries(failingRoutes)) shop.app.get(url, async () => fail());

/** All that anybody is told of an error that nobody foresaw. */
const WORDS = /^Something went wrong on our side\. If it stays, tell us this number: [0-9a-f-]{36}$/;

test.each(['/fault/throw', '/fault/reject', '/fault/text'])(
  '[SAFE-6] [fault 36] [threat 46] %s: an unexpected error is shown as a number and nothing else, and the shop continues',
  async (url) => {
    lines.length = 0;
    const { status, body } = await shop.send({ url });
    expect(status).toBe(500);
    expect(body).toEqual({ success: false, code: 'internal_error', message: expect.stringMatching(WORDS) });
    const requestId = /[0-9a-f-]{36}$/.exec(String(body.message))?.[0] ?? 'none';
    // The log has the same number, so that whoever is told it finds the fault.
    expect(lines.join('')).toContain(requestId);
    expect((await shop.call(listCategories)).status).toBe(200);
  },
);

test('[SAFE-6] [fault 36] if a page fails, the visitor sees a page that says so, with the number and nothing else', async () => {
  const { status, body, headers } = await shop.send({ url: '/fault/throw', headers: { accept: 'text/html,*/*' } });
  expect(status).toBe(500);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(body.text).toMatch(/<h1>Something went wrong on our side<\/h1>\n<p>If it stays, tell us this number: [0-9a-f-]{36}<\/p>/);
  expect(body.text).not.toContain('secret');
  const unreadable = await shop.send({ url: '/%E0%A4%A', headers: { accept: 'text/html,*/*' } });
  expect(unreadable.status).toBe(400);
  expect(unreadable.body.text).toContain('be shown</h1>');
});

test('[SAFE-6] an unavailable database: 503, with the time to retry', async () => {
  const { status, body, headers } = await shop.send({ url: '/fault/away' });
  expect(status).toBe(503);
  expect(headers['retry-after']).toBe('2');
  expect(body).toEqual({ success: false, code: 'unavailable', message: 'The shop is busy, please try again' });
});

test('[SAFE-6] no space left on the disk: 507', async () => {
  expect(await shop.send({ url: '/fault/full' })).toMatchObject({ status: 507, body: { code: 'insufficient_storage' } });
});

test.each([
  ['an unknown URL', { method: 'GET', url: '/api/v1/nothing' }, 404, 'not_found'],
  ['a method that the call doesn’t have', { method: 'DELETE', url: readSettings.path }, 404, 'not_found'],
  [
    'a body that isn’t JSON',
    { method: 'POST', url: '/api/v1/auth/login', headers: { 'content-type': 'application/json' }, payload: '{' },
    400,
    'invalid_request',
  ],
  [
    'an empty body',
    { method: 'POST', url: '/api/v1/auth/login', headers: { 'content-type': 'application/json' }, payload: '' },
    400,
    'invalid_request',
  ],
  [
    'a body of plain text',
    { method: 'POST', url: '/api/v1/auth/login', headers: { 'content-type': 'text/plain' }, payload: 'x' },
    415,
    'unsupported_media_type',
  ],
  [
    'a body over the limit',
    { method: 'POST', url: '/api/v1/auth/login', payload: { email: 'x'.repeat(200_000), password: 'x' } },
    413,
    'request_too_large',
  ],
] as const)('[SAFE-5] [threat 43] %s has the same body as every error', async (_what, request, expected, code) => {
  const { status, body } = await shop.send({ ...request });
  expect(status).toBe(expected);
  expect(body).toEqual({ success: false, message: expect.any(String), code });
});

test('[SAFE-5] a body nested ten thousand deep is refused', async () => {
  const payload = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  const { status } = await shop.send({
    method: 'POST',
    url: '/api/v1/auth/login',
    headers: { 'content-type': 'application/json' },
    payload,
  });
  expect(status).toBe(400);
});

test.each([
  ['/', 'no-store'],
  // The same for everyone: whoever keeps it asks each time whether it still holds.
  ['/api/v1/category/categories', 'public, no-cache'],
  ['/api/v1/product/single-product/nothing', 'no-store'],
  ['/api/v1/nothing', 'no-store'],
  ['/uploads/nothing.webp', 'no-store'],
  ['/livez', 'no-store'],
  ['/readyz', 'no-store'],
])('[SAFE-7] [threat 41] the response to %s has the headers that protect a browser', async (url, caching) => {
  const { headers } = await shop.send({ url });
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'cache-control': caching,
  });
});

test("[SHOP-5] an error page of last resort and the API's document show the shop's name", async () => {
  const { token } = await shop.signUp({ role: 1, teamRole: 'owner' });
  const { logo: _logo, ...details } = (await shop.call(readShopDetails, { token })).body.shop;
  const rename = (name: string) => shop.call(updateShopDetails, { token, body: { ...details, name } });
  await rename('Tea & <Sons>');
  const page = await shop.send({ url: '/fault/throw', headers: { accept: 'text/html,*/*' } });
  expect(String((page.body as { text?: string }).text)).toContain(
    '<title>Something went wrong on our side – Tea &amp; &lt;Sons&gt;</title>',
  );
  expect((await shop.send({ url: '/api/docs/json' })).body).toMatchObject({ info: { title: 'Tea & <Sons>' } });
  await rename('Chai');
  expect((await shop.send({ url: '/api/docs/json' })).body).toMatchObject({ info: { title: 'Chai' } });
});
