/** Upload of an image: progress, cancelling, and failures. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { searchProducts } from '../../../src/contract/product-search.ts';
import { makeImage } from '../../support/images.ts';
import { takeFirst } from '../../support/projects.ts';
import { call, logInAdmin, makeCategory, makeProduct, type Session, uniqueName } from '../support/api-client.ts';
import { expectToastDuration, stopClock } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';
import { fillProductForm, makeNoiseUpload, throttleNetwork } from './product-form.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

/** Bytes per second, so that the upload takes some seconds. */
const SLOW_BYTES_PER_SECOND = 600_000;

let session: Session;
let category: { _id: string; name: string };

beforeAll(async () => {
  session = await logInAdmin(origin);
  category = await makeCategory(origin, session.token);
});

const progressBar = (page: Page) => main(page).getByRole('progressbar');
/** Records the values of the progress bar inside the page, since a test on a busy machine might look too late. */
async function recordProgress(page: Page): Promise<() => Promise<number[]>> {
  const values = await page.evaluateHandle(() => {
    const seen: number[] = [];
    new MutationObserver(() => {
      const value = document.querySelector('progress')?.value;
      if (value !== undefined && value !== seen.at(-1)) seen.push(value);
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['value'] });
    return seen;
  });
  return () => values.jsonValue();
}

const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const readChosenFileName = (page: Page) => page.locator('input[type="file"]').evaluate((it: HTMLInputElement) => it.files?.[0]?.name);
const isProductListed = async (name: string) =>
  (await call(origin, searchProducts, { params: { keyword: name } })).some((it) => it.name === name);

describe('a picture on its way up', () => {
  test('[ADM-6] [UPLOAD-1] an upload shows how much was sent, then that it is being checked, and the product is created', async () => {
    const name = uniqueName('Slowly');
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/create-product');
    await fillProductForm(page, { category: category.name, name });
    await page.locator('input[type="file"]').setInputFiles(await makeNoiseUpload());
    await throttleNetwork(page, { upload: SLOW_BYTES_PER_SECOND, latency: 1500 });
    const readProgressValues = await recordProgress(page);
    await button(page, 'Submit').click();
    await page.getByText('Uploading image…').waitFor();
    await page.getByText('Processing image…').waitFor();
    const values = (await readProgressValues()).filter((value) => value > 0 && value < 1);
    expect(values.length).toBeGreaterThan(1);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    await expect.poll(() => button(page, 'Cancel').getAttribute('aria-disabled')).toBe('true');
    await findToast(page, 'successfully created product').waitFor();
    await page.waitForURL('**/dashboard/admin/products');
    expect(await isProductListed(name)).toBe(true);
  });

  test('[ADM-6] [UPLOAD-2] cancelled, nothing is created, all that was typed and the image are still there, and it can be sent again', async () => {
    const name = uniqueName('Cancelled');
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/create-product');
    await fillProductForm(page, { category: category.name, name });
    await page.locator('input[type="file"]').setInputFiles(await makeNoiseUpload());
    const restoreSpeed = await throttleNetwork(page, { upload: SLOW_BYTES_PER_SECOND / 20, latency: 0 });
    await button(page, 'Submit').click();
    await progressBar(page).waitFor();
    await button(page, 'Cancel').click();
    await findToast(page, 'Upload cancelled').waitFor();
    await expect.poll(() => progressBar(page).count()).toBe(0);
    await expect.poll(() => button(page, 'Submit').evaluate((it) => it === document.activeElement)).toBe(true);
    await expect.poll(() => findToast(page, 'Error while creating a product').count()).toBe(0);
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
    await expect.poll(() => readChosenFileName(page)).toBe('noise.png');
    await restoreSpeed();
    expect(await isProductListed(name)).toBe(false);
    await button(page, 'Submit').click();
    await findToast(page, 'successfully created product').waitFor();
    expect(await isProductListed(name)).toBe(true);
  });

  test('[CONST-3] a toast that is neither a success nor an error stays for four seconds', { tags: ['full'] }, async () => {
    const { page } = await visit({ session, clock: true });
    await goTo(page, '/dashboard/admin/create-product');
    await fillProductForm(page, { category: category.name, name: 'Never sent' });
    await page.locator('input[type="file"]').setInputFiles(await makeNoiseUpload());
    const restoreSpeed = await throttleNetwork(page, { upload: SLOW_BYTES_PER_SECOND / 20, latency: 0 });
    await stopClock(page);
    await button(page, 'Submit').click();
    await progressBar(page).waitFor();
    await button(page, 'Cancel').click();
    const toast = findToast(page, 'Upload cancelled');
    await toast.waitFor();
    await restoreSpeed();
    await expectToastDuration(page, toast, 4000);
  });

  const failures = [
    [
      'a refusal',
      'The shelf is full',
      (page: Page) =>
        page.route('**/create-product', (it) => it.fulfill({ status: 507, json: { success: false, message: 'The shelf is full' } })),
    ],
    ['a line that breaks', "couldn't reach the shop", (page: Page) => page.route('**/create-product', (it) => it.abort('connectionreset'))],
  ] as const;
  test.each(takeFirst(failures))(
    '[ADM-6] [UPLOAD-2] %s is told, and all that was typed and the picture are still there',
    { tags: ['full'] },
    async (_what, expectedMessage, failRequest) => {
      const { page, expectBrowserErrors } = await visit({ session });
      expectBrowserErrors(/Failed to load resource/, /console:.*Error/);
      await goTo(page, '/dashboard/admin/create-product');
      await fillProductForm(page, { category: category.name, name: 'Typed once' });
      await page.locator('input[type="file"]').setInputFiles(await makeNoiseUpload());
      await failRequest(page);
      await button(page, 'Submit').click();
      await findToast(page, 'Error while creating a product').waitFor();
      await main(page).getByRole('alert').filter({ hasText: expectedMessage }).waitFor();
      await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Typed once');
      await expect.poll(() => readChosenFileName(page)).toBe('noise.png');
      await main(page).locator('img[src^="blob:"]').waitFor();
      await expect.poll(() => progressBar(page).count()).toBe(0);
    },
  );

  test('[ADM-8] [UPLOAD-1] a new picture shows its progress too; cancelled, the texts are saved and the old picture stays', {
    tags: ['full'],
  }, async () => {
    const product = await makeProduct(origin, session.token, category._id);
    const { page } = await visit({ session });
    await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
    const renamed = uniqueName('Renamed');
    await page.getByLabel('Name', { exact: true }).fill(renamed);
    await page.locator('input[type="file"]').setInputFiles(await makeNoiseUpload());
    const restoreSpeed = await throttleNetwork(page, { upload: SLOW_BYTES_PER_SECOND / 20, latency: 0 });
    await button(page, 'Update Product').click();
    await progressBar(page).waitFor();
    await button(page, 'Cancel').click();
    await findToast(page, 'The details are saved').waitFor();
    await restoreSpeed();
    const found = await call(origin, searchProducts, { params: { keyword: renamed } });
    expect(found).toMatchObject([{ name: renamed, image: product.image }]);
    await expect.poll(() => readChosenFileName(page)).toBe('noise.png');
  });

  test('[ADM-6] [UPLOAD-3] a picture can be dropped and pasted as well', async () => {
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/create-product');
    const bytes = [...(await makeImage('png'))];
    for (const [fileName, type] of [
      ['dropped.png', 'drop'],
      ['pasted.png', 'paste'],
    ] as const) {
      await page.getByText('UPLAOD IMAGE').waitFor();
      await page.evaluate(
        ([name, kind, content]) => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array(content)], name, { type: 'image/png' }));
          const target = document.querySelector('input[type="file"]')?.parentElement;
          const event =
            kind === 'drop'
              ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data })
              : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data });
          target?.dispatchEvent(event);
        },
        [fileName, type, bytes] as const,
      );
      await main(page).getByText(fileName).waitFor();
      await main(page).locator('img[src^="blob:"]').waitFor();
      await expect.poll(() => readChosenFileName(page)).toBe(fileName);
    }
  });
});
