import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildPagePolicy, takeMarkedScripts } from './content-security-policy.ts';

const NONCE = 'a1b2c3';
const PAGE = [
  `<html><head><script nonce="${NONCE}">start()</script>`,
  `<link rel="preload" href="/font.woff2" nonce="${NONCE}"/></head>`,
  '<body><script>steal()</script><script nonce="guessed">steal()</script><p title="<script ">text</p>',
  `<script type="module" nonce="${NONCE}">boot(1 > 0)</script></body></html>`,
].join('');

test('[SAFE-8] a script injected into a page isn’t allowed by the page’s policy', () => {
  expect(takeMarkedScripts(PAGE, NONCE).scripts).toEqual(['start()', 'boot(1 > 0)']);
});

test('the marks of scripts are removed, so that a cached page is the same for everyone', () => {
  expect(takeMarkedScripts(PAGE, NONCE).html).toBe(PAGE.replaceAll(` nonce="${NONCE}"`, ''));
});

test('the policy names each script by its SHA-256', async () => {
  const hash = createHash('sha256').update('boot(1 > 0)').digest('base64');
  expect(await buildPagePolicy(['boot(1 > 0)'])).toContain(`script-src 'self' 'sha256-${hash}';`);
});
