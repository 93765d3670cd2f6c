/** What visitors do and look at in more than one journey. */
import type { Locator, Page } from 'playwright-core';

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 });
export const navbar = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });
export const cartBadge = (page: Page): Locator => page.getByTestId('cart-count');
export const button = (page: Page, name: string): Locator => page.locator('main').getByRole('button', { name, exact: true });
export const getPath = (page: Page): string => new URL(page.url()).pathname;

export function formatDollars(amount: number): string {
  return amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

/** Types into the fields with these labels, whole and no more. */
export async function fillFields(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
}

export async function submitLogin(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await fillFields(page, { Email: email, Password: password });
  await page.locator('main').getByRole('button', { name: 'Login' }).click();
}

/** From here on timers stand still until the test moves the clock. Wants a visit with `clock`. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

/**
 * Moves a clock that stands still, and lets all that this sets off come to its end: a navigation under way at a look
 * right after would seem not to have begun. Some ways to the server and back are longer than any page of ours takes.
 */
export async function advanceClock(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds);
  await page.evaluate(async () => {
    for (let roundTrips = 0; roundTrips < 10; roundTrips += 1) await fetch('/livez', { cache: 'no-store' });
  });
}

/** What a toast needs to fade, once its time is over. */
const TOAST_FADE_MS = 1000;

/** The milliseconds that this toast stays, on a clock that stands still, to a tenth of a second. */
export async function measureToastDuration(page: Page, toast: Locator): Promise<number> {
  const readClock = () => page.evaluate(() => Date.now());
  const shownAt = await readClock();
  while (await toast.count()) await page.clock.runFor(100);
  return (await readClock()) - shownAt - TOAST_FADE_MS;
}

export const VALID_CARD = '4242 4242 4242 4242';
export const DECLINED_CARD = '4000 0000 0000 0002';
export const INSUFFICIENT_FUNDS_CARD = '4000 0000 0000 9995';

/** On the hosted page of the demo provider. */
export async function payWithCard(page: Page, cardNumber: string): Promise<void> {
  await page.waitForURL('**/pay/**');
  await fillFields(page, { 'Card number': cardNumber, 'Expiry (MM/YY)': '12/40', CVC: '123', 'Name on card': 'Ada Shopper' });
  await page.getByRole('button', { name: /^Pay \$/ }).click();
}
