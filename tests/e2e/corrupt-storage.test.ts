/** Invalid, outdated or missing data in local storage: every page still works. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Product } from '../../src/contract/product.ts';
import { isFullRun, takeFirst, takeTurn } from '../support/projects.ts';
import { logInAdmin, makeCategory, makeProduct } from './support/api-client.ts';
import { cartBadge, heading, navbar } from './support/steps.ts';
import { goTo, prepareVisits } from './support/visitor.ts';
import { getWorkerOrigin } from './support/worker-shop.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let product: Product;

beforeAll(async () => {
  const { token } = await logInAdmin(origin);
  product = await makeProduct(origin, token, (await makeCategory(origin, token))._id);
});

/** The page isn't blank: it has its header, a heading and text. */
async function expectUsablePage(page: Page, label: string): Promise<void> {
  await expect.poll(() => heading(page).count(), { message: label }).toBe(1);
  await navbar(page)
    .getByRole('link', { name: /eCommerce App/ })
    .waitFor();
  await navbar(page).getByRole('link', { name: 'Login' }).waitFor();
  await expect.poll(() => page.locator('main').textContent(), { message: label }).toMatch(/.{21}/s);
}

const repeatX = (length: number) => 'x'.repeat(length);

const CORRUPT_VALUES: Record<string, string> = {
  'half an object': '{',
  nothing: '',
  null: 'null',
  undefined: 'undefined',
  true: 'true',
  'a number': '7',
  'a text': '"x"',
  'a text of an object': '"{\\"user\\":{},\\"token\\":\\"x\\"}"',
  'an empty object': '{}',
  'an empty list': '[]',
  'a list of odd things': '[1,{},null,"x",[]]',
  'a list in a list': '[[[[[]]]]]',
  'no token': '{"user":{"name":"A","email":"a@b.c","address":"x","role":1}}',
  'an empty token': '{"user":{"name":"A","email":"a@b.c","address":"x","role":1},"token":""}',
  'a token that is none': '{"user":{"name":"A","email":"a@b.c"},"token":{"a":1}}',
  'no user': '{"token":"abc"}',
  'a user that is none': '{"user":"Ada","token":"abc"}',
  'a null user': '{"user":null,"token":"abc"}',
  'a user of numbers': '{"user":{"name":1,"email":2,"role":"1"},"token":"abc"}',
  'a name that is an object': '{"user":{"name":{"a":1},"email":"a@b.c"},"token":"abc"}',
  'a prototype': '{"__proto__":{"token":"x","user":{"role":1}}}',
  'a constructor': '{"constructor":{"prototype":{"role":1}},"user":{}}',
  'products without a price': '[{"_id":"1","name":"A"},{"_id":"2","name":"B","price":"9"}]',
  'products with odd prices': '[{"_id":"1","name":"A","price":1e999},{"_id":"2","name":"B","price":null}]',
  'a product with odd fields': '[{"_id":"1","name":"A","price":1,"image":{"a":1},"description":[],"slug":7,"quantity":"many"}]',
  markup:
    '[{"_id":"<img src=x onerror=alert(1)>","name":"<img src=x onerror=alert(1)>","price":1,"image":"javascript:alert(1)","slug":"\\"><script>"}]',
  'a length of its own': '{"length":5,"0":{"_id":"1","name":"A","price":1}}',
  'not JSON': 'auth=1; path=/',
  'zero bytes': '\u0000\u0001\u0002',
  'four megabytes of text': JSON.stringify(repeatX(4_000_000)),
  'four megabytes of no JSON': repeatX(4_000_000),
  'thousands of levels': '['.repeat(20_000) + ']'.repeat(20_000),
};

describe('local storage', () => {
  // The two pages that read local storage, and one that only shows the header; each with a third of the values in turn; /cart alone, with a sixth, if not in a full run.
  const routes = ['/cart', '/about', '/dashboard/user'];
  /** All other public pages, and some dashboards: the others have the same access checks. */
  const OTHER_ROUTES = [
    '/',
    '/product/:slug',
    '/categories',
    '/searched/products',
    '/contact',
    '/policy',
    '/login',
    '/register',
    '/forget-password',
    '/reset-password',
    '/confirm-email',
    '/team-invitation',
    '/success',
    '/cancel',
    '/dashboard/user/orders',
    '/dashboard/user/profile',
    '/dashboard/admin',
    '/dashboard/admin/orders',
  ];
  test.each(takeFirst(isFullRun ? [...routes, ...OTHER_ROUTES] : routes))(
    '[ACC-4] [CART-6] [KEEP-1] whatever is stored under auth and cart, %s starts as for a visitor',
    { tags: ['full'] },
    async (pattern) => {
      const { page, browserErrors } = await visit();
      const route = pattern.replace(':slug', product.slug);
      await goTo(page, route);
      for (const [label, text] of takeTurn(Object.entries(CORRUPT_VALUES), routes.indexOf(pattern), 2 * routes.length)) {
        // Both at full size would exceed the quota of local storage, so the second is small.
        const cart = text.length > 1_000_000 ? '{' : text;
        await page.evaluate(
          (entries) => {
            localStorage.clear();
            for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
          },
          { auth: text, cart },
        );
        await goTo(page, route);
        await expectUsablePage(page, label);
        await expect.poll(() => page.locator('[onerror]').count(), { message: label }).toBe(0);
        expect(browserErrors, label).toEqual([]);
      }
    },
  );

  test('[CART-6] [KEEP-1] a cart of four megabytes of garbage is treated as empty, and can be filled', { tags: ['full'] }, async () => {
    const { page } = await visit({ storage: { cart: JSON.stringify([1, repeatX(4_000_000)]) } });
    await goTo(page, '/');
    await page
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click();
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
    await page.reload();
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
  });

  test('[CART-6] [KEEP-1] valid items of a cart are kept, others are left out', async () => {
    const { page } = await visit({ storage: { cart: [1, product, { name: 'x' }, null, product] } });
    await goTo(page, '/cart');
    await expect.poll(() => cartBadge(page).textContent()).toBe('2');
    await expect.poll(() => page.locator('main').textContent()).toContain(product.name);
  });

  const brokenStorages = [
    [
      'blocked',
      () =>
        Object.defineProperty(window, 'localStorage', {
          get: () => {
            throw new DOMException('denied', 'SecurityError');
          },
        }),
    ],
    [
      'unreadable',
      () => {
        for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
          Storage.prototype[name] = () => {
            throw new DOMException('denied', 'SecurityError');
          };
        }
      },
    ],
  ] as const;
  for (const [label, breakStorage] of takeFirst(brokenStorages)) {
    test(`[CART-6] [ACC-4] [KEEP-2] storage that is ${label}: every page works, and added items are kept until the page closes`, {
      tags: ['full'],
    }, async () => {
      const { page, expectBrowserErrors } = await visit();
      // React Router's scroll restoration logs this error and continues.
      expectBrowserErrors(/console: .*denied/, /^uncaught: /);
      await page.addInitScript(breakStorage);
      for (const route of ['/', ...routes, '/login', `/product/${product.slug}`, '/dashboard/admin']) {
        await goTo(page, route);
        await expectUsablePage(page, route);
      }
      await goTo(page, '/');
      await page
        .getByRole('button', { name: /^Add to Cart/ })
        .first()
        .click();
      await expect.poll(() => cartBadge(page).textContent()).toBe('1');
      await page.getByText(/couldn't save your cart/).waitFor();
      await navbar(page).getByRole('link', { name: /Cart/ }).click();
      await page.waitForURL('**/cart');
      await expect
        .poll(() =>
          page
            .locator('main')
            .getByRole('button', { name: /^Remove Item/ })
            .count(),
        )
        .toBe(1);
    });
  }

  test('[CART-6] [KEEP-2] the customer is told of full storage, and the item is in the cart', async () => {
    const { page } = await visit();
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await goTo(page, `/product/${product.slug}`);
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await page.getByText(/couldn't save your cart/).waitFor();
    await expect.poll(() => cartBadge(page).textContent()).toBe('1');
  });
});
