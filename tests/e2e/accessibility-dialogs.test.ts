/** What opens over a page, or changes in it: as readable and as narrow as the page was before. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { startCheckout } from '../../src/contract/order.ts';
import { findA11yViolations, findSmallTargets } from './support/accessibility.ts';
import { call, first, makeShopper, type Session } from './support/api-client.ts';
import { type DemoData, loadDemoData } from './support/screens.ts';
import { fillFields, navbar } from './support/steps.ts';
import { findToast, goTo, hasNoHorizontalScroll, NARROW, prepareVisits, WIDE } from './support/visitor.ts';
import { getWorkerOrigin } from './support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let demoData: DemoData;

/** An order that waits for its payment, and whose it is. */
let pendingOrder: { shopper: Session; order: string };

beforeAll(async () => {
  demoData = await loadDemoData(origin);
  const shopper = await makeShopper(origin);
  const product = demoData.products.find(({ quantity }) => quantity > 5) ?? first(demoData.products);
  const { order } = await call(origin, startCheckout, { token: shopper.token, body: { products: [{ _id: product._id }] } });
  pendingOrder = { shopper, order };
});

interface ScreenState {
  name: string;
  getUrl: () => string;
  getSession?: () => Session;
  /** Only there on a screen of this width. */
  onlyWidth?: 'wide' | 'narrow';
  open: (page: Page) => Promise<unknown>;
}

const main = (page: Page) => page.locator('main');
const dialog = (page: Page) => page.locator('[role="dialog"], [role="alertdialog"], dialog[open]').first();
const getAnySlug = () => first(demoData.products).slug;

async function addToCart(page: Page): Promise<void> {
  await main(page)
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await findToast(page, 'Added To Cart Successfully').waitFor();
}

const SCREEN_STATES: ScreenState[] = [
  {
    name: 'the category menu',
    getUrl: () => '/',
    onlyWidth: 'wide',
    open: (page) => navbar(page).getByRole('button', { name: 'Category' }).click(),
  },
  {
    name: 'the menu of a narrow screen',
    getUrl: () => '/',
    onlyWidth: 'narrow',
    open: (page) => navbar(page).getByRole('button', { name: 'Menu' }).click(),
  },
  {
    name: 'the search of a narrow screen',
    getUrl: () => '/about',
    onlyWidth: 'narrow',
    open: (page) => navbar(page).getByRole('link', { name: 'Search products' }).click(),
  },
  {
    name: 'what the search suggests',
    getUrl: () => '/about',
    open: async (page) => {
      const searchBox = page.getByRole('combobox', { name: 'Search products' });
      if (!(await searchBox.isVisible())) await navbar(page).getByRole('link', { name: 'Search products' }).click();
      await searchBox.fill('lamp');
      await page.getByRole('listbox').waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'the menu of an account',
    getUrl: () => '/about',
    getSession: () => demoData.shopper,
    onlyWidth: 'wide',
    open: (page) => navbar(page).getByRole('button', { name: demoData.shopper.user.name }).click(),
  },
  {
    name: 'the filters as a sheet',
    getUrl: () => '/',
    onlyWidth: 'narrow',
    open: (page) =>
      main(page)
        .getByRole('button', { name: /^Filter/ })
        .click(),
  },
  { name: 'a toast', getUrl: () => '/', open: addToCart },
  {
    name: 'the picture enlarged',
    getUrl: () => `/product/${getAnySlug()}`,
    open: (page) => page.getByRole('button', { name: 'Enlarge image' }).click(),
  },
  {
    name: 'what was taken out of the cart',
    getUrl: () => '/cart',
    open: async (page) => {
      await main(page)
        .getByRole('button', { name: /^Remove Item/ })
        .first()
        .click();
      await main(page).getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  {
    name: 'another address at the checkout, not yet written',
    getUrl: () => '/cart',
    getSession: () => demoData.shopper,
    open: async (page) => {
      await main(page).getByRole('button', { name: 'Ship to another address' }).click();
      await main(page).getByRole('button', { name: 'Checkout for payment' }).click();
      await page.getByText('Enter a shipping address').waitFor();
    },
  },
  {
    name: 'the question before an order is given up',
    getUrl: () => `/dashboard/user/orders/${pendingOrder.order}`,
    getSession: () => pendingOrder.shopper,
    open: async (page) => {
      await main(page).getByRole('button', { name: 'Cancel order' }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'what was bought again',
    getUrl: () => `/dashboard/user/orders/${demoData.order}`,
    getSession: () => demoData.shopper,
    open: async (page) => {
      await main(page).getByRole('button', { name: 'Buy again' }).click();
      await main(page).getByRole('link', { name: 'Go to cart' }).waitFor();
    },
  },
  {
    name: 'the dialog that marks an order as shipped',
    getUrl: () => `/dashboard/admin/orders/${demoData.order}`,
    getSession: () => demoData.admin,
    open: async (page) => {
      await main(page).getByRole('button', { name: 'Mark as shipped' }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'the dialog that gives money back',
    getUrl: () => `/dashboard/admin/orders/${demoData.order}`,
    getSession: () => demoData.admin,
    open: async (page) => {
      await main(page).getByRole('button', { name: 'Refund' }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'a refused registration',
    getUrl: () => '/register',
    open: async (page) => {
      await fillFields(page, { Name: 'x'.repeat(500), Email: 'a@b', Password: 'short', Phone: '1', Address: 'y', 'favorite sport': 'z' });
      await main(page).getByRole('button', { name: 'Register' }).click();
      await main(page).locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'a refused login',
    getUrl: () => '/login',
    open: async (page) => {
      await fillFields(page, { Email: 'nobody@example.com', Password: 'wrong-password' });
      await main(page).getByRole('button', { name: 'Login' }).click();
      await findToast(page, 'invalid email or password').waitFor();
    },
  },
  {
    name: 'the dialog that renames a category',
    getUrl: () => '/dashboard/admin/create-category',
    getSession: () => demoData.admin,
    open: async (page) => {
      await main(page).getByRole('button', { name: /^EDIT/i }).first().click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'the question before a category is deleted',
    getUrl: () => '/dashboard/admin/create-category',
    getSession: () => demoData.admin,
    open: async (page) => {
      await main(page)
        .getByRole('button', { name: /^DELETE/i })
        .first()
        .click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'the list of categories in a product form',
    getUrl: () => '/dashboard/admin/create-product',
    getSession: () => demoData.admin,
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Category' }).click();
      await page.getByRole('listbox').waitFor();
    },
  },
  {
    name: 'the question before unsaved words are left',
    getUrl: () => '/dashboard/admin/settings',
    getSession: () => demoData.admin,
    open: async (page) => {
      await main(page).getByRole('textbox').first().fill('123');
      await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Users' }).click();
      await dialog(page).waitFor();
    },
  },
];

describe.each([
  ['wide', WIDE],
  ['narrow', NARROW],
] as const)('%s', (width, viewport) => {
  test.each(SCREEN_STATES.filter(({ onlyWidth }) => !onlyWidth || onlyWidth === width))(
    '[NAV-1] [A11Y-1] $name: no fault in either colour scheme, and nothing sideways',
    async ({ name, getUrl, getSession, open: openState }) => {
      const violations: string[] = [];
      // The other colours change colours alone.
      for (const [colorScheme, rules] of [['light'], ['dark', ['color-contrast']]] as const) {
        const cart = demoData.products.slice(0, 3);
        const { page, expectBrowserErrors } = await visit({
          viewport,
          colorScheme,
          storage: { cart },
          ...(getSession && { session: getSession() }),
        });
        if (/refused/.test(name)) expectBrowserErrors(/status of 40[01]/);
        await goTo(page, getUrl());
        await openState(page);
        await page.evaluate(async () => {
          await Promise.all(
            document
              .getAnimations()
              .filter((it) => it.effect?.getTiming().iterations !== Infinity)
              .map((it) => it.finished),
          );
        });
        violations.push(...(await findA11yViolations(page, rules)), ...(await findSmallTargets(page)));
        if (!(await hasNoHorizontalScroll(page))) violations.push('scrolls sideways');
      }
      expect(violations).toEqual([]);
    },
  );
});
