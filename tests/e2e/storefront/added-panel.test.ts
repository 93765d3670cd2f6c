/** The panel that leads to the cart after something was added to it. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { listProducts } from '../../../src/contract/product.ts';
import { takeFirst } from '../../support/projects.ts';
import { findA11yViolations, waitForAnimations } from '../support/accessibility.ts';
import { call, first, isSimple } from '../support/api-client.ts';
import { advanceClock, getPath, stopClock } from '../support/steps.ts';
import { findToast, goTo, NARROW, prepareVisits, WIDE } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

const addedPanel = (page: Page) => page.getByRole('region', { name: 'Added to the cart' });

async function addFirst(page: Page, prepare = async () => {}) {
  const product = first((await call(origin, listProducts)).products.filter(isSimple));
  await goTo(page, '/');
  await prepare();
  const button = page.getByRole('button', { name: `Add to Cart: ${product.name}` });
  await button.click();
  await addedPanel(page).waitFor();
  return { product, button };
}

describe('after adding to the cart', () => {
  const screens = [
    ['narrow', NARROW],
    ['wide', WIDE],
    ['tablet', { width: 768, height: 1024 }],
  ] as const;
  test.each(takeFirst(screens))(
    '[CART-9] %s: a panel beside the toast shows what was added and leads to the cart',
    { tags: ['full'] },
    async (_look, viewport) => {
      const { page } = await visit({ viewport, clock: true });
      // The toast stays until both are measured.
      const { product } = await addFirst(page, () => stopClock(page));
      await expect.poll(() => addedPanel(page).textContent()).toContain(product.name);
      const readPlaces = async () => {
        const toast = findToast(page, 'Added To Cart Successfully');
        const [panelBox, toastBox] = await Promise.all([addedPanel(page).boundingBox(), toast.boundingBox()]);
        if (!panelBox || !toastBox) throw new Error('the panel or the toast is gone');
        const isWithin = panelBox.x + panelBox.width <= viewport.width;
        const isApart =
          panelBox.y >= toastBox.y + toastBox.height ||
          panelBox.y + panelBox.height <= toastBox.y ||
          panelBox.x >= toastBox.x + toastBox.width;
        return { isWithin, isApart };
      };
      await expect.poll(readPlaces).toEqual({ isWithin: true, isApart: true });
      await page.clock.resume();
      await waitForAnimations(page);
      expect(await findA11yViolations(page)).toEqual([]);
      await addedPanel(page).getByRole('link', { name: 'View cart' }).click();
      await expect.poll(() => getPath(page)).toBe('/cart');
      await addedPanel(page).waitFor({ state: 'detached' });
    },
  );

  test.each([
    ['narrow', NARROW],
    ['small', { width: 360, height: 640 }],
    ['tablet', { width: 768, height: 1024 }],
    ['wide', WIDE],
  ])('[CART-9] %s: it covers no button, on a list and on a product’s page', { tags: ['full'] }, async (_look, viewport) => {
    const { page } = await visit({ viewport });
    const { products } = await call(origin, listProducts);
    for (const path of ['/', `/product/${first(products.filter(isSimple)).slug}`]) {
      await goTo(page, path);
      await page
        .getByRole('button', { name: /^Add to Cart/ })
        .first()
        .click();
      await addedPanel(page).waitFor();
      await waitForAnimations(page);
      const covered = await addedPanel(page).evaluate((panel) => {
        const box = panel.getBoundingClientRect();
        const isUnder = (it: Element) => {
          const { left, top, right, bottom, width, height } = it.getBoundingClientRect();
          // An image that opens at full size can be clicked beside the panel.
          if (panel.contains(it) || !width || (width > 150 && height > 150)) return false;
          return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
        };
        const controls = [...document.querySelectorAll('button, input, select, a.button, .toast')].filter(isUnder);
        return { controls: controls.map((it) => it.textContent), isInWindow: box.top >= 0 && box.bottom <= window.innerHeight };
      });
      expect(covered).toEqual({ controls: [], isInWindow: true });
    }
  });

  test("[CART-9] the panel closes by itself, but not while it has the focus, and it doesn't take the focus", {
    tags: ['full'],
  }, async () => {
    const { page } = await visit({ clock: true });
    await goTo(page, '/');
    await stopClock(page);
    const button = page.getByRole('button', { name: /^Add to Cart/ }).first();
    const isOnButton = () => button.evaluate((it) => it === document.activeElement);
    await button.focus();
    await page.keyboard.press('Enter');
    await addedPanel(page).waitFor();
    await expect.poll(isOnButton).toBe(true);
    await addedPanel(page).getByRole('link', { name: 'View cart' }).focus();
    await advanceClock(page, 60_000);
    await expect.poll(() => addedPanel(page).count()).toBe(1);
    await button.focus();
    await advanceClock(page, 4000);
    await expect.poll(() => addedPanel(page).count()).toBe(1);
    await advanceClock(page, 1500);
    await addedPanel(page).waitFor({ state: 'detached' });
  });

  test('[CART-9] [A11Y-2] by keyboard the panel comes right after the button that was pressed', async () => {
    const { page } = await visit();
    const { button } = await addFirst(page);
    const readFocus = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent);
    await button.focus();
    await page.keyboard.press('Tab');
    await expect.poll(readFocus).toBe('Close');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect.poll(readFocus).toBe('View cart');
    // And on from there to what follows the button.
    await page.keyboard.press('Tab');
    const isAfterButton = () =>
      button.evaluate((it) => Boolean(document.activeElement && it.compareDocumentPosition(document.activeElement) & 4));
    await expect.poll(isAfterButton).toBe(true);
    await expect.poll(() => addedPanel(page).evaluate((it) => it.contains(document.activeElement))).toBe(false);
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });

  test('[CART-9] Escape and the close button close the panel', { tags: ['full'] }, async () => {
    const { page } = await visit();
    const { button } = await addFirst(page);
    await page.keyboard.press('Escape');
    await addedPanel(page).waitFor({ state: 'detached' });
    await button.click();
    // The pointer, which keeps the panel open, rests on the button when it closes: that mustn't keep the next panel open.
    await addedPanel(page).getByRole('button', { name: 'Close' }).click();
    await addedPanel(page).waitFor({ state: 'detached' });
    await button.click();
    await addedPanel(page).waitFor();
    await addedPanel(page).waitFor({ state: 'detached' });
  });
});
