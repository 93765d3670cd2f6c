/** `/dev/ui` shows every UI component in every state, in development only. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFullRun, takeTurn } from '../support/projects.ts';
import { type ShopProcess, startShop } from '../support/shop-process.ts';
import { auditScreen, findA11yViolations } from './support/accessibility.ts';
import { goTo, NARROW, prepareVisits, WIDE } from './support/visitor.ts';
import { getWorkerOrigin, makeEmptyDataDir } from './support/worker-shop.ts';

const visit = prepareVisits(getWorkerOrigin());

test('a shop in production doesn’t have the page', async () => {
  expect((await fetch(`${getWorkerOrigin()}/dev/ui`)).status).toBe(404);
});

const DIALOGS = ['card', 'sheet', 'drawer', 'screen', 'confirm', 'zoom'];

async function auditDialogs(page: Page, names: string[]): Promise<string[]> {
  const violations: string[] = [];
  for (const name of names) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator('dialog[open]').waitFor();
    violations.push(...(await findA11yViolations(page)).map((it) => `${name}: ${it}`));
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), { message: 'where the focus goes' }).toBe(name);
  }
  return violations;
}

const VIEWS = [
  ['wide', WIDE, 'light'],
  ['narrow', NARROW, 'dark'],
] as const;

describe('in development', { tags: ['full'] }, () => {
  let shop: ShopProcess;

  beforeAll(async () => {
    shop = await startShop({ dataDir: makeEmptyDataDir(), env: { NODE_ENV: 'development', DEMO: 'off' } });
  });

  afterAll(async () => {
    await shop.stop();
  });

  // A single visit, as a page in development loads each module separately.
  test('every part is accessible in both widths and colour schemes, and returns the focus', async () => {
    const { page } = await visit({ origin: shop.origin });
    // Vite transforms all modules at the first visit.
    page.setDefaultTimeout(120_000);
    await goTo(page, '/dev/ui');
    for (const [turn, [look, viewport, colorScheme]] of VIEWS.entries()) {
      // It checks every width and both schemes, whichever the page begins with.
      if (isFullRun || look === 'narrow') expect(await auditScreen(page, `parts, ${look}`, viewport, colorScheme)).toEqual([]);
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      expect(await auditDialogs(page, takeTurn(DIALOGS, turn, VIEWS.length)), look).toEqual([]);
    }
  });
});
