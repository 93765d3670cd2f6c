/** A visitor looks around: home, filters, pages, search, categories, products. */
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { type ListedCategory, listCategories } from '../../src/contract/category.ts';
import { filterProducts, listCategoryProducts, listProducts, type Product, searchProducts } from '../../src/contract/product.ts';
import { badge, bar, dollars, heading, stopClock } from './steps.ts';
import { goTo, hydrated, prepareVisits, toastOf } from './visitor.ts';
import { call, first, logInAdmin, makeCategory, makeProduct } from './wire.ts';

const origin = inject('origin');
const visit = prepareVisits(origin);

let categories: ListedCategory[];
let total: number;

beforeAll(async () => {
  categories = (await call(origin, listCategories)).category.filter((it) => it.count > 1);
  total = (await call(origin, listProducts)).total;
});

const cards = (page: Page) => page.locator('main article[data-product]');
const namesOf = (page: Page) => cards(page).locator('h3').allTextContents();
const pricesOf = async (page: Page) =>
  (await page.locator('main article[data-product] p.figures').allTextContents()).map((it) => Number(it.replace(/[$,]/g, '')));
const cut = (text: string, length: number) => `${[...text].slice(0, length).join('').trimEnd()}…`;

/** What the shop answers for a filter, as the page should show it. */
async function filtered(checked: ListedCategory[], radio: [] | [number, number] = [], more: { page?: number; sort?: 'price-up' } = {}) {
  return call(origin, filterProducts, { body: { checked: checked.map((it) => it._id), radio, ...more } });
}

async function showsThese(page: Page, products: Product[]): Promise<void> {
  await expect.poll(() => namesOf(page)).toEqual(products.map((it) => it.name));
}

/** Holds every answer to these calls until it is let go. */
async function hold(page: Page, calls: string): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(calls, async (route: Route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

describe('around every page', () => {
  test('[NAV-1] [NAV-2] [NAV-5] [NAV-6] [NAV-9] a visitor finds the bar with its links, an empty cart, the main area and the footer', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    expect(await page.title()).toBe('eCommerce App');
    const links = bar(page);
    expect(await links.getByRole('link', { name: /eCommerce App/ }).getAttribute('href')).toBe('/');
    expect(await links.getByRole('link', { name: 'Home', exact: true }).getAttribute('href')).toBe('/');
    expect(await links.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register');
    expect(await links.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
    expect(await links.getByRole('link', { name: /Cart/ }).getAttribute('href')).toBe('/cart');
    expect(await badge(page).textContent()).toBe('0');
    const share = await page.evaluate(() => (document.querySelector('main')?.offsetHeight ?? 0) / window.innerHeight);
    expect(share).toBeGreaterThanOrEqual(0.75);
    await goTo(page, '/cancel');
    const least = await page.evaluate(() => (document.querySelector('main')?.offsetHeight ?? 0) / window.innerHeight);
    expect(least).toBeGreaterThanOrEqual(0.75);
  });

  test('[NAV-3] the Category menu leads to all categories and to each of them', async () => {
    const { page } = await visit();
    const asked: string[] = [];
    page.on('request', (it) => it.url().endsWith('/category/categories') && asked.push(it.url()));
    await goTo(page, '/about');
    await bar(page).locator('summary', { hasText: 'Category' }).click();
    const shown = await bar(page)
      .locator('details[open] a')
      .evaluateAll((links) => links.map((it) => it.getAttribute('href')));
    expect(shown[0]).toBe('/category');
    const all = (await call(origin, listCategories)).category;
    expect(shown.slice(1)).toEqual(all.map((it) => `/category/${it.slug}`));
    const { name, slug } = first(categories);
    await bar(page).locator('details[open]').getByRole('link', { name }).first().click();
    await page.waitForURL(`**/category/${slug}`);
    await expect.poll(() => heading(page).textContent()).toContain(name);
    expect(asked.length).toBeLessThanOrEqual(1);
  });

  test('[NAV-8] [ROUTE-1] the footer leads to About, Contact and Privacy Policy', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    const footer = page.locator('footer');
    expect(await footer.textContent()).toContain('All Right Reserved');
    for (const [name, href] of [
      ['About', '/About'],
      ['Contact', '/contact'],
      ['Privacy Policy', '/policy'],
    ] as const) {
      const link = footer.getByRole('link', { name });
      expect(await link.getAttribute('href')).toBe(href);
      await link.click();
      await page.waitForURL(`**${href}`);
      await expect.poll(() => heading(page).textContent()).toMatch(/\w/);
      expect((await fetch(`${origin}${href}`)).status).toBe(200);
    }
  });

  test('[ROUTE-1] [CART-1] [ACC-1] each public address answers with its screen, rendered on the server', async () => {
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
      const answer = await fetch(`${origin}${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
      const html = await answer.text();
      expect(html.replaceAll('<!-- -->', ''), path).toMatch(text);
      expect(html.match(/<h1[\s>]/g), path).toHaveLength(1);
    }
  });

  test('[ROUTE-2] any other address says Page Not Found, and so does its status', async () => {
    const { page, expectComplaints } = await visit();
    expectComplaints(/status of 404/);
    for (const path of ['/nowhere', '/product/no-such-thing', '/dashboard', '/category/a/b', '/index.php', '/.env']) {
      const answer = await fetch(`${origin}${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).toContain('Page Not Found');
    }
    expect((await fetch(`${origin}/%E0%A4%A`)).status).toBeLessThan(500);
    for (const path of ['/nowhere', '/product/no-such-thing']) {
      await goTo(page, path);
      expect(await heading(page).textContent()).toBe('Page Not Found');
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

describe('the home page', () => {
  test('[HOME-1] [CONST-2] offers every category and eleven price ranges', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    const all = (await call(origin, listCategories)).category;
    expect(await page.getByRole('checkbox').count()).toBe(all.length);
    const ranges = await page.getByRole('radio').evaluateAll((radios) => radios.map((it) => (it as HTMLInputElement).value));
    expect(ranges).toEqual([
      '0-99',
      '99-199',
      '199-299',
      '299-399',
      '399-499',
      '499-599',
      '599-699',
      '699-799',
      '799-899',
      '899-999',
      '999-99999',
    ]);
    await expect.poll(() => page.getByRole('radio').first().getAttribute('name')).toBe('price');
    expect(await page.getByText('$0 – $99', { exact: true }).count()).toBe(1);
  });

  test('[HOME-3] [CONST-1] [CONST-4] a card shows picture, name, twenty characters, price, Details and Add to Cart', async () => {
    const { page } = await visit();
    const { products } = await call(origin, listProducts);
    await goTo(page, '/');
    await showsThese(page, products);
    expect(products).toHaveLength(8);
    const product = first(products);
    const card = cards(page).first();
    const text = await card.textContent();
    expect(text).toContain(cut(product.description, 20));
    expect(text).toContain(dollars(product.price));
    const picture = card.locator('img').first();
    expect(await picture.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth > 0)).toBe(true);
    expect(await picture.getAttribute('width')).toMatch(/^\d+$/);
    expect(await card.getByRole('button', { name: /^Add to Cart/ }).textContent()).toBe('Add to Cart');
    await card.getByRole('link', { name: /^Details/ }).click();
    await page.waitForURL(`**/product/${product.slug}`);
    await expect.poll(() => heading(page).textContent()).toBe(product.name);
  });

  test('[HOME-4] pages have eight products; Next ends at the last, Prev at the first, and the address holds the page', async () => {
    const { page } = await visit();
    const last = Math.ceil(total / 8);
    await goTo(page, '/');
    const pages = page.getByRole('navigation', { name: 'Pages of products' });
    expect(await pages.locator('[aria-current="page"]').textContent()).toBe('1');
    expect(await pages.getByText('Prev').isDisabled()).toBe(true);
    await pages.getByText('Next').click();
    await page.waitForURL('**/?page=2');
    await showsThese(page, (await call(origin, listProducts, { query: { page: 2 } })).products);
    await pages.getByText(String(last), { exact: true }).click();
    await page.waitForURL(`**/?page=${last}`);
    await expect.poll(() => pages.getByText('Next').isDisabled()).toBe(true);
    await expect.poll(() => cards(page).count()).toBe(total - (last - 1) * 8);
    await pages.getByText('Prev').click();
    await page.waitForURL(`**/?page=${last - 1}`);
    await expect.poll(() => cards(page).count()).toBe(8);
  });

  test('[HOME-6] a category and a price narrow the list, one fetch each, and the address says so', async () => {
    const { page } = await visit();
    const category = first(categories);
    await goTo(page, '/');
    const sent: unknown[] = [];
    page.on('request', (it) => it.url().endsWith('/filter-products') && sent.push(it.postDataJSON()));
    await page.getByRole('checkbox', { name: category.name }).check();
    await page.waitForURL(`**/?category=${category.slug}`);
    await showsThese(page, (await filtered([category])).products);
    await page.getByRole('radio', { name: '$99 – $199' }).check();
    await page.waitForURL(`**/?category=${category.slug}&price=99-199`);
    const both = await filtered([category], [99, 199]);
    await showsThese(page, both.products);
    expect(both.products.length).toBeGreaterThan(0);
    for (const price of await pricesOf(page)) expect(price >= 99 && price <= 199).toBe(true);
    expect(sent).toMatchObject([
      { checked: [category._id], radio: [] },
      { checked: [category._id], radio: [99, 199] },
    ]);
  });

  test('[HOME-6] two categories show the products of both', async () => {
    const { page } = await visit();
    const [one, two] = categories;
    if (!one || !two) throw new Error('too few categories');
    await goTo(page, '/');
    await page.getByRole('checkbox', { name: one.name }).check();
    await page.getByRole('checkbox', { name: two.name }).check();
    const both = await filtered([one, two]);
    await showsThese(page, both.products);
    await expect.poll(() => page.getByRole('heading', { level: 2, name: `${both.total} products` }).count()).toBe(1);
  });

  test('[HOME-2] REST DEFAULT takes every filter away and reloads the page', async () => {
    const { page } = await visit();
    await goTo(page, `/?category=${first(categories).slug}&price=0-99&sort=price-up`);
    await page.evaluate(() => Object.assign(window, { before: true }));
    await page.getByRole('button', { name: 'REST DEFAULT' }).click();
    await page.waitForURL(`${origin}/`);
    await hydrated(page);
    expect(await page.evaluate(() => 'before' in window)).toBe(false);
    expect(await page.locator('input:checked').count()).toBe(0);
    await showsThese(page, (await call(origin, listProducts)).products);
  });

  test('[HOME-6] what is filtered by stands above the list and can be taken away one by one', async () => {
    const { page } = await visit();
    const category = first(categories);
    await goTo(page, `/?category=${category.slug}&price=0-99`);
    await page.getByRole('link', { name: 'Remove filter: $0 – $99' }).click();
    await page.waitForURL(`**/?category=${category.slug}`);
    await expect.poll(() => page.getByRole('radio', { checked: true }).count()).toBe(0);
    await page.getByRole('link', { name: `Remove filter: ${category.name}` }).click();
    await page.waitForURL(`${origin}/`);
    await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  });

  test('[HOME-6] back and forward bring each list back as it was, and a reload keeps it', async () => {
    const { page } = await visit();
    const category = first(categories);
    await goTo(page, '/');
    const box = page.getByRole('checkbox', { name: category.name });
    await box.check();
    await page.waitForURL(`**/?category=${category.slug}`);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price-up');
    await page.waitForURL(`**/?category=${category.slug}&sort=price-up`);
    const sorted = (await filtered([category], [], { sort: 'price-up' })).products;
    await showsThese(page, sorted);
    await page.goBack();
    await showsThese(page, (await filtered([category])).products);
    await page.goBack();
    await expect.poll(() => box.isChecked()).toBe(false);
    await showsThese(page, (await call(origin, listProducts)).products);
    await page.goForward();
    await page.goForward();
    await showsThese(page, sorted);
    expect(await box.isChecked()).toBe(true);
    expect(await page.getByRole('combobox', { name: 'Sort by' }).inputValue()).toBe('price-up');
    await page.reload();
    await hydrated(page);
    await showsThese(page, sorted);
    expect(await box.isChecked()).toBe(true);
  });

  test('[HOME-4] [HOME-6] a shared link shows the same to somebody else, even without a script', async () => {
    const category = categories.find((it) => it.count > 8) ?? first(categories);
    const link = `/?category=${category.slug}&sort=price-up${category.count > 8 ? '&page=2' : ''}`;
    const { products } = await filtered([category], [], { sort: 'price-up', ...(category.count > 8 && { page: 2 }) });
    const { page } = await visit({ javaScriptEnabled: false });
    await page.goto(link);
    expect(await namesOf(page)).toEqual(products.map((it) => it.name));
    expect(await page.getByRole('checkbox', { name: category.name }).isChecked()).toBe(true);
  });

  test('[HOME-4] an order by price holds across pages', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Price, low to high' });
    await page.waitForURL('**/?sort=price-up');
    const expected = (await call(origin, listProducts, { query: { sort: 'price-up' } })).products;
    await showsThese(page, expected);
    const cheap = await pricesOf(page);
    await page.getByRole('navigation', { name: 'Pages of products' }).getByText('Next').click();
    await page.waitForURL('**/?sort=price-up&page=2');
    await showsThese(page, (await call(origin, listProducts, { query: { sort: 'price-up', page: 2 } })).products);
    const prices = [...cheap, ...(await pricesOf(page))];
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
  });

  test('[HOME-4] nonsense in the address shows the first page', async () => {
    const { page } = await visit();
    for (const query of ['page=-1', 'page=1e9', 'page=<b>', 'sort=hat', 'price=9-1', 'category=%00', 'category=no-such', 'price=1-2-3']) {
      await goTo(page, `/?${query}`);
      expect([query, await cards(page).count()]).toEqual([query, 8]);
    }
  });

  test('[HOME-5] a spinner turns while the next list is on its way', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    const letGo = await hold(page, '**/api/v1/product/filter-products');
    await page.getByRole('checkbox', { name: first(categories).name }).check();
    const spinner = page.locator('main').getByRole('status').filter({ hasText: 'Loading' });
    await spinner.waitFor();
    expect(await cards(page).count()).toBe(8);
    letGo();
    await spinner.waitFor({ state: 'detached' });
    await showsThese(page, (await filtered([first(categories)])).products);
  });

  test('[HOME-5] [HOME-6] a failed fetch says so, keeps the list, and Try again mends it', async () => {
    const { page, expectComplaints } = await visit();
    expectComplaints(/status of 503/, /console:.*(Error|busy)/);
    await goTo(page, '/');
    const before = await namesOf(page);
    await page.route('**/api/v1/product/filter-products', (route) =>
      route.fulfill({ status: 503, json: { success: false, message: 'busy' } }),
    );
    const category = first(categories);
    await page.getByRole('checkbox', { name: category.name }).check();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await namesOf(page)).toEqual(before);
    await page.unroute('**/api/v1/product/filter-products');
    await again.click();
    await showsThese(page, (await filtered([category])).products);
    await expect.poll(() => again.count()).toBe(0);
  });

  test('[HOME-6] an answer without success changes nothing in the list', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    const before = await namesOf(page);
    await page.route('**/api/v1/product/filter-products', (route) =>
      route.fulfill({ json: { success: false, products: [], total: 0, page: 1, limit: 8 } }),
    );
    await page.getByRole('checkbox', { name: first(categories).name }).check();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await namesOf(page)).toEqual(before);
  });

  test('[HOME-7] [CART-6] [NAV-6] Add to Cart adds, keeps it and says so', async () => {
    const { page } = await visit();
    const product = first((await call(origin, listProducts)).products.filter((it) => it.quantity > 0));
    await goTo(page, '/');
    const add = page.getByRole('button', { name: `Add to Cart: ${product.name}` });
    await add.click();
    await toastOf(page, 'Added To Cart Successfully').waitFor();
    await expect.poll(() => badge(page).textContent()).toBe('1');
    await add.click();
    await expect.poll(() => badge(page).textContent()).toBe('2');
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? 'null') as { _id: string; name: string }[]);
    expect(kept.map((it) => it._id)).toEqual([product._id, product._id]);
    expect(kept[0]).toMatchObject({ name: product.name, price: product.price });
    await page.reload();
    await expect.poll(() => badge(page).textContent()).toBe('2');
  });

  test('[CONST-3] toasts stand top centre; a success goes after two seconds', async () => {
    const { page } = await visit({ clock: true });
    await goTo(page, '/');
    await stopClock(page);
    await page
      .getByRole('button', { name: /^Add to Cart/ })
      .first()
      .click();
    const toast = toastOf(page, 'Added To Cart Successfully');
    await toast.waitFor();
    const shownAt = await page.evaluate(() => Date.now());
    const box = await toast.boundingBox();
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 720)).toBeLessThan(30);
    expect(box?.y).toBeLessThan(100);
    await page.clock.runFor(1900);
    expect(await toast.count()).toBe(1);
    // After two seconds it fades, and is out of the page soon after.
    await expect
      .poll(async () => {
        await page.clock.runFor(100);
        return toast.count();
      })
      .toBe(0);
    expect((await page.evaluate(() => Date.now())) - shownAt).toBeLessThan(3500);
  });
});

describe('products and categories', () => {
  test('[PROD-1] a product page shows picture, name, price and description, and adds to the cart', async () => {
    const { page } = await visit();
    const product = first((await call(origin, listProducts)).products.filter((it) => it.quantity > 5));
    await goTo(page, `/product/${product.slug}`);
    const main = page.locator('main');
    expect(await page.title()).toContain(product.name);
    expect(await heading(page).textContent()).toBe(product.name);
    for (const label of ['Name', 'Price', 'Description']) expect(await main.getByText(label, { exact: true }).count()).toBeGreaterThan(0);
    const text = (await main.textContent()) ?? '';
    expect(text).toContain(dollars(product.price));
    expect(text).toContain(product.description.split('\n')[0]);
    expect(text).toContain('In stock');
    const picture = main.getByRole('img', { name: product.name }).first();
    await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
    await main.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await toastOf(page, 'Added To Cart Successfully').waitFor();
    await expect.poll(() => badge(page).textContent()).toBe('1');
  });

  test('[PROD-2] similar products stand below, with name, price and description, and lead on', async () => {
    const { page } = await visit();
    const category = first(categories.filter((it) => it.count > 4));
    const { product } = await call(origin, listCategoryProducts, { params: { slug: category.slug } });
    await goTo(page, `/product/${first(product).slug}`);
    await page.getByRole('heading', { name: 'Similar Products' }).waitFor();
    expect(await cards(page).count()).toBeGreaterThan(0);
    const card = cards(page).first();
    const slug = await card.getAttribute('data-product');
    const shown = product.find((it) => it.slug === slug);
    if (!shown) throw new Error(`${slug} is of another category`);
    expect(await card.textContent()).toContain(shown.description.slice(0, 18));
    expect(await card.textContent()).toContain(dollars(shown.price));
    await card.getByRole('link', { name: shown.name }).first().click();
    await page.waitForURL(`**/product/${slug}`);
    await expect.poll(() => heading(page).textContent()).toBe(shown.name);
  });

  test('[PROD-2] [PROD-1] the only one of its kind has none; few left and none left are told', async () => {
    const { token } = await logInAdmin(origin);
    const { page } = await visit();
    const lonely = await makeCategory(origin, token);
    const product = await makeProduct(origin, token, lonely._id, { quantity: 3 });
    await goTo(page, `/product/${product.slug}`);
    await page.getByText('NOT ANY SIMILAR PRODUCTS').waitFor();
    await page.getByText('Only 3 left').waitFor();
    const sold = await makeProduct(origin, token, lonely._id, { quantity: 0 });
    await goTo(page, `/product/${sold.slug}`);
    expect(await page.locator('main').getByRole('button', { name: 'Out of stock' }).isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: /Add to Cart/ }).count()).toBe(0);
  });

  test('[CAT-1] [CAT-2] a category shows its name, how many it has, forty characters of each, and adds', async () => {
    const { page } = await visit();
    const category = first(categories.filter((it) => it.count <= 8));
    const { product } = await call(origin, listCategoryProducts, { params: { slug: category.slug } });
    await goTo(page, `/category/${category.slug}`);
    expect(await heading(page).textContent()).toContain(category.name);
    expect(await heading(page).textContent()).toContain(`${category.count} products`);
    await showsThese(page, product);
    const shown = product.find((it) => it.quantity > 0) ?? first(product);
    const card = page.locator(`article[data-product="${shown.slug}"]`);
    expect(await card.textContent()).toContain(cut(shown.description, 40));
    await card.getByRole('button', { name: /^Add to Cart/ }).click();
    await toastOf(page, 'Added To Cart Successfully').waitFor();
    await expect.poll(() => badge(page).textContent()).toBe('1');
    await card.getByRole('link', { name: /^More Details/ }).click();
    await page.waitForURL(`**/product/${shown.slug}`);
  });

  test('[CAT-1] a category that is not there says Not Found', async () => {
    const { page, expectComplaints } = await visit();
    expectComplaints(/status of 404/);
    expect((await fetch(`${origin}/category/no-such-category`)).status).toBe(404);
    await goTo(page, '/category/no-such-category');
    expect(await heading(page).textContent()).toBe('Not Found');
  });
});

describe('the search', () => {
  const search = async (page: Page, keyword: string) => {
    await page.getByRole('searchbox', { name: 'Search products' }).fill(keyword);
    await page.keyboard.press('Enter');
  };

  test('[NAV-7] [SRCH-1] [SRCH-2] shows how many it found, keeps the keyword in the address and survives a reload', async () => {
    const { page } = await visit();
    const found = await call(origin, searchProducts, { params: { keyword: 'lamp' } });
    expect(found.length).toBeGreaterThan(0);
    await goTo(page, '/about');
    await search(page, 'lamp');
    await page.waitForURL('**/searched/products?keyword=lamp');
    await expect.poll(() => heading(page).textContent()).toBe(`${found.length} Results Found`);
    await showsThese(page, found);
    await page.reload();
    await hydrated(page);
    expect(await heading(page).textContent()).toBe(`${found.length} Results Found`);
    expect(await page.getByRole('searchbox').inputValue()).toBe('lamp');
    await showsThese(page, found);
  });

  test('[SRCH-2] says Not Found where nothing fits', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    await search(page, 'zzzz qqqq');
    await expect.poll(() => heading(page).textContent()).toBe('Not Found');
    expect(await cards(page).count()).toBe(0);
  });

  test('[SRCH-1] takes any characters as words, not as patterns or markup', async () => {
    const { page } = await visit();
    await goTo(page, '/');
    for (const keyword of ['100%', '<img src=x onerror=alert(1)>', "'; drop table products; --", '../..', '?&#=', 'ß 漢字 👟']) {
      await search(page, keyword);
      await page.waitForURL((url) => url.searchParams.get('keyword') === keyword);
      await expect.poll(() => heading(page).textContent()).toMatch(/Not Found|Results Found/);
      expect(await page.locator('main').textContent()).toContain(keyword);
    }
  });

  test('[SRCH-3] a card shows name, price, eighteen characters, and Add Cart adds', async () => {
    const { page } = await visit();
    const found = await call(origin, searchProducts, { params: { keyword: 'lamp' } });
    const product = first(found.filter((it) => it.quantity > 0));
    await goTo(page, '/searched/products?keyword=lamp');
    const card = page.locator(`article[data-product="${product.slug}"]`);
    expect(await card.textContent()).toContain(cut(product.description, 18));
    expect(await card.textContent()).toContain(dollars(product.price));
    const add = card.getByRole('button', { name: /^Add Cart/ });
    expect(await add.textContent()).toBe('Add Cart');
    await add.click();
    await toastOf(page, 'Added To Cart Successfully').waitFor();
    await expect.poll(() => badge(page).textContent()).toBe('1');
  });

  test('[SRCH-1] a search that fails says so and keeps the words', async () => {
    const { page, expectComplaints } = await visit();
    expectComplaints(/status of 503/, /console:.*(Error|busy)/);
    await goTo(page, '/');
    await page.route('**/api/v1/product/search/**', (route) => route.fulfill({ status: 503, json: { success: false, message: 'busy' } }));
    await search(page, 'lamp');
    await toastOf(page, /didn't work/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.getByRole('searchbox').inputValue()).toBe('lamp');
    await page.unroute('**/api/v1/product/search/**');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/searched/products?keyword=lamp');
  });
});
