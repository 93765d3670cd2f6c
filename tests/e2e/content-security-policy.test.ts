/** A page's Content-Security-Policy, in a real browser. */
import { expect, test } from 'vitest';
import { prepareVisits, waitForHydration } from './support/visitor.ts';
import { getWorkerOrigin } from './support/worker-shop.ts';

const visit = prepareVisits(getWorkerOrigin());

test('[SAFE-8] a script injected into a page never runs, and the page hydrates without it', async () => {
  const { page, expectBrowserErrors, browserErrors } = await visit();
  expectBrowserErrors(/Content Security Policy/, /^policy: script-src-elem inline/);
  await page.route('**/about', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace('</head>', '<script>document.title = "injected"</script></head>') });
  });
  await page.goto('/about');
  await waitForHydration(page);
  await expect.poll(() => page.title()).not.toBe('injected');
  expect(browserErrors.filter((it) => it.startsWith('policy:'))).toHaveLength(1);
});
