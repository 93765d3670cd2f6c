/** A whole purchase, and the menus, with the keyboard alone. */
import { describe, expect, test } from 'vitest';
import { makeRegistration, makeShopper } from '../support/api-client.ts';
import { cartBadge, heading, navbar, VALID_CARD } from '../support/steps.ts';
import { findToast, goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { readFocusedElement, tabTo, typeText, waitForPage } from './keyboard-steps.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

describe('with the keyboard alone', () => {
  test('[HOME-3] [ACC-1] [ACC-2] [CART-5] [CART-8] [A11Y-2] a browser that never saw the shop buys a product, from the first page to the paid order', {
    tags: ['full'],
  }, async () => {
    const { page } = await visit();
    const details = makeRegistration('Key Board');
    await goTo(page, '/');
    await page.keyboard.press('Tab');
    await expect.poll(async () => (await readFocusedElement(page)).label).toContain('Skip to content');
    await page.keyboard.press('Enter');
    await tabTo(page, /^INPUT Tools/);
    await page.keyboard.press('Space');
    await page.waitForURL('**/?category=tools');
    await page.getByRole('link', { name: 'Remove filter: Tools' }).waitFor();
    await expect.poll(() => page.locator('main section[aria-busy]').count()).toBe(0);
    await tabTo(page, /^BUTTON Add to Cart: /);
    await page.keyboard.press('Enter');
    await findToast(page, 'Added To Cart Successfully').waitFor();
    await tabTo(page, /^A Cart/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await waitForPage(page, '**/cart');
    await tabTo(page, /^A Please Login to Checkout/);
    await page.keyboard.press('Enter');
    await waitForPage(page, '**/login');
    await tabTo(page, /^A Register/);
    await page.keyboard.press('Enter');
    await waitForPage(page, '**/register');
    for (const [label, text] of [
      [/^INPUT Name/, details.name],
      [/^INPUT Email/, details.email],
      [/^INPUT Password/, details.password],
      [/^INPUT Phone/, details.phone],
      [/^INPUT Address/, details.address],
      [/^INPUT favorite sport/, details.answer],
    ] as const) {
      await tabTo(page, label);
      await typeText(page, text);
    }
    await page.keyboard.press('Enter');
    await findToast(page, 'Register successfully!').waitFor();
    await waitForPage(page, '**/login');
    await tabTo(page, /^INPUT Email/);
    await typeText(page, details.email);
    await tabTo(page, /^INPUT Password/);
    await typeText(page, details.password);
    await page.keyboard.press('Enter');
    await waitForPage(page, '**/cart');
    await tabTo(page, /^BUTTON Checkout for payment/);
    await page.keyboard.press('Enter');
    await waitForPage(page, '**/checkout');
    // The address that they registered with is a text: shipping needs it in fields.
    await tabTo(page, /^INPUT Street and house number/);
    await typeText(page, '1 Compiler Way');
    await tabTo(page, /^INPUT City/);
    await typeText(page, 'Arlington');
    await tabTo(page, /^SELECT State/);
    await page.keyboard.type('Virginia');
    await tabTo(page, /^INPUT ZIP code/);
    await typeText(page, '22202');
    await tabTo(page, /^BUTTON Order and pay/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/pay/**');
    for (const [label, text] of [
      [/^INPUT Card number/, VALID_CARD],
      [/^INPUT Expiry/, '12/40'],
      [/^INPUT CVC/, '123'],
      [/^INPUT Name on card/, details.name],
    ] as const) {
      await tabTo(page, label);
      await typeText(page, text);
    }
    await tabTo(page, /^BUTTON Pay \$/);
    await page.keyboard.press('Space');
    await page.waitForURL('**/success?**');
    await expect.poll(() => heading(page).textContent()).toMatch(/success/i);
    await tabTo(page, /^A Back to home page/);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${origin}/`);
    await expect.poll(() => cartBadge(page).textContent()).toBe('0');
  });

  test('[NAV-3] [NAV-4] [A11Y-2] the menus of the bar open, close and lead on by keyboard', { tags: ['full'] }, async () => {
    const { page } = await visit({ session: await makeShopper(origin, 'Menu User') });
    await goTo(page, '/');
    await tabTo(page, /^BUTTON Category/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^A All categories/);
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await readFocusedElement(page)).label).toContain('Category');
    await expect.poll(() => navbar(page).locator(':popover-open').count()).toBe(0);
    await tabTo(page, /^BUTTON Menu User/);
    await page.keyboard.press('Space');
    await tabTo(page, /^A Dashboard/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard/user');
    await expect.poll(() => navbar(page).locator(':popover-open').count()).toBe(0);
  });
});
