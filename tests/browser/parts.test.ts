/** `/dev/ui`: every part of the kit in every state, there while developing and at no other time. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ShopProcess, startShop } from '../shop-process.ts';
import { examine, faultsOf } from './examine.ts';
import { ownOrigin } from './own.ts';
import { goTo, NARROW, prepareVisits, WIDE } from './visitor.ts';

const visit = prepareVisits(ownOrigin());

let shop: ShopProcess;

beforeAll(async () => {
  shop = await startShop({ env: { NODE_ENV: 'development', DEMO: 'off' } });
});

afterAll(async () => {
  await shop.stop();
});

test('a merchant’s shop has no such page', async () => {
  expect((await fetch(`${ownOrigin()}/dev/ui`)).status).toBe(404);
});

async function openEach(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const name of ['card', 'sheet', 'drawer', 'screen', 'confirm', 'zoom']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator('dialog[open]').waitFor();
    faults.push(...(await faultsOf(page)).map((it) => `${name}: ${it}`));
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    if (focused !== name) faults.push(`${name}: the focus went to ${focused}`);
  }
  return faults;
}

test.each([
  ['wide', WIDE, 'light'],
  ['narrow', NARROW, 'dark'],
] as const)('%s: every part is readable in both colour schemes, and gives the focus back', async (_look, viewport, colorScheme) => {
  const { page } = await visit({ origin: shop.origin, viewport, colorScheme });
  await goTo(page, '/dev/ui');
  expect(await examine(page, 'parts', viewport, colorScheme)).toEqual([]);
  await page.setViewportSize(viewport);
  expect(await openEach(page)).toEqual([]);
});
