/** A merchant writes a page in Markdown, and visitors read it. */
import { expect, test } from 'vitest';
import { createPage, deletePage, listPages, updatePage } from '../../../src/contract/page.ts';
import { call, logInAdmin, uniqueName } from '../support/api-client.ts';
import { fillFields } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { adminBar, main } from './locators.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

test('[PAGES-1] [PAGES-2] [PAGES-5] a page is written, previewed, published in the footer, and deleted', { tags: ['full'] }, async () => {
  const session = await logInAdmin(origin);
  const title = uniqueName('Sizes');
  const { page } = await visit({ session });
  await goTo(page, '/dashboard/admin/pages');
  await main(page).getByRole('link', { name: 'Add page' }).click();
  await fillFields(page, {
    Title: title,
    Text: '## Shoes\n\n**Measure** twice.\n\n<img src=x onerror="document.title=1">\n\n[run](javascript:alert(1))',
  });
  await main(page).getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview of Text' });
  await preview.getByRole('heading', { name: 'Shoes' }).waitFor();
  await expect.poll(() => preview.locator('img, a').count()).toBe(0);
  await main(page).getByRole('button', { name: 'Continue writing' }).click();
  await main(page).getByLabel('Status').selectOption('Published');
  await main(page).getByRole('switch', { name: 'In the footer' }).check();
  await main(page).getByRole('button', { name: 'Save page' }).click();
  await findToast(page, 'Page saved').waitFor();
  await page.getByRole('heading', { name: `Edit ${title}` }).waitFor();
  await adminBar(page).getByRole('link', { name: 'View shop' }).click();
  await page.locator('footer').getByRole('link', { name: title }).click();
  await main(page).getByRole('heading', { level: 1, name: title }).waitFor();
  await main(page).locator('strong', { hasText: 'Measure' }).waitFor();
  await main(page).getByText('<img src=x').waitFor();
  await expect.poll(() => main(page).locator('.rich-text').locator('img, a').count()).toBe(0);
  await goTo(page, '/dashboard/admin/pages');
  await main(page)
    .getByRole('button', { name: `Delete ${title}` })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await findToast(page, `${title} deleted`).waitFor();
  const { pages } = await call(origin, listPages, { token: session.token, query: { limit: 100 } });
  expect(pages.map((it) => it.title)).not.toContain(title);
});

test('[PAGES-3] [PAGES-4] a page is rendered on the server; its former URL redirects by 301, and a deleted page says 410', async () => {
  const { token } = await logInAdmin(origin);
  const slug = `page-${Date.now()}`;
  const body = {
    title: 'Care',
    slug,
    text: 'Wash *cold*.',
    status: 'published',
    inFooter: false,
    footerPosition: 0,
    description: '',
  } as const;
  const created = await call(origin, createPage, { token, body });
  const open = async (path: string) => {
    const answer = await fetch(`${origin}/pages/${path}`, { redirect: 'manual' });
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() };
  };
  const opened = await open(slug);
  expect(opened).toMatchObject({ status: 200, text: expect.stringContaining('<p>Wash <em>cold</em>.</p>') });
  expect(opened.text).toContain('<meta name="description" content="Wash cold."/>');
  expect(opened.text).toContain(`/pages/${slug}"`);
  const params = { id: created.page._id };
  await call(origin, updatePage, { token, params, body: { ...body, slug: `${slug}-new` } });
  await expect.poll(() => open(slug)).toMatchObject({ status: 301, location: `/pages/${slug}-new` });
  await call(origin, deletePage, { token, params });
  for (const path of [slug, `${slug}-new`]) await expect.poll(() => open(path)).toMatchObject({ status: 410 });
  expect((await open(`${slug}-never`)).status).toBe(404);
});
