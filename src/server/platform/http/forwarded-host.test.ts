/** Behind a proxy that passes on whatever host the client claims. */
import { expect, test } from 'vitest';
import { openShop } from '../../../../tests/support/harness.ts';

const TRUSTED = { trustProxy: ['127.0.0.1'], trustedHosts: ['shop.example', 'shop.example:8443'] };
const listed = await openShop({ app: TRUSTED });
const unlisted = await openShop({ app: { trustProxy: ['127.0.0.1'] } });
const distrusting = await openShop({ app: { trustedHosts: ['shop.example'] } });

/** The origin that the shop's own links have. */
async function readOrigin(shop: typeof listed, headers: Record<string, string>): Promise<string> {
  const { status, body } = await shop.send({ url: '/robots.txt', headers: { host: 'inner:3000', ...headers } });
  if (status !== 200) throw new Error(`${status}`);
  return /Sitemap: (.*)\/sitemap\.xml/.exec(String(body.text))?.[1] ?? '';
}

test.each<[string, Record<string, string>, string]>([
  ['a host of the list', { 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https' }, 'https://shop.example'],
  ['a host in capitals', { 'x-forwarded-host': 'SHOP.example' }, 'http://shop.example'],
  ['a host with its port', { 'x-forwarded-host': 'shop.example:8443', 'x-forwarded-proto': 'https' }, 'https://shop.example:8443'],
  ['the last of several, added by the proxy', { 'x-forwarded-host': 'evil.example, shop.example' }, 'http://shop.example'],
  ['another host', { 'x-forwarded-host': 'evil.example' }, 'http://inner:3000'],
  ['another port', { 'x-forwarded-host': 'shop.example:1' }, 'http://inner:3000'],
  ['a host of the list before another', { 'x-forwarded-host': 'shop.example, evil.example' }, 'http://inner:3000'],
  ['a longer host', { 'x-forwarded-host': 'shop.example.evil.example' }, 'http://inner:3000'],
  ['nothing', { 'x-forwarded-host': '' }, 'http://inner:3000'],
  ['an invalid scheme', { 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'javascript' }, 'http://shop.example'],
])('[SAFE-15] forwarded: %s', async (_what, headers, origin) => {
  expect(await readOrigin(listed, headers)).toBe(origin);
});

test('[SAFE-15] no forwarded host is accepted without a list of hosts or without a trusted proxy', async () => {
  expect(await readOrigin(unlisted, { 'x-forwarded-host': 'shop.example' })).toBe('http://inner:3000');
  expect(await readOrigin(distrusting, { 'x-forwarded-host': 'shop.example' })).toBe('http://inner:3000');
});

test('[SAFE-15] a response made for a claimed host isn’t cached for others', async () => {
  const claim = { 'x-forwarded-host': 'evil.example' };
  await readOrigin(listed, claim);
  for (const headers of [{}, claim, { 'x-forwarded-host': 'shop.example' }])
    expect(await readOrigin(listed, headers)).not.toContain('evil');
});
