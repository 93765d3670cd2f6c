/** A product's page on tablets, upright and on their side. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '../../../src/contract/product.ts';
import { takeFirst } from '../../support/projects.ts';
import { findA11yViolations } from '../support/accessibility.ts';
import { logInAdmin, makeCategory, makeProduct, uniqueName } from '../support/api-client.ts';
import { cartBadge } from '../support/steps.ts';
import { goTo, prepareVisits, waitForFonts } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let short: Product;
let long: Product;

beforeAll(async () => {
  const { token } = await logInAdmin(origin);
  const category = await makeCategory(origin, token);
  const description = Array(40).fill('A long paragraph of a long description, which goes on for a while.').join('\n\n');
  short = await makeProduct(origin, token, category._id, { description });
  // As long as a name may be.
  const name = `${uniqueName('A name that goes on')} ${'and on '.repeat(40)}`.slice(0, 199).trim();
  long = await makeProduct(origin, token, category._id, { name, description });
});

describe('on a tablet', () => {
  const screens = [
    ['768 x 1024', { width: 768, height: 1024 }],
    ['1024 x 768', { width: 1024, height: 768 }],
    ['1024 x 1366', { width: 1024, height: 1366 }],
    ['768 x 600', { width: 768, height: 600 }],
  ] as const;
  test.each(takeFirst(screens))(
    '[CART-10] at %s a button to buy is in sight at once, and stays in sight down to the footer',
    async (_what, viewport) => {
      const { page } = await visit({ viewport, hasTouch: true });
      const isInSight = () =>
        page.evaluate(() => {
          const buttons = [...document.querySelectorAll('main button')].filter((it) => it.textContent === 'Add to Cart');
          const shown = (it: Element) => {
            const { top, bottom, left, right } = it.getBoundingClientRect();
            const [x, y] = [(left + right) / 2, (top + bottom) / 2];
            return top >= 0 && bottom <= window.innerHeight && it.contains(document.elementFromPoint(x, y));
          };
          return buttons.some(shown);
        });
      for (const { slug } of [short, long]) {
        await goTo(page, `/product/${slug}`);
        await expect.poll(isInSight).toBe(true);
        // What is loaded later would move the footer.
        await page.waitForLoadState('load');
        await waitForFonts(page);
        const end = await page.evaluate(() => (document.querySelector('footer')?.offsetTop ?? 0) - window.innerHeight);
        expect(end).toBeGreaterThan(400);
        for (const part of [0.25, 0.5, 0.75, 1]) {
          await page.evaluate((top) => window.scrollTo(0, top), end * part);
          await expect.poll(isInSight, { message: `${part} of the way` }).toBe(true);
        }
      }
      expect(await findA11yViolations(page)).toEqual([]);
      await page.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Add to Cart' }).click();
      await expect.poll(() => cartBadge(page).textContent()).toBe('1');
    },
  );
});
