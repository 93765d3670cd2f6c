/** The zoom dialog of a product's image, and the sticky buy bar of a narrow screen. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listCategoryProducts, type Product } from '../../../src/contract/product.ts';
import { findA11yViolations, waitForAnimations } from '../support/accessibility.ts';
import { call, first } from '../support/api-client.ts';
import { cartBadge } from '../support/steps.ts';
import { findToast, goTo, NARROW, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { fetchDemoCategories } from './product-list.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let product: Product;

beforeAll(async () => {
  // A product with similar ones: its page is long enough for the button to scroll out of view.
  const { slug } = first((await fetchDemoCategories()).filter(({ count }) => count > 3));
  const { product: products } = await call(origin, listCategoryProducts, { params: { slug } });
  product = first(products.filter(({ quantity }) => quantity > 5));
});

const zoomDialog = (page: Page) => page.getByRole('dialog', { name: 'Image', exact: true });
const readScale = (page: Page) => zoomDialog(page).locator('output').textContent();
const readOffset = (page: Page) =>
  zoomDialog(page)
    .getByRole('img')
    .evaluate((it) => new DOMMatrix(getComputedStyle(it).transform).toFloat64Array().slice(12, 14).join());

async function openZoom(page: Page): Promise<void> {
  await goTo(page, `/product/${product.slug}`);
  await page.getByRole('button', { name: 'Enlarge image' }).click();
  await zoomDialog(page).waitFor();
  const image = zoomDialog(page).getByRole('img');
  await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0)).toBe(true);
  await waitForAnimations(page);
}

describe('the full-size image', () => {
  test('[PROD-1] [ZOOM-1] a click opens the image at full size; buttons and keys zoom, and Escape closes it', async () => {
    const { page } = await visit();
    const fetchedUrls: string[] = [];
    page.on('request', (it) => it.url().includes('-1280.webp') && fetchedUrls.push(it.url()));
    await goTo(page, `/product/${product.slug}`);
    await page.waitForLoadState('networkidle');
    expect(fetchedUrls).toEqual([]);
    const opener = page.getByRole('button', { name: 'Enlarge image' });
    await opener.press('Enter');
    await zoomDialog(page).waitFor();
    const image = zoomDialog(page).getByRole('img', { name: product.name });
    await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
    await expect.poll(() => fetchedUrls).toHaveLength(1);
    await expect.poll(() => readScale(page)).toBe('100 %');
    await expect.poll(() => zoomDialog(page).getByRole('button', { name: 'Zoom out' }).isDisabled()).toBe(true);
    await zoomDialog(page).getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => readScale(page)).toBe('150 %');
    expect(await findA11yViolations(page)).toEqual([]);
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('+');
    await expect.poll(() => readScale(page)).toBe('400 %');
    const before = await readOffset(page);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readOffset(page)).not.toBe(before);
    await page.keyboard.press('0');
    await expect.poll(() => readScale(page)).toBe('100 %');
    await page.keyboard.press('Escape');
    await zoomDialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((it) => it === document.activeElement)).toBe(true);
  });

  test('[PROD-1] [ZOOM-1] a double-click enlarges the image, a drag moves it, and it never leaves the screen', {
    tags: ['full'],
  }, async () => {
    const { page } = await visit();
    await openZoom(page);
    await page.mouse.dblclick(720, 450);
    await expect.poll(() => readScale(page)).toBe('225 %');
    await page.mouse.move(720, 450);
    await page.mouse.down();
    await page.mouse.move(800, 500, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => readOffset(page)).not.toBe('0,0');
    await page.mouse.move(300, 200);
    await page.mouse.down();
    await page.mouse.move(1430, 800, { steps: 4 });
    await page.mouse.move(9000, 9000);
    await page.mouse.up();
    const isOnScreen = async () => {
      const box = await zoomDialog(page).getByRole('img').boundingBox();
      return box !== null && box.x < 720 && box.y < 450;
    };
    await expect.poll(isOnScreen).toBe(true);
    await page.mouse.dblclick(720, 450);
    await expect.poll(() => readScale(page)).toBe('100 %');
    await page.mouse.wheel(0, -400);
    await expect.poll(() => readScale(page)).not.toBe('100 %');
  });

  test('[PROD-1] [ZOOM-1] pinching with two fingers enlarges the image', { tags: ['full'] }, async () => {
    const { page, context } = await visit({ viewport: NARROW, hasTouch: true, isMobile: true });
    await openZoom(page);
    const touch = await context.newCDPSession(page);
    const dispatchTouch = (type: 'touchStart' | 'touchMove' | 'touchEnd', distance: number | null) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          distance === null
            ? []
            : [
                { x: 195 - distance, y: 400, id: 1 },
                { x: 195 + distance, y: 400, id: 2 },
              ],
      });
    await dispatchTouch('touchStart', 40);
    for (const distance of [50, 60, 70, 80]) await dispatchTouch('touchMove', distance);
    await dispatchTouch('touchEnd', null);
    await expect.poll(async () => Number.parseInt((await readScale(page)) ?? '', 10)).toBeGreaterThan(160);
  });
});

describe('the buy bar', () => {
  test("[PROD-1] [CART-6] [NARROW-4] the buy bar appears once the button is out of view, adds to the cart, and doesn't cover the footer", async () => {
    const { page } = await visit({ viewport: NARROW });
    await goTo(page, `/product/${product.slug}`);
    const addButton = page.getByRole('button', { name: 'Add to Cart', exact: true });
    await addButton.scrollIntoViewIfNeeded();
    const buyBar = page.getByRole('region', { name: 'Buy' });
    await buyBar.waitFor({ state: 'detached' });
    await expect.poll(() => addButton.count()).toBe(1);
    await page.locator('main article').first().scrollIntoViewIfNeeded();
    await buyBar.waitFor();
    const readBottom = async () => {
      const box = await buyBar.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect.poll(async () => Math.round(await readBottom())).toBe(NARROW.height);
    expect(await findA11yViolations(page)).toEqual([]);
    await expect.poll(() => buyBar.textContent()).toContain('$');
    await buyBar.getByRole('button', { name: 'Add to Cart' }).click();
    await findToast(page, 'Added To Cart Successfully').waitFor();
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(async () => (await readBottom()) <= ((await page.locator('footer').boundingBox())?.y ?? 0)).toBe(true);
  });

  test('[PROD-1] [NARROW-4] a wide screen has no buy bar', { tags: ['full'] }, async () => {
    const { page } = await visit();
    await goTo(page, `/product/${product.slug}`);
    await page.locator('footer').scrollIntoViewIfNeeded();
    await expect.poll(() => page.getByRole('region', { name: 'Buy' }).count()).toBe(0);
  });
});
