/** Links within the shop, by plain clicks, and by clicks that the browser handles itself. */
import { expect, test } from 'vitest';
import { goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const visit = prepareVisits(getWorkerOrigin());

test('[NAV-8] a link changes the page without a full reload, and is marked as the current page', async () => {
  const { page } = await visit();
  await goTo(page, '/about');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.locator('footer').getByRole('link', { name: 'Contact' }).click();
  await page.waitForURL('**/contact');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('**/login');
  const login = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' });
  await expect.poll(() => login.getAttribute('aria-current')).toBe('page');
  await expect.poll(() => page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});

test('a click with Ctrl opens another tab and leaves this one', { tags: ['full'] }, async () => {
  const { page, context } = await visit();
  await goTo(page, '/about');
  const tab = context.waitForEvent('page');
  await page
    .locator('footer')
    .getByRole('link', { name: 'Contact' })
    .click({ modifiers: ['ControlOrMeta'] });
  await (await tab).waitForURL('**/contact');
  expect(new URL(page.url()).pathname).toBe('/about');
});

test('a link to the current page adds no history entry', async () => {
  const { page } = await visit();
  await goTo(page, '/about');
  const contact = page.locator('footer').getByRole('link', { name: 'Contact' });
  await contact.click();
  await page.waitForURL('**/contact');
  const entries = await page.evaluate(() => history.length);
  await contact.click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(() => history.length)).toBe(entries);
});
