/** A shop that sells downloads: the team uploads a file, a guest buys it without an address, and gets it by page and email. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDownloads } from '../../../src/contract/downloads.ts';
import type { Product } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { openEmbedded } from '../../../src/server/platform/database/connect.ts';
import { findFreePort } from '../../support/free-port.ts';
import { makeProducts, makeCategory as makeRowOfCategory } from '../../support/products.ts';
import { type ShopProcess, startShop } from '../../support/shop-process.ts';
import { type MailServer, startMailServer } from '../../support/smtp-server.ts';
import { dialog, main } from '../admin/locators.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, logInAdmin, makeCategory, makeProduct, type Session } from '../support/api-client.ts';
import { payWithCard, VALID_CARD } from '../support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits } from '../support/visitor.ts';
import { makeEmptyDataDir } from '../support/worker-shop.ts';
import { orderButton } from './test-products.ts';

const BYTES = Buffer.from('%PDF-1.7 the guide to trees');
const BUYER = 'grace@example.com';
let mail: MailServer;
let shop: ShopProcess;
let session: Session;
let guide: Product;

/** The demo's payments without its catalog, which only an empty shop gets. */
async function skipDemoCatalog(dataDir: string): Promise<void> {
  const { db, close } = await openEmbedded({ dataDir });
  await makeProducts(db, [{ categoryId: await makeRowOfCategory(db), status: 'archived' }]);
  await close();
}

beforeAll(async () => {
  mail = await startMailServer();
  const port = String(await findFreePort());
  const env = {
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Trees <hello@shop.example>',
    DEMO: 'on',
    SECOND_FACTOR: 'optional',
  };
  const dataDir = makeEmptyDataDir();
  await skipDemoCatalog(dataDir);
  shop = await startShop({ dataDir, env });
  session = await logInAdmin(shop.origin);
  const { _id: category } = await makeCategory(shop.origin, session.token);
  const made = await makeProduct(shop.origin, session.token, category, { name: 'Guide to trees', price: 12 });
  await call(shop.origin, updateProduct, { token: session.token, params: { id: made._id }, body: { shipping: 0 } });
  guide = { ...made, shipping: 0 };
});

afterAll(async () => {
  await shop.stop();
  await mail.close();
});

const visit = prepareVisits('');
const form = (page: Page) => page.locator('main').getByRole('form', { name: 'Checkout' });
const download = (page: Page) => page.getByRole('button', { name: /^Download/ });

async function save(page: Page): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), download(page).click()]);
  expect(file.suggestedFilename()).toBe('Trees & leaves.pdf');
  return readFile(await file.path());
}

test('[DOWNLOAD-15] the team adds a file and licence keys in the product’s form, renames it, and sees how many keys are left', async () => {
  const { page, expectBrowserErrors } = await visit({ session, origin: shop.origin });
  // The name that is refused.
  expectBrowserErrors(/400 \(Bad Request\)/);
  await goTo(page, `/dashboard/admin/update-product/${guide.slug}`);
  await main(page).getByText('Downloads and licence keys').click();
  await page.setInputFiles('input[aria-label="Add a file"]', { name: 'trees.pdf', mimeType: 'application/pdf', buffer: BYTES });
  await findToast(page, 'File added').waitFor();
  await main(page).getByRole('button', { name: 'Edit trees.pdf' }).click();
  await dialog(page).getByLabel('File name').fill('../trees.pdf');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => dialog(page).getByLabel('File name').getAttribute('aria-invalid')).toBe('true');
  await dialog(page).getByLabel('File name').fill('Trees & leaves.pdf');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await main(page).getByText('Trees & leaves.pdf').waitFor();
  await main(page).getByRole('button', { name: 'Sell licence keys' }).click();
  await main(page).getByRole('button', { name: 'Add keys' }).click();
  await dialog(page).getByLabel('Keys').fill('TREE-0001\n\nTREE-0002\nTREE-0001\n');
  await dialog(page).getByRole('button', { name: 'Add keys' }).click();
  await main(page).getByText('2 left, 0 sold').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
  await page.setViewportSize(NARROW);
  await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  const { files } = await call(shop.origin, listDownloads, { token: session.token, params: { product: guide._id } });
  expect(files).toMatchObject([{ name: 'Trees & leaves.pdf', bytes: BYTES.length, isReady: true }]);
});

test('[DOWNLOAD-14] a guest buys a download alone, gets it on the page and by email, and the sixth time reads why not', async () => {
  const { page, expectBrowserErrors } = await visit({ origin: shop.origin, viewport: NARROW, storage: { cart: [guide] } });
  expectBrowserErrors(/410 \(Gone\)/);
  await goTo(page, '/checkout');
  await form(page).getByLabel('Email', { exact: true }).fill(BUYER);
  await form(page).getByLabel('Name', { exact: true }).fill('Grace Guest');
  await expect.poll(() => form(page).getByLabel('Street and house number').count()).toBe(0);
  await expect.poll(() => form(page).getByText('Delivery address').count()).toBe(0);
  expect(await findA11yViolations(page)).toEqual([]);
  await orderButton(page).click();
  await payWithCard(page, VALID_CARD);
  await page.waitForURL('**/success?**');
  await page.getByText('5 downloads left').waitFor();
  await page.getByText('TREE-0001', { exact: true }).waitFor();
  await expect.poll(() => page.getByText('Ship to').count()).toBe(0);
  expect(await save(page)).toEqual(BYTES);
  await page.getByText('4 downloads left').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);

  await expect.poll(() => mail.received.filter(({ to }) => to.includes(BUYER)).length).toBe(1);
  const text = mail.received.find(({ to }) => to.includes(BUYER))?.parts.get('text/plain') ?? '';
  expect(text).toContain('TREE-0001');
  const [link = ''] = /http\S+\/download\/\S+/.exec(text) ?? [];
  const opened = await visit({ origin: shop.origin });
  opened.expectBrowserErrors(/410 \(Gone\)/);
  await opened.page.goto(link);
  for (const left of [3, 2, 1]) {
    expect(await save(opened.page)).toEqual(BYTES);
    await opened.page.getByText(left === 1 ? '1 download left' : `${left} downloads left`).waitFor();
  }
  expect(await findA11yViolations(opened.page)).toEqual([]);
  expect(await save(opened.page)).toEqual(BYTES);
  await opened.page.getByRole('heading', { name: 'This download has ended' }).waitFor();
  await opened.page.getByText('Downloaded as often as possible. Contact us if you still need it.').waitFor();
  // The page that was open meanwhile still has its button.
  await download(page).click();
  await findToast(page, /downloaded as often as it can be/).waitFor();
  await page.getByText('Downloaded as often as possible.').waitFor();
  await opened.page.goto(`${link.slice(0, -4)}AAAA`);
  await opened.page.reload();
  opened.expectBrowserErrors(/404 \(Not Found\)/, /console: Error: This page or item doesn't exist/);
  await opened.page.getByRole('heading', { name: 'Download not found' }).waitFor();
});

test('[DOWNLOAD-12] the team sees what an order has, renews its downloads and sends them again; it has nothing to ship', async () => {
  const { page } = await visit({ session, origin: shop.origin });
  await goTo(page, '/dashboard/admin/orders');
  await main(page).getByRole('link', { name: /#1001/ }).first().click();
  const panel = main(page).getByRole('region', { name: 'Downloads and licence keys' });
  await panel.getByText(/Downloaded as often as possible\.$/).waitFor();
  await panel.getByText('TREE-0001').waitFor();
  await main(page).getByText('Delivered').first().waitFor();
  await expect.poll(() => main(page).getByRole('link', { name: 'Packing slip' }).count()).toBe(0);
  await panel.getByRole('button', { name: 'Renew downloads' }).click();
  await panel.getByText('5 downloads left').waitFor();
  await panel.getByRole('button', { name: 'Send again' }).click();
  await findToast(page, 'Email on its way').waitFor();
  await expect.poll(() => mail.received.filter(({ to }) => to.includes(BUYER)).length).toBe(2);
  await main(page).getByText('Downloads sent again').waitFor();
  expect(await findA11yViolations(page)).toEqual([]);
});
