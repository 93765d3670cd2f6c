/** Accessibility of menus, dialogs, toasts and refused forms. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { startCheckout } from '../../src/contract/order.ts';
import { isFullRun } from '../support/projects.ts';
import { findA11yViolations, findSmallTargets, waitForAnimations } from './support/accessibility.ts';
import { call, first, makeShopper } from './support/api-client.ts';
import { SCREEN_STATES, type ScreenState, type StateData } from './support/screen-states.ts';
import { loadDemoData } from './support/screens.ts';
import { goTo, hasNoHorizontalScroll, NARROW, prepareVisits, WIDE } from './support/visitor.ts';
import { getWorkerOrigin } from './support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let data: StateData;

beforeAll(async () => {
  const demo = await loadDemoData(origin);
  const shopper = await makeShopper(origin);
  const product = demo.products.find(({ quantity }) => quantity > 5) ?? first(demo.products);
  const { order } = await call(origin, startCheckout, { token: shopper.token, body: { products: [{ _id: product._id }] } });
  data = { demo, pending: { shopper, order } };
});

/** Every state in both widths in a full run; otherwise wide and narrow in turn, if it exists in both. */
function listStates(width: 'wide' | 'narrow'): ScreenState[] {
  return SCREEN_STATES.filter(({ isVariant }) => isFullRun || !isVariant).filter(({ onlyWidth }, index) =>
    isFullRun && !onlyWidth ? true : (onlyWidth ?? (index % 2 ? 'narrow' : 'wide')) === width,
  );
}

/** A toast stays as long as the pointer rests on it, so it can't disappear during the check. */
async function holdToast(page: Page): Promise<void> {
  const toast = page.locator('[data-testid="toaster"] :is([role="status"], [role="alert"])').first();
  if (await toast.count()) await toast.hover();
}

describe.each([
  ['wide', WIDE, 'light'],
  ['narrow', NARROW, 'dark'],
] as const)('%s', (width, viewport, colorScheme) => {
  test.each(listStates(width))(
    '[NAV-1] [A11Y-1] $name: no violation, and no horizontal scrolling',
    { tags: ['full'] },
    async ({ name, getUrl, getSession, open: openState }) => {
      const cart = data.demo.products.slice(0, 3);
      const { page, expectBrowserErrors } = await visit({
        viewport,
        colorScheme,
        storage: { cart },
        ...(getSession && { session: getSession(data) }),
      });
      if (/refused/.test(name)) expectBrowserErrors(/status of 40[01]/);
      await goTo(page, getUrl(data));
      await openState(page, data);
      await holdToast(page);
      await waitForAnimations(page);
      const violations = [...(await findA11yViolations(page)), ...(await findSmallTargets(page))];
      if (!(await hasNoHorizontalScroll(page))) violations.push('scrolls sideways');
      if (isFullRun) {
        // The other colour scheme only changes colours.
        await page.emulateMedia({ colorScheme: colorScheme === 'light' ? 'dark' : 'light' });
        violations.push(...(await findA11yViolations(page, ['color-contrast'])));
      }
      expect(violations).toEqual([]);
    },
  );
});
