/** `/dev/ui` shows every UI component in every state, in development only. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ShopProcess, startShop } from '../support/shop-process.ts';
import { auditScreen, findA11yViolations } from './support/accessibility.ts';
import { goTo, NARROW, prepareVisits, WIDE } from './support/visitor.ts';
import { getWorkerOrigin } from './support/worker-shop.ts';

const visit = prepareVisits(getWorkerOrigin());

let shop: ShopProcess;

beforeAll(async () => {
  shop = await startShop({ env: { NODE_ENV: 'development', DEMO: 'off' } });
});

afterAll(async () => {
  await shop.stop();
});

test('a merchant’s shop has no such page', async () => {
  expect((await fetch(`${getWorkerOrigin()}/dev/ui`)).status).toBe(404);
});

async function auditDialogs(page: Page): Promise<string[]> {
  const violations: string[] = [];
  for (const name of ['card', 'sheet', 'drawer', 'screen', 'confirm', 'zoom']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator('dialog[open]').waitFor();
    violations.push(...(await findA11yViolations(page)).map((it) => `${name}: ${it}`));
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    if (focused !== name) violations.push(`${name}: the focus went to ${focused}`);
  }
  return violations;
}

test.each([
  ['wide', WIDE, 'light'],
  ['narrow', NARROW, 'dark'],
] as const)('%s: every part is readable in both colour schemes, and gives the focus back', async (_look, viewport, colorScheme) => {
  const { page } = await visit({ origin: shop.origin, viewport, colorScheme });
  await goTo(page, '/dev/ui');
  expect(await auditScreen(page, 'parts', viewport, colorScheme)).toEqual([]);
  await page.setViewportSize(viewport);
  expect(await auditDialogs(page)).toEqual([]);
});
