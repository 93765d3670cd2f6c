/** Header, footer and skip link of every page, and the routes. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type ListedCategory, listCategories } from '../../../src/contract/category.ts';
import { listProducts } from '../../../src/contract/product.ts';
import { call, first, logInAdmin, makeShopper } from '../support/api-client.ts';
import { cartBadge, heading, navbar } from '../support/steps.ts';
import { goTo, prepareVisits } from '../support/visitor.ts';
import { getWorkerOrigin } from '../support/worker-shop.ts';
import { fetchDemoCategories } from './product-list.ts';

const origin = getWorkerOrigin();
const visit = prepareVisits(origin);

let categories: ListedCategory[];

beforeAll(async () => {
  categories = await fetchDemoCategories();
});

describe('around every page', () => {
  test('[NAV-1] [NAV-2] [NAV-5] [NAV-6] [NAV-9] a visitor sees the header with its links, an empty cart, the main area and the footer', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    await expect.poll(() => page.title()).toBe('eCommerce App');
    const links = navbar(page);
    await expect.poll(() => links.getByRole('link', { name: /eCommerce App/ }).getAttribute('href')).toBe('/');
    await expect.poll(() => links.getByRole('link', { name: 'Home', exact: true }).getAttribute('href')).toBe('/');
    await expect.poll(() => links.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register');
    await expect.poll(() => links.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
    await expect.poll(() => links.getByRole('link', { name: /Cart/ }).getAttribute('href')).toBe('/cart');
    await expect.poll(() => cartBadge(page).textContent()).toBe('0');
    await expect.poll(() => cartBadge(page).isVisible()).toBe(true);
    const readHeightRatio = () => page.evaluate(() => (document.querySelector('main')?.offsetHeight ?? 0) / window.innerHeight);
    await expect.poll(readHeightRatio).toBeGreaterThanOrEqual(0.75);
    await goTo(page, '/cancel');
    await expect.poll(readHeightRatio).toBeGreaterThanOrEqual(0.75);
    await navbar(page).getByRole('link', { name: /Cart/ }).click();
    await page.waitForURL('**/cart');
  });

  test('[NAV-1] every page of the shop has header, main area and footer from top to bottom, at any window height, and a place for toasts', {
    tags: ['full'],
  }, async () => {
    const { page, expectBrowserErrors } = await visit({ viewport: { width: 1440, height: 2400 }, clock: true });
    expectBrowserErrors(/status of 404/);
    const product = first((await call(origin, listProducts)).products);
    const readLayout = () =>
      page.evaluate(() => {
        const box = (it: Element | null) => it?.getBoundingClientRect() ?? new DOMRect();
        const [top, middle, bottom] = ['nav[aria-label="Main"]', 'main', 'main ~ footer'].map((it) => box(document.querySelector(it)));
        return {
          isBarFirst: (top?.height ?? 0) > 0 && (top?.bottom ?? 0) <= (middle?.top ?? 0) + 1,
          isFooterLast: (bottom?.height ?? 0) > 0 && (bottom?.top ?? 0) >= (middle?.bottom ?? 0) - 1,
          isMainTall: (middle?.height ?? 0) / window.innerHeight >= 0.75,
          toasts: document.querySelectorAll('[data-testid="toaster"]').length,
        };
      });
    for (const path of [
      '/',
      `/product/${product.slug}`,
      '/categories',
      '/searched/products',
      '/register',
      '/login',
      '/forget-password',
      '/cart',
      '/about',
      '/contact',
      '/policy',
      '/success',
      '/cancel',
      '/nowhere',
      '/dashboard/user',
    ]) {
      await goTo(page, path);
      await expect.poll(readLayout, { message: path }).toEqual({ isBarFirst: true, isFooterLast: true, isMainTall: true, toasts: 1 });
    }
  });

  test('[NAV-3] the Category menu leads to all categories and to each of them', { tags: ['full'] }, async () => {
    const { page } = await visit();
    const requestedUrls: string[] = [];
    page.on('request', (it) => it.url().endsWith('/category/categories') && requestedUrls.push(it.url()));
    await goTo(page, '/about');
    await navbar(page).getByRole('button', { name: 'Category' }).click();
    const readMenuUrls = () =>
      navbar(page)
        .locator(':popover-open a')
        .evaluateAll((links) => links.filter((it) => it.checkVisibility()).map((it) => it.getAttribute('href')));
    const all = (await call(origin, listCategories)).category;
    await expect.poll(readMenuUrls).toEqual(['/category', ...all.map((it) => `/category/${it.slug}`)]);
    const { name, slug } = first(categories);
    await navbar(page).locator(':popover-open').getByRole('link', { name }).first().click();
    await page.waitForURL(`**/category/${slug}`);
    await expect.poll(() => heading(page).textContent()).toContain(name);
    await navbar(page).getByRole('link', { name: 'Home', exact: true }).click();
    await page.waitForURL(`${origin}/`);
    // The categories come with the first page and aren't requested again.
    expect(requestedUrls).toEqual([]);
    await navbar(page).getByRole('button', { name: 'Category' }).click();
    await navbar(page).locator(':popover-open a[href="/category"]').click();
    await page.waitForURL('**/category');
  });

  test('[NAV-8] [ROUTE-1] the footer leads to About, Contact and Privacy Policy', { tags: ['full'] }, async () => {
    const { page } = await visit();
    await goTo(page, '/');
    const footer = page.locator('footer');
    await expect.poll(() => footer.textContent()).toContain('All Right Reserved');
    for (const [name, href] of [
      ['About', '/About'],
      ['Contact', '/contact'],
      ['Privacy Policy', '/policy'],
    ] as const) {
      const link = footer.getByRole('link', { name });
      await expect.poll(() => link.getAttribute('href')).toBe(href);
      await link.click();
      await page.waitForURL(`**${href}`);
      await expect.poll(() => heading(page).textContent()).toMatch(/\w/);
      expect((await fetch(`${origin}${href}`)).status).toBe(200);
    }
  });

  test('[ROUTE-1] [CART-1] [ACC-1] each public URL shows its page, rendered on the server', async () => {
    const category = first(categories);
    const product = first((await call(origin, listProducts)).products);
    const screens: [string, RegExp][] = [
      ['/', /REST DEFAULT/],
      [`/product/${product.slug}`, /Similar Products/],
      [`/category/${category.slug}`, /More Details/],
      ['/categories', /Categories/],
      ['/searched/products?keyword=a', /Results Found/],
      ['/register', /favorite sport/],
      ['/login', /Forget Password/],
      ['/forget-password', /favorite sport/],
      ['/cart', /Cart/],
      ['/about', /About/],
      ['/contact', /Contact/],
      ['/policy', /Privacy Policy/],
      ['/success', /Back to home page/],
      ['/cancel', /Cancel Payment/],
    ];
    for (const [path, text] of screens) {
      const response = await fetch(`${origin}${path}`);
      expect([path, response.status]).toEqual([path, 200]);
      const html = await response.text();
      expect(html.replaceAll('<!-- -->', ''), path).toMatch(text);
      expect(html.match(/<h1[\s>]/g), path).toHaveLength(1);
    }
  });

  test('[ROUTE-1] each URL of a dashboard shows its page', { tags: ['full'] }, async () => {
    const product = first((await call(origin, listProducts)).products);
    const screens = [
      [
        await makeShopper(origin, 'Rose Router'),
        ['/dashboard/user', /Rose Router/],
        ['/dashboard/user/profile', /^My Profile$/],
        ['/dashboard/user/orders', /^Order Details$/],
      ],
      [
        await logInAdmin(origin),
        ['/dashboard/admin', /^Home$/],
        ['/dashboard/admin/create-category', /^MANAGE CATEGORY$/],
        ['/dashboard/admin/create-product', /^Create Product$/],
        ['/dashboard/admin/products', /^Products$/],
        [`/dashboard/admin/update-product/${product.slug}`, /^Product Update$/],
        ['/dashboard/admin/users', /^Users$/],
      ],
    ] as const;
    for (const [session, ...pages] of screens) {
      const { page } = await visit({ session });
      for (const [path, title] of pages) {
        expect([path, (await fetch(`${origin}${path}`)).status]).toEqual([path, 200]);
        await goTo(page, path);
        await expect.poll(() => heading(page).textContent(), { message: path }).toMatch(title);
      }
    }
  });

  test('[ROUTE-2] any other URL says Page Not Found, with the status 404', { tags: ['full'] }, async () => {
    const { page, expectBrowserErrors } = await visit();
    expectBrowserErrors(/status of 404/);
    for (const path of ['/nowhere', '/product/no-such-thing', '/dashboard', '/category/a/b', '/index.php', '/.env']) {
      const response = await fetch(`${origin}${path}`);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text()).toContain('Page Not Found');
    }
    expect((await fetch(`${origin}/%E0%A4%A`)).status).toBeLessThan(500);
    for (const path of ['/nowhere', '/product/no-such-thing']) {
      await goTo(page, path);
      await expect.poll(() => heading(page).textContent()).toBe('Page Not Found');
    }
    await page.getByRole('link', { name: 'Back to home page' }).click();
    await page.waitForURL(`${origin}/`);
  });

  test('[ROUTE-3] [CAT-3] /category and /categories show the same list', async () => {
    const { page } = await visit();
    const lists: string[][] = [];
    for (const path of ['/category', '/categories']) {
      await goTo(page, path);
      lists.push(
        await page
          .locator('main a[href^="/category/"]')
          .evaluateAll((links) => links.map((it) => `${it.getAttribute('href')} ${it.textContent}`)),
      );
    }
    expect(lists[0]).toEqual(lists[1]);
    expect(lists[0]?.length).toBe((await call(origin, listCategories)).category.length);
  });
});
