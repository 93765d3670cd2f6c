/** Locators and steps that several tests share. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
export const navbar = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
export const cartBadge = (page: Page): Locator => page.getByTestId('cart-count');
export const button = (page: Page, name: string): Locator => page.locator('main').getByRole('button', { name, exact: true });
export const getPath = (page: Page): string => new URL(page.url()).pathname;

export function formatDollars(amount: number): string {
  return amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** Fills the fields with exactly these labels. */
export async function fillFields(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

export async function submitLogin(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await fillFields(page, { Email: email, Password: password });
  await page.locator('main').getByRole('button', { name: 'Login' }).click();
}

/** Pauses the page's timers until the test moves the clock. Needs a visit with `clock: true`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

/**
 * Moves a paused clock and waits for the effects: a navigation that has just begun would otherwise be missed. Ten
 * requests to the server take longer than any navigation of ours.
 */
export async function advanceClock(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
  await page.evaluate(async () => {
    for (let roundTrips = 0; roundTrips < 10; roundTrips += 1) await fetch('/livez', { cache: 'no-store' });
  });
}

/** How long a toast fades out after its duration. */
const TOAST_FADE_MS = 1000;

/** Expects that the toast, shown on a paused clock, stays for exactly this time, to a tenth of a second. */
export async function expectToastDuration(page: Page, toast: Locator, milliseconds: number): Promise<void> {
  await advanceClock(page, milliseconds - 100);
  // It fades from here on. In steps, since React starts that timer once it has rendered.
  await advanceClock(page, 100);
  await advanceClock(page, TOAST_FADE_MS - 100);
  await expect.poll(() => toast.count()).toBe(1);
  await page.clock.runFor(100);
  await toast.waitFor({ state: 'detached' });
}

export const VALID_CARD = '4242 4242 4242 4242';
export const DECLINED_CARD = '4000 0000 0000 0002';
export const INSUFFICIENT_FUNDS_CARD = '4000 0000 0000 9995';

/** Pays on the hosted page of the demo provider. */
export async function payWithCard(page: Page, cardNumber: string): Promise<void> {
  await page.waitForURL('**/pay/**');
  await fillFields(page, { 'Card number': cardNumber, 'Expiry (MM/YY)': '12/40', CVC: '123', 'Name on card': 'Ada Shopper' });
  await page.getByRole('button', { name: /^Pay \$/ }).click();
}
