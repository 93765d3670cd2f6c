/** From a product to a paid order as a guest, at three widths: how few actions it takes, with the mouse and with the keyboard alone. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { takeFirst } from '../../support/projects.ts';
import { button, heading, payWithCard, VALID_CARD } from '../support/steps.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits, WIDE } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { VIRGINIA } from './address-form.ts';
import { tabTo, typeText, waitForPage } from './keyboard-steps.ts';
import { orderButton, prepareProducts } from './test-products.ts';

const visit = prepareVisits(getWorkerOrigin());
const { newParcel } = prepareProducts();

const WIDTHS = [NARROW, { width: 768, height: 1024 }, WIDE];
const form = (page: Page) => page.locator('main').getByRole('form', { name: 'Checkout' });
const email = (page: Page) => form(page).getByLabel('Email', { exact: true });

describe('a guest buys', () => {
  test.each(takeFirst(WIDTHS))('[CHECKOUT-10] [SHIP-7] in nine actions beside typing, at $width pixels', async (viewport) => {
    const product = await newParcel({ price: 40 });
    const { page } = await visit({ viewport });
    let actions = 0;
    const act = async (action: Promise<unknown>) => {
      await action;
      actions += 1;
    };
    await goTo(page, `/product/${product.slug}`);
    await act(button(page, 'Add to Cart').first().click());
    await act(page.getByRole('link', { name: 'View cart' }).click());
    await act(page.getByRole('link', { name: 'Check out as guest' }).click());
    await page.waitForURL('**/checkout');
    await form(page).getByText('Fill in your contact details and delivery address first.').waitFor();
    // Two ways to send it, with their price and their days.
    await expect
      .poll(() =>
        form(page)
          .getByText(/^Arrives \w{3}, \w{3} \d+ – /)
          .count(),
      )
      .toBe(2);
    await email(page).fill('grace@example.com');
    const { street, city, postcode, recipient, region } = VIRGINIA;
    await form(page).getByLabel('Recipient').fill(recipient);
    await form(page).getByLabel('Street and house number').fill(street);
    await form(page).getByLabel('City').fill(city);
    await act(form(page).getByLabel('State').selectOption({ label: region }));
    await form(page).getByLabel('ZIP code').fill(postcode);
    await form(page).getByText('You come back here, and your order is confirmed').waitFor();
    await act(form(page).getByLabel('Express').check());
    await expect.poll(() => orderButton(page).textContent()).toBe('Order and pay $54.99');
    // In reach without scrolling where the window is narrow.
    if (viewport.width < 900) {
      await page.evaluate(() => window.scrollTo(0, 0));
      const box = await orderButton(page).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    }
    await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
    await act(orderButton(page).click());
    await act(payWithCard(page, VALID_CARD));
    await page.waitForURL('**/success?**');
    await expect.poll(() => heading(page).textContent()).toBe('Payment successful');
    expect(actions).toBeLessThanOrEqual(9);
  });

  test.each(takeFirst(WIDTHS.toReversed(), 1))('[CHECKOUT-10] [A11Y-2] with the keyboard alone, at $width pixels', async (viewport) => {
    const product = await newParcel();
    const { page } = await visit({ viewport, storage: { cart: [product] } });
    await goTo(page, '/cart');
    await tabTo(page, /^A Check out as guest/);
    await page.keyboard.press('Enter');
    await waitForPage(page, '**/checkout');
    for (const [label, text] of [
      [/^INPUT Email/, 'grace@example.com'],
      [/^INPUT Recipient/, VIRGINIA.recipient],
      [/^INPUT Street and house number/, VIRGINIA.street],
      [/^INPUT City/, VIRGINIA.city],
    ] as const) {
      await tabTo(page, label);
      await typeText(page, text);
    }
    await tabTo(page, /^SELECT State/);
    await page.keyboard.type('Virginia');
    await tabTo(page, /^INPUT ZIP code/);
    await typeText(page, VIRGINIA.postcode);
    await tabTo(page, /^BUTTON Order and pay/);
    // It waits while the price of the address is on its way.
    await expect.poll(() => page.locator(':focus').getAttribute('aria-disabled')).toBeNull();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/pay/**');
  });
});
