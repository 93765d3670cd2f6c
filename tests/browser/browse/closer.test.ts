/** A closer look at a product's picture, and the bar to buy from on a narrow screen. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { listProducts, listSimilarProducts, type Product } from '../../../src/contract/product.ts';
import { faultsOf } from '../examine.ts';
import { ownOrigin } from '../own.ts';
import { badge } from '../steps.ts';
import { goTo, NARROW, prepareVisits, toastOf } from '../visitor.ts';
import { call } from '../wire.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

let product: Product;

beforeAll(async () => {
  // Its page is long enough to scroll its button away.
  for (const it of (await call(origin, listProducts)).products) {
    const similar = await call(origin, listSimilarProducts, { params: { productId: it._id, categoryId: it.category } });
    if (it.quantity > 5 && similar.length > 2) product = it;
  }
});

const zoom = (page: Page) => page.getByRole('dialog', { name: 'Picture' });
const scale = (page: Page) => zoom(page).locator('output').textContent();
const placeOf = (page: Page) =>
  zoom(page)
    .getByRole('img')
    .evaluate((it) => new DOMMatrix(getComputedStyle(it).transform).toFloat64Array().slice(12, 14).join());

async function open(page: Page): Promise<void> {
  await goTo(page, `/product/${product.slug}`);
  await page.getByRole('button', { name: 'Enlarge the picture' }).click();
  await zoom(page).waitFor();
}

describe('a closer look', () => {
  test('[PROD-1] [ZOOM-1] a press shows the picture at its largest; buttons, keys and Escape do what they say', async () => {
    const { page } = await visit();
    const fetched: string[] = [];
    page.on('request', (it) => it.url().includes('-1280.webp') && fetched.push(it.url()));
    await goTo(page, `/product/${product.slug}`);
    await page.waitForLoadState('networkidle');
    expect(fetched).toEqual([]);
    const opener = page.getByRole('button', { name: 'Enlarge the picture' });
    await opener.press('Enter');
    await zoom(page).waitFor();
    const picture = zoom(page).getByRole('img', { name: product.name });
    await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
    expect(fetched).toHaveLength(1);
    expect(await scale(page)).toBe('100 %');
    expect(await zoom(page).getByRole('button', { name: 'Smaller' }).isDisabled()).toBe(true);
    await zoom(page).getByRole('button', { name: 'Larger' }).click();
    expect(await scale(page)).toBe('150 %');
    expect(await faultsOf(page)).toEqual([]);
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('+');
    expect(await scale(page)).toBe('400 %');
    const before = await placeOf(page);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => placeOf(page)).not.toBe(before);
    await page.keyboard.press('0');
    await expect.poll(() => scale(page)).toBe('100 %');
    await page.keyboard.press('Escape');
    await zoom(page).waitFor({ state: 'detached' });
    expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true);
  });

  test('[PROD-1] [ZOOM-1] a double-click enlarges, a drag moves it, and it never leaves the screen', async () => {
    const { page } = await visit();
    await open(page);
    await page.mouse.dblclick(720, 450);
    await expect.poll(() => scale(page)).toBe('225 %');
    await page.mouse.move(720, 450);
    await page.mouse.down();
    await page.mouse.move(800, 500, { steps: 4 });
    await page.mouse.up();
    expect(await placeOf(page)).not.toBe('0,0');
    await page.mouse.move(300, 200);
    await page.mouse.down();
    await page.mouse.move(1430, 800, { steps: 4 });
    await page.mouse.move(9000, 9000);
    await page.mouse.up();
    const box = await zoom(page).getByRole('img').boundingBox();
    expect(box && box.x < 720 && box.y < 450).toBe(true);
    await page.mouse.dblclick(720, 450);
    await expect.poll(() => scale(page)).toBe('100 %');
    await page.mouse.wheel(0, -400);
    await expect.poll(() => scale(page)).not.toBe('100 %');
  });

  test('[PROD-1] [ZOOM-1] two fingers pinch it larger', async () => {
    const { page, context } = await visit({ viewport: NARROW, hasTouch: true, isMobile: true });
    await open(page);
    const touch = await context.newCDPSession(page);
    const put = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number | null) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          apart === null
            ? []
            : [
                { x: 195 - apart, y: 400, id: 1 },
                { x: 195 + apart, y: 400, id: 2 },
              ],
      });
    await put('touchStart', 40);
    for (const apart of [50, 60, 70, 80]) await put('touchMove', apart);
    await put('touchEnd', null);
    await expect.poll(async () => Number.parseInt((await scale(page)) ?? '', 10)).toBeGreaterThan(160);
  });
});

describe('the bar to buy from', () => {
  test('[PROD-1] [CART-6] [NARROW-4] is there once the button is out of sight, adds, and leaves the footer free', async () => {
    const { page } = await visit({ viewport: NARROW });
    await goTo(page, `/product/${product.slug}`);
    const add = page.getByRole('button', { name: 'Add to Cart', exact: true });
    await add.scrollIntoViewIfNeeded();
    const buy = page.getByRole('region', { name: 'Buy' });
    await buy.waitFor({ state: 'detached' });
    expect(await add.count()).toBe(1);
    await page.locator('main article').first().scrollIntoViewIfNeeded();
    await buy.waitFor();
    const bottom = async () => {
      const box = await buy.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    expect(Math.round(await bottom())).toBe(NARROW.height);
    expect(await faultsOf(page)).toEqual([]);
    await expect.poll(() => buy.textContent()).toContain('$');
    await buy.getByRole('button', { name: 'Add to Cart' }).click();
    await toastOf(page, 'Added To Cart Successfully').waitFor();
    await expect.poll(() => badge(page).textContent()).toBe('1');
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(async () => (await bottom()) <= ((await page.locator('footer').boundingBox())?.y ?? 0)).toBe(true);
  });

  test('[PROD-1] [NARROW-4] a wide screen has none', async () => {
    const { page } = await visit();
    await goTo(page, `/product/${product.slug}`);
    await page.locator('footer').scrollIntoViewIfNeeded();
    expect(await page.getByRole('region', { name: 'Buy' }).count()).toBe(0);
  });
});
