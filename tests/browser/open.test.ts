/** What opens over a page, or changes in it: as readable and as narrow as the page was before. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { startCheckout } from '../../src/contract/order.ts';
import { faultsOf, smallTargets } from './examine.ts';
import { ownOrigin } from './own.ts';
import { type Facts, readFacts } from './screens.ts';
import { bar, fill } from './steps.ts';
import { goTo, hasNoSidewaysScroll, NARROW, prepareVisits, toastOf, WIDE } from './visitor.ts';
import { call, first, makeShopper, type Session } from './wire.ts';

const origin = ownOrigin();
const visit = prepareVisits(origin);

let facts: Facts;

/** An order that waits for its payment, and whose it is. */
let open: { shopper: Session; order: string };

beforeAll(async () => {
  facts = await readFacts(origin);
  const shopper = await makeShopper(origin);
  const product = facts.products.find(({ quantity }) => quantity > 5) ?? first(facts.products);
  const { order } = await call(origin, startCheckout, { token: shopper.token, body: { products: [{ _id: product._id }] } });
  open = { shopper, order };
});

interface State {
  name: string;
  at: () => string;
  who?: () => Session;
  /** Only there on a screen of this width. */
  only?: 'wide' | 'narrow';
  open: (page: Page) => Promise<unknown>;
}

const main = (page: Page) => page.locator('main');
const dialog = (page: Page) => page.locator('[role="dialog"], [role="alertdialog"], dialog[open]').first();
const anyProduct = () => first(facts.products).slug;

async function addToCart(page: Page): Promise<void> {
  await main(page)
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await toastOf(page, 'Added To Cart Successfully').waitFor();
}

const STATES: State[] = [
  { name: 'the category menu', at: () => '/', only: 'wide', open: (page) => bar(page).getByRole('button', { name: 'Category' }).click() },
  {
    name: 'the menu of a narrow screen',
    at: () => '/',
    only: 'narrow',
    open: (page) => bar(page).getByRole('button', { name: 'Menu' }).click(),
  },
  {
    name: 'the search of a narrow screen',
    at: () => '/about',
    only: 'narrow',
    open: (page) => bar(page).getByRole('link', { name: 'Search products' }).click(),
  },
  {
    name: 'what the search suggests',
    at: () => '/about',
    open: async (page) => {
      const box = page.getByRole('combobox', { name: 'Search products' });
      if (!(await box.isVisible())) await bar(page).getByRole('link', { name: 'Search products' }).click();
      await box.fill('lamp');
      await page.getByRole('listbox').waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'the menu of an account',
    at: () => '/about',
    who: () => facts.shopper,
    only: 'wide',
    open: (page) => bar(page).getByRole('button', { name: facts.shopper.user.name }).click(),
  },
  {
    name: 'the filters as a sheet',
    at: () => '/',
    only: 'narrow',
    open: (page) =>
      main(page)
        .getByRole('button', { name: /^Filter/ })
        .click(),
  },
  { name: 'a toast', at: () => '/', open: addToCart },
  {
    name: 'the picture enlarged',
    at: () => `/product/${anyProduct()}`,
    open: (page) => page.getByRole('button', { name: 'Enlarge the picture' }).click(),
  },
  {
    name: 'what was taken out of the cart',
    at: () => '/cart',
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
    at: () => '/cart',
    who: () => facts.shopper,
    open: async (page) => {
      await main(page).getByRole('button', { name: 'Deliver to another address' }).click();
      await main(page).getByRole('button', { name: 'Checkout for payment' }).click();
      await page.getByText('Please say where your order goes').waitFor();
    },
  },
  {
    name: 'the question before an order is given up',
    at: () => `/dashboard/user/orders/${open.order}`,
    who: () => open.shopper,
    open: async (page) => {
      await main(page).getByRole('button', { name: 'Cancel the order' }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'what was bought again',
    at: () => `/dashboard/user/orders/${facts.order}`,
    who: () => facts.shopper,
    open: async (page) => {
      await main(page).getByRole('button', { name: 'Buy again' }).click();
      await main(page).getByRole('link', { name: 'Go to the cart' }).waitFor();
    },
  },
  {
    name: 'the dialog that marks an order as shipped',
    at: () => `/dashboard/admin/orders/${facts.order}`,
    who: () => facts.admin,
    open: async (page) => {
      await main(page).getByRole('button', { name: 'Mark as shipped' }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'the dialog that gives money back',
    at: () => `/dashboard/admin/orders/${facts.order}`,
    who: () => facts.admin,
    open: async (page) => {
      await main(page).getByRole('button', { name: 'Refund' }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'a refused registration',
    at: () => '/register',
    open: async (page) => {
      await fill(page, { Name: 'x'.repeat(500), Email: 'a@b', Password: 'short', Phone: '1', Address: 'y', 'favorite sport': 'z' });
      await main(page).getByRole('button', { name: 'Register' }).click();
      await main(page).locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'a refused login',
    at: () => '/login',
    open: async (page) => {
      await fill(page, { Email: 'nobody@example.com', Password: 'wrong-password' });
      await main(page).getByRole('button', { name: 'Login' }).click();
      await toastOf(page, 'invalid email or password').waitFor();
    },
  },
  {
    name: 'the dialog that renames a category',
    at: () => '/dashboard/admin/create-category',
    who: () => facts.admin,
    open: async (page) => {
      await main(page).getByRole('button', { name: /^EDIT/i }).first().click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'the question before a category is deleted',
    at: () => '/dashboard/admin/create-category',
    who: () => facts.admin,
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
    at: () => '/dashboard/admin/create-product',
    who: () => facts.admin,
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Category' }).click();
      await page.getByRole('listbox').waitFor();
    },
  },
  {
    name: 'the question before unsaved words are left',
    at: () => '/dashboard/admin/settings',
    who: () => facts.admin,
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
  test.each(STATES.filter(({ only }) => !only || only === width))(
    '[NAV-1] [A11Y-1] $name: no fault in either colour scheme, and nothing sideways',
    async ({ name, at, who, open: openState }) => {
      const faults: string[] = [];
      // The other colours change colours alone.
      for (const [colorScheme, rules] of [['light'], ['dark', ['color-contrast']]] as const) {
        const cart = facts.products.slice(0, 3);
        const { page, expectComplaints } = await visit({ viewport, colorScheme, storage: { cart }, ...(who && { session: who() }) });
        if (/refused/.test(name)) expectComplaints(/status of 40[01]/);
        await goTo(page, at());
        await openState(page);
        await page.evaluate(async () => {
          await Promise.all(
            document
              .getAnimations()
              .filter((it) => it.effect?.getTiming().iterations !== Infinity)
              .map((it) => it.finished),
          );
        });
        faults.push(...(await faultsOf(page, rules)), ...(await smallTargets(page)));
        if (!(await hasNoSidewaysScroll(page))) faults.push('scrolls sideways');
      }
      expect(faults).toEqual([]);
    },
  );
});
