/** Menus, dialogs, toasts and refused forms, and how a person gets there. */
import type { Page } from 'playwright-core';
import { first, type Session } from './api-client.ts';
import type { DemoData } from './screens.ts';
import { fillFields, navbar } from './steps.ts';
import { findToast } from './visitor.ts';

export interface StateData {
  demo: DemoData;
  /** An order that waits for its payment. */
  pending: { shopper: Session; order: string };
}

export interface ScreenState {
  name: string;
  getUrl: (data: StateData) => string;
  getSession?: (data: StateData) => Session;
  /** The only width in which it exists. */
  onlyWidth?: 'wide' | 'narrow';
  /** Shows parts that another state also shows, or that the test of the page itself checks: here in a full run only. */
  isVariant?: true;
  open: (page: Page, data: StateData) => Promise<unknown>;
}

const main = (page: Page) => page.locator('main');
const dialog = (page: Page) => page.locator('[role="dialog"], [role="alertdialog"], dialog[open]').first();

async function addToCart(page: Page): Promise<void> {
  await main(page)
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await findToast(page, 'Added To Cart Successfully').waitFor();
}

export const SCREEN_STATES: ScreenState[] = [
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
    isVariant: true,
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
    isVariant: true,
    getUrl: () => '/about',
    getSession: ({ demo }) => demo.shopper,
    onlyWidth: 'wide',
    open: (page, { demo }) => navbar(page).getByRole('button', { name: demo.shopper.user.name }).click(),
  },
  {
    name: 'the filters as a sheet',
    isVariant: true,
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
    isVariant: true,
    getUrl: ({ demo }) => `/product/${first(demo.products).slug}`,
    open: (page) => page.getByRole('button', { name: 'Enlarge image' }).click(),
  },
  {
    name: 'what was taken out of the cart',
    isVariant: true,
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
    getUrl: () => '/checkout',
    getSession: ({ demo }) => demo.shopper,
    open: async (page) => {
      // The account has only a plain-text address: if zones need fields, the form is open already.
      await main(page).getByLabel('Street and house number').waitFor();
      await main(page)
        .getByRole('button', { name: /^Order and pay/ })
        .click();
      await main(page).getByLabel('Street and house number').and(page.locator('[aria-invalid="true"]')).waitFor();
    },
  },
  {
    name: 'the question before an order is given up',
    getUrl: ({ pending }) => `/dashboard/user/orders/${pending.order}`,
    getSession: ({ pending }) => pending.shopper,
    open: async (page) => {
      await main(page).getByRole('button', { name: 'Cancel checkout' }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'what was bought again',
    isVariant: true,
    getUrl: ({ demo }) => `/dashboard/user/orders/${demo.order}`,
    getSession: ({ demo }) => demo.shopper,
    open: async (page) => {
      await main(page).getByRole('button', { name: 'Buy again' }).click();
      await main(page).getByRole('link', { name: 'Go to cart' }).waitFor();
    },
  },
  {
    name: 'the dialog that marks an order as shipped',
    getUrl: ({ demo }) => `/dashboard/admin/orders/${demo.order}`,
    getSession: ({ demo }) => demo.admin,
    open: async (page) => {
      await main(page).getByRole('button', { name: 'Mark as shipped' }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'the dialog that gives money back',
    getUrl: ({ demo }) => `/dashboard/admin/orders/${demo.order}`,
    getSession: ({ demo }) => demo.admin,
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
    isVariant: true,
    getUrl: () => '/login',
    open: async (page) => {
      await fillFields(page, { Email: 'nobody@example.com', Password: 'wrong-password' });
      await main(page).getByRole('button', { name: 'Login' }).click();
      await findToast(page, 'invalid email or password').waitFor();
    },
  },
  {
    name: 'the dialog that renames a category',
    isVariant: true,
    getUrl: () => '/dashboard/admin/create-category',
    getSession: ({ demo }) => demo.admin,
    open: async (page) => {
      await main(page).getByRole('button', { name: /^EDIT/i }).first().click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'the question before a category is deleted',
    isVariant: true,
    getUrl: () => '/dashboard/admin/create-category',
    getSession: ({ demo }) => demo.admin,
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
    isVariant: true,
    getUrl: () => '/dashboard/admin/create-product',
    getSession: ({ demo }) => demo.admin,
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Category' }).click();
      await page.getByRole('listbox').waitFor();
    },
  },
  {
    name: 'the bar that says what is unsaved',
    isVariant: true,
    getUrl: () => '/dashboard/admin/settings',
    getSession: ({ demo }) => demo.admin,
    open: async (page) => {
      await main(page).getByLabel('Shop name').fill('Another name');
      await main(page).getByRole('region', { name: 'Unsaved changes' }).waitFor();
    },
  },
  {
    name: 'the question before unsaved words are left',
    isVariant: true,
    getUrl: () => '/dashboard/admin/settings',
    getSession: ({ demo }) => demo.admin,
    open: async (page) => {
      await main(page).getByRole('textbox').first().fill('123');
      await page.getByRole('link', { name: 'Customers' }).filter({ visible: true }).click();
      await dialog(page).waitFor();
    },
  },
  {
    name: 'the search over everything',
    getUrl: () => '/dashboard/admin',
    getSession: ({ demo }) => demo.admin,
    open: async (page) => {
      await page.getByRole('link', { name: 'View shop' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search the admin area' }).fill('or');
      await page.getByRole('group', { name: 'Orders' }).waitFor();
    },
  },
  {
    name: 'the keyboard shortcuts',
    isVariant: true,
    getUrl: () => '/dashboard/admin',
    getSession: ({ demo }) => demo.admin,
    open: async (page) => {
      await page.getByRole('link', { name: 'View shop' }).waitFor();
      await page.keyboard.press('?');
      await dialog(page).waitFor();
    },
  },
];
