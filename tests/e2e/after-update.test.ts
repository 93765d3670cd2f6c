/** A tab that was open while the shop was updated: the scripts of its other pages are gone. */
import { expect, test } from 'vitest';
import { cartBadge, heading } from './support/steps.ts';
import { goTo, prepareVisits, waitForHydration } from './support/visitor.ts';
import { getWorkerOrigin } from './support/worker-shop.ts';

const visit = prepareVisits(getWorkerOrigin());

test('[UPGR-10] a tab of the previous release reloads itself where a script is gone, keeps its cart, and works', async () => {
  const { page, expectBrowserErrors } = await visit({ isFirst: true });
  expectBrowserErrors(/Error loading route module|Failed to load resource|Failed to fetch dynamically imported module|404/);
  await goTo(page, '/');
  // From here on the server has other files, which only a new document names.
  let isUpdated = true;
  let documents = 0;
  await page.route('**/*', (route) => {
    const request = route.request();
    if (request.resourceType() === 'document') {
      documents += 1;
      isUpdated = false;
    }
    const isGone = isUpdated && new URL(request.url()).pathname.endsWith('.js');
    return isGone ? route.fulfill({ status: 404, contentType: 'application/json', body: '{"success":false}' }) : route.continue();
  });
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await expect.poll(() => cartBadge(page).textContent()).toBe('1');
  const about = page.getByRole('contentinfo').getByRole('link', { name: 'About' });
  await about.click();
  await expect.poll(() => documents).toBe(1);
  await waitForHydration(page);
  await expect.poll(() => cartBadge(page).textContent()).toBe('1');
  if (new URL(page.url()).pathname === '/') await about.click();
  await page.waitForURL('**/About');
  await expect.poll(() => heading(page).count()).toBe(1);
  expect(documents).toBe(1);
});
