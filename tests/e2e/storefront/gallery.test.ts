/** A product with several images: thumbnails, arrows, swipe, and the page without JavaScript. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DetailedProduct } from '../../../src/contract/product.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { logInAdmin, makeCategory, makeProduct } from '../support/api-client.ts';
import { makeGallery } from '../support/gallery.ts';
import { goTo, NARROW, prepareVisits, readLocalStorage } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let product: DetailedProduct;
let token: string;

beforeAll(async () => {
  token = (await logInAdmin(origin)).token;
  product = await makeGallery(origin, token);
});

const gallery = (page: Page) => page.getByRole('region', { name: 'Images', exact: true });
const thumbnail = (page: Page, position: number) => gallery(page).getByRole('link', { name: new RegExp(`^Image ${position}: `) });
const zoomDialog = (page: Page) => page.getByRole('dialog', { name: 'Image', exact: true });

/** The text of the image that fills the frame, once the track has stopped. */
function readShownImage(page: Page): Promise<string | null> {
  return gallery(page)
    .locator('ul')
    .first()
    .evaluate((track) => {
      const { left } = track.getBoundingClientRect();
      const shown = [...track.querySelectorAll('img')].find((it) => Math.abs(it.getBoundingClientRect().left - left) < 2);
      return shown?.alt ?? null;
    });
}

const expectShown = (page: Page, alt: string) => expect.poll(() => readShownImage(page)).toBe(alt);
const readCurrent = (page: Page) => gallery(page).locator('a[aria-current="true"]').getAttribute('aria-label');

describe('several images of a product', () => {
  test('[GAL-6] thumbnails and arrows show the other images, and each opens at full size', { tags: ['full'] }, async () => {
    const { page } = await visit();
    await goTo(page, `/product/${product.slug}`);
    await expectShown(page, product.name);
    await expect.poll(() => thumbnail(page, 5).count()).toBe(0);
    await thumbnail(page, 3).click();
    await expectShown(page, 'From above');
    await expect.poll(() => readCurrent(page)).toBe('Image 3: From above');
    await expect.poll(() => gallery(page).getByText('Image 3 of 4').count()).toBe(1);
    await gallery(page).hover();
    await gallery(page).getByRole('button', { name: 'Next image' }).click();
    await expectShown(page, 'In its box');
    await expect.poll(() => gallery(page).getByRole('button', { name: 'Next image' }).count()).toBe(0);
    await gallery(page).getByRole('button', { name: 'Previous image' }).click();
    await expectShown(page, 'From above');
    await page.getByRole('button', { name: 'Enlarge image' }).click();
    const image = zoomDialog(page).getByRole('img', { name: 'From above' });
    await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalHeight > it.naturalWidth)).toBe(true);
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect.poll(() => zoomDialog(page).count()).toBe(0);
    await expectShown(page, 'From above');
    expect(await findA11yViolations(page)).toEqual([]);
  });

  test('[GAL-6] [A11Y-2] arrow keys, Home and End move through the images, and the focus follows', { tags: ['full'] }, async () => {
    const { page } = await visit();
    await goTo(page, `/product/${product.slug}`);
    await thumbnail(page, 1).focus();
    const steps = [
      ['ArrowRight', 'From the side', 2],
      ['ArrowRight', 'From above', 3],
      ['ArrowLeft', 'From the side', 2],
      ['End', 'In its box', 4],
      ['ArrowRight', 'In its box', 4],
      ['Home', product.name, 1],
      ['ArrowLeft', product.name, 1],
    ] as const;
    for (const [key, alt, position] of steps) {
      await page.keyboard.press(key);
      await expectShown(page, alt);
      const hasFocus = () => thumbnail(page, position).evaluate((it) => it === document.activeElement);
      await expect.poll(hasFocus, { message: key }).toBe(true);
    }
    await thumbnail(page, 2).press('Enter');
    await expectShown(page, 'From the side');
  });

  test("[GAL-6] [NARROW-4] on a phone a swipe shows the next image, and the page doesn't scroll sideways", { tags: ['full'] }, async () => {
    const { page, context } = await visit({ viewport: NARROW, hasTouch: true, isMobile: true });
    await goTo(page, `/product/${product.slug}`);
    await expectShown(page, product.name);
    const cdp = await context.newCDPSession(page);
    const box = await gallery(page).locator('ul').first().boundingBox();
    if (!box) throw new Error('the gallery has no box');
    const swipe = async (distance: number) => {
      const start = { x: box.x + (box.width - distance) / 2, y: box.y + box.height / 2 };
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
      for (let step = 1; step <= 10; step += 1) {
        await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ ...start, x: start.x + (distance * step) / 10 }] });
        await page.waitForTimeout(16);
      }
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await swipe(-250);
    await expectShown(page, 'From the side');
    await expect.poll(() => readCurrent(page)).toBe('Image 2: From the side');
    await swipe(250);
    await expectShown(page, product.name);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await findA11yViolations(page)).toEqual([]);
  });

  test("[GAL-6] [PICT-3] wide and tall images are shown whole, on the product's page and on cards", async () => {
    const { page } = await visit();
    for (const path of [`/product/${product.slug}`, '/']) {
      await goTo(page, path);
      const fits = await page.locator('main img').evaluateAll((all) => all.map((it) => getComputedStyle(it).objectFit));
      expect(new Set(fits)).toEqual(new Set(['contain']));
    }
  });

  test('[GAL-6] [PROD-1] without JavaScript all images are there, a thumbnail links to its image, and the page says that buying needs JavaScript', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto(`${origin}/product/${product.slug}`);
    await expect.poll(() => gallery(page).locator('ul').first().locator('img').count()).toBe(4);
    await expect.poll(() => gallery(page).getByRole('button').count()).toBe(0);
    const target = await thumbnail(page, 2).getAttribute('href');
    expect(target).toBe(product.images[1]?.url.replace('-640', '-1280'));
    expect((await fetch(origin + target)).headers.get('content-type')).toBe('image/webp');
    // Playwright finds no text within noscript.
    await page.locator('main noscript p').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Add to Cart' }).count()).toBe(0);
  });

  test('[GAL-6] a product with one image has no thumbnails or arrows, and is stored in the cart as lists return it', {
    tags: ['full'],
  }, async () => {
    const single = await makeProduct(origin, token, (await makeCategory(origin, token))._id);
    const { page } = await visit();
    await goTo(page, `/product/${single.slug}`);
    await page.getByRole('button', { name: 'Enlarge image' }).waitFor();
    await expect.poll(() => gallery(page).count()).toBe(0);
    await goTo(page, `/product/${product.slug}`);
    await page.locator('main').getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await expect.poll(() => readLocalStorage(page, 'cart')).not.toBeNull();
    await expect.poll(() => readLocalStorage(page, 'cart')).toMatchObject([{ _id: product._id, image: product.image }]);
    expect(JSON.stringify(await readLocalStorage(page, 'cart'))).not.toContain('"images"');
  });

  test('[ZOOM-2] at full size keys, buttons and a swipe show the next image, and the page then shows the one seen last', async () => {
    const { page } = await visit();
    await goTo(page, `/product/${product.slug}`);
    await page.getByRole('button', { name: 'Enlarge image' }).click();
    const expectImage = (name: string) => expect.poll(() => zoomDialog(page).getByRole('img').getAttribute('alt')).toBe(name);
    await expectImage(product.name);
    await page.keyboard.press('ArrowLeft');
    await expectImage(product.name);
    await page.keyboard.press('ArrowRight');
    await expectImage('From the side');
    await zoomDialog(page).getByRole('button', { name: 'Next image' }).click();
    await expectImage('From above');
    // Enlarged, the same key and the same movement move the image.
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowRight');
    await expectImage('From above');
    await page.keyboard.press('0');
    await page.mouse.move(900, 400);
    await page.mouse.down();
    await page.mouse.move(700, 410, { steps: 4 });
    await page.mouse.up();
    await expectImage('In its box');
    await expect.poll(() => zoomDialog(page).getByRole('button', { name: 'Next image' }).getAttribute('aria-disabled')).toBe('true');
    await expect.poll(() => zoomDialog(page).getByText('4 / 4').count()).toBe(1);
    expect(await findA11yViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await zoomDialog(page).waitFor({ state: 'detached' });
    await expectShown(page, 'In its box');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Enlarge image');
  });

  test('[GAL-7] [SEO-3] search engines and shared links get all images', async () => {
    const html = await (await fetch(`${origin}/product/${product.slug}`)).text();
    const all = (name: string) => [...html.matchAll(new RegExp(`<meta property="${name}" content="([^"]*)"`, 'g'))].map(([, it]) => it);
    expect(all('og:image')).toEqual(product.images.map(({ url }) => origin + url));
    expect(all('og:image:alt')).toEqual(product.images.map(({ alt }) => alt));
    const data = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) => JSON.parse(json ?? ''));
    expect(data.find((it) => it['@type'] === 'Product').image).toEqual(product.images.map(({ url }) => origin + url));
  });
});
