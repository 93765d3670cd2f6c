/** Several images in the form of a product: added, described, ordered by dragging and by buttons, and removed. */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type DetailedProduct, readProduct } from '../../../src/contract/product.ts';
import { updateProduct } from '../../../src/contract/product-admin.ts';
import { searchProducts } from '../../../src/contract/product-search.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { call, first, logInAdmin, makeCategory, makeProduct, type Session, uniqueName } from '../support/api-client.ts';
import { makeGallery } from '../support/gallery.ts';
import { button } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { main } from './locators.ts';
import { fillProductForm, makeNoiseUpload, makePngUpload, throttleNetwork } from './product-form.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let session: Session;

beforeAll(async () => {
  session = await logInAdmin(origin);
});

const read = async ({ slug }: Pick<DetailedProduct, 'slug'>) => first((await call(origin, readProduct, { params: { slug } })).product);
const readAlts = async (product: DetailedProduct) => (await read(product)).images.map(({ alt }) => alt);
const altField = (page: Page, position: number) => page.getByLabel(`Alternative text of image ${position}`);

async function openGallery() {
  const product = await makeGallery(origin, session.token);
  const visitor = await visit({ session });
  await goTo(visitor.page, `/dashboard/admin/update-product/${product.slug}`);
  await altField(visitor.page, 4).waitFor();
  return { ...visitor, product };
}

const addFiles = async (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) => {
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Add images').click();
  await (await chooser).setFiles(files);
};

async function save(page: Page): Promise<void> {
  await button(page, 'Update Product').click();
  await findToast(page, 'Successfully Update').waitFor();
}

describe('several images of a product', () => {
  test('[GAL-9] [A11Y-2] are ordered by the keyboard alone, described and removed; the first one is what lists show', async () => {
    const { page, product } = await openGallery();
    await button(page, 'Move image 3 up').press('Enter');
    await expect.poll(() => altField(page, 2).inputValue()).toBe('From above');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move image 2 up');
    await page.keyboard.press('Enter');
    await expect.poll(() => altField(page, 1).inputValue()).toBe('From above');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move image 1 down');
    await page.getByText('Image moved to position 1 of 4').waitFor({ state: 'attached' });
    await expect.poll(() => button(page, 'Move image 1 up').isDisabled()).toBe(true);
    await button(page, 'Remove image 4').press('Enter');
    await altField(page, 3).fill('Its other side');
    expect(await findA11yViolations(page)).toEqual([]);
    await save(page);
    const saved = await read(product);
    expect(saved.images).toEqual([
      { url: product.images[2]?.url, alt: 'From above' },
      { url: product.images[0]?.url, alt: product.name },
      { url: product.images[1]?.url, alt: 'Its other side' },
    ]);
    expect(saved.image).toBe(product.images[2]?.url);
  });

  test('[GAL-9] are ordered by dragging, by mouse and by finger', { tags: ['full'] }, async () => {
    const { page, product } = await openGallery();
    const handle = (position: number) =>
      main(page)
        .locator('li [data-drag-handle]')
        .nth(position - 1);
    await handle(4).dragTo(handle(1), { targetPosition: { x: 20, y: 2 } });
    await expect.poll(() => altField(page, 1).inputValue()).toBe('In its box');
    const center = async (position: number) => {
      const box = await handle(position).boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 + 5 };
    };
    const touch = await page.context().newCDPSession(page);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [await center(1)] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [await center(3)] });
    await expect.poll(() => altField(page, 3).inputValue()).toBe('In its box');
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await save(page);
    expect(await readAlts(product)).toEqual([product.name, 'From the side', 'In its box', 'From above']);
  });

  test('[GAL-9] [UPLOAD-1] several files are added at once, with progress; a file that is no image is named, and the others stay', {
    tags: ['full'],
  }, async () => {
    const product = await makeProduct(origin, session.token, (await makeCategory(origin, session.token))._id);
    const { page } = await visit({ session });
    await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
    await altField(page, 1).fill('The first one');
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
    await addFiles(page, [await makeNoiseUpload(), text, await makePngUpload('teal')]);
    await page.getByRole('alert').filter({ hasText: "notes.txt: This file isn't an image" }).waitFor();
    await altField(page, 3).fill('Teal');
    await throttleNetwork(page, { upload: 600_000, latency: 200 });
    await button(page, 'Update Product').click();
    await page.getByText('Uploading image…').waitFor();
    await findToast(page, 'Successfully Update').waitFor();
    const { images } = await read(product);
    expect(images.map(({ alt }) => alt)).toEqual(['The first one', product.name, 'Teal']);
    expect(images[0]?.url).toBe(product.image);
  });

  test('[GAL-9] more than ten are refused, and the last one can not be removed', { tags: ['full'] }, async () => {
    const product = await makeProduct(origin, session.token, (await makeCategory(origin, session.token))._id);
    const { page } = await visit({ session });
    await goTo(page, `/dashboard/admin/update-product/${product.slug}`);
    await altField(page, 1).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Remove image/ }).count()).toBe(0);
    const upload = await makePngUpload('teal');
    await addFiles(page, Array(11).fill(upload));
    await page.getByRole('alert').filter({ hasText: 'A product has 10 images at most.' }).waitFor();
    await expect.poll(() => altField(page, 10).count()).toBe(1);
    await expect.poll(() => altField(page, 11).count()).toBe(0);
    await expect.poll(() => button(page, 'Add images').isDisabled()).toBe(true);
  });

  test('[GAL-9] [UPLOAD-2] a file that the server refuses is named; the rest is saved, and nothing that was typed is lost', {
    tags: ['full'],
  }, async () => {
    const { page, product, expectBrowserErrors } = await openGallery();
    expectBrowserErrors(/status of 507/);
    await addFiles(page, [await makePngUpload('teal')]);
    await altField(page, 5).fill('Teal');
    await page.getByLabel('Description', { exact: true }).fill('Another word.');
    await page.route('**/product/upload-image', (route) =>
      route.fulfill({ status: 507, json: { success: false, message: 'The shelf is full' } }),
    );
    await button(page, 'Update Product').click();
    await main(page).getByRole('alert').filter({ hasText: 'picture.png: The shelf is full' }).waitFor();
    expect(await read(product)).toMatchObject({ description: 'Another word.', images: product.images });
    await expect.poll(() => altField(page, 5).inputValue()).toBe('Teal');
    await page.unroute('**/product/upload-image');
    await save(page);
    expect(await readAlts(product)).toEqual([product.name, 'From the side', 'From above', 'In its box', 'Teal']);
  });

  test('[GAL-9] a product is made with several images in one go', { tags: ['full'] }, async () => {
    const category = await makeCategory(origin, session.token);
    const name = uniqueName('Gallery');
    const { page } = await visit({ session });
    await goTo(page, '/dashboard/admin/create-product');
    await fillProductForm(page, { category: category.name, name });
    const files = [await makePngUpload('red'), await makePngUpload('green'), await makePngUpload('blue')];
    await page.locator('input[type="file"]').setInputFiles(files);
    for (const [index, alt] of ['Red', 'Green', 'Blue'].entries()) await altField(page, index + 1).fill(alt);
    await button(page, 'Move image 3 up').click();
    await button(page, 'Submit').click();
    await findToast(page, 'successfully created product').waitFor();
    const [found] = await call(origin, searchProducts, { params: { keyword: name } });
    expect((await read({ slug: String(found?.slug) })).images.map(({ alt }) => alt)).toEqual(['Red', 'Blue', 'Green']);
  });

  test('[GAL-9] [GAL-4] [VERSION-4] images that another admin has changed meanwhile are shown, and one of the two is chosen', {
    tags: ['full'],
  }, async () => {
    const { page, product, expectBrowserErrors } = await openGallery();
    expectBrowserErrors(/status of 409/);
    const [one, two, three] = product.images;
    const params = { id: product._id };
    await call(origin, updateProduct, { token: session.token, params, body: { images: [two, one].flatMap((it) => it ?? []) } });
    await button(page, 'Remove image 4').click();
    await button(page, 'Update Product').click();
    await page.getByRole('alert').filter({ hasText: 'Nothing was overwritten' }).waitFor();
    expect((await read(product)).images).toHaveLength(2);
    await page.getByRole('radio', { name: /^There now/ }).check();
    await expect.poll(() => altField(page, 3).count()).toBe(0);
    await expect.poll(() => altField(page, 1).inputValue()).toBe('From the side');
    await page.getByRole('radio', { name: /^Yours/ }).check();
    await expect.poll(() => altField(page, 3).inputValue()).toBe(three?.alt);
    await save(page);
    expect((await read(product)).images.map(({ url }) => url)).toEqual([one, two, three].map((it) => it?.url));
  });

  test('[UPLOAD-7] the form says that only the first frame of an animated image is shown; a HEIC photo is refused with advice', {
    tags: ['full'],
  }, async () => {
    const { page } = await openGallery();
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    await addFiles(page, [{ name: 'moving.gif', mimeType: 'image/gif', buffer: gif }]);
    await page.getByText('moving.gif: This image is animated').waitFor();
    await addFiles(page, [{ name: 'IMG_1.HEIC', mimeType: '', buffer: gif }]);
    await page.getByText('Settings › Camera › Formats › Most Compatible').waitFor();
    await expect
      .poll(() => page.locator('input[type=file][accept^=image]').getAttribute('accept'))
      .toBe('image/jpeg,image/png,image/webp,image/avif,image/gif');
  });
});
