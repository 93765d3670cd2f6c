/** A merchant pastes the addresses of the shop before, and visitors' links lead on. */
import { expect, test } from 'vitest';
import { logInAdmin } from '../support/api-client.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[REDIR-1] [REDIR-2] [REDIR-3] [REDIR-4] pasted lines become redirects; those that are refused stay in the field, with the reason', {
  tags: ['full'],
}, async () => {
  const session = await logInAdmin(origin);
  const old = `/old-${Date.now()}.html`;
  const { page } = await visit({ session });
  await goTo(page, '/dashboard/admin/redirects');
  const field = main(page).getByLabel('From and to');
  await field.fill(`${old} /categories\n/cart /categories\n/b //evil.example`);
  await main(page).getByRole('button', { name: 'Add redirects' }).click();
  await findToast(page, '1 redirect added').waitFor();
  await main(page).getByText('Your shop has this page already').waitFor();
  await main(page).getByText('redirects stay in your shop').waitFor();
  await expect.poll(() => field.inputValue()).toBe('/cart /categories\n/b //evil.example');
  const answer = await fetch(`${origin}${old}?utm=1`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/categories']);
  await main(page).getByLabel('Part of a path').fill('nothing-like-it');
  await main(page).locator('[type=submit]', { hasText: 'Search' }).click();
  await main(page).getByText('No matching redirects').waitFor();
  await main(page).getByLabel('Part of a path').fill(old.slice(1, -5));
  await main(page).locator('[type=submit]', { hasText: 'Search' }).click();
  await main(page).getByText('1 redirect found').waitFor();
  expect(new URL(page.url()).searchParams.get('keyword')).toBe(old.slice(1, -5));
  await main(page)
    .getByRole('button', { name: `Delete ${old}` })
    .click();
  await findToast(page, 'Redirect deleted').waitFor();
  await expect.poll(async () => (await fetch(`${origin}${old}`, { redirect: 'manual' })).status).toBe(404);
});

test("[REDIR-5] Shopify's redirect file is uploaded as it is; what can't be a redirect stays, with words", async () => {
  const session = await logInAdmin(origin);
  const old = `/shopify-${Date.now()}`;
  const { page } = await visit({ session });
  await goTo(page, '/dashboard/admin/redirects');
  const text = `Redirect from,Redirect to\r\n${old},/categories\r\n${old}/blog/*,/pages/*\r\n${old}/*/x,/cart\r\n`;
  const file = { name: 'redirects.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await main(page).locator('input[type=file]').setInputFiles(file);
  await findToast(page, '2 redirects added').waitFor();
  await main(page).getByText('A * can only be at the end').waitFor();
  await expect.poll(() => main(page).getByLabel('From and to').inputValue()).toBe(`${old}/*/x /cart`);
  const answer = await fetch(`${origin}${old}/blog/News?utm=1`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/pages/News']);
});
