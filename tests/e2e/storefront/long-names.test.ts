/** Names and descriptions of the maximum length and with unusual characters don't break the storefront's layout. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCategory } from '../../../src/contract/category-admin.ts';
import type { Product } from '../../../src/contract/product.ts';
import { isFullRun, takeFirst } from '../../support/projects.ts';
import { type ShopProcess, startShop } from '../../support/shop-process.ts';
import { call, logInAdmin, makeCategory, makeProduct } from '../support/api-client.ts';
import { heading } from '../support/steps.ts';
import { goTo, hasNoHorizontalScroll, prepareVisits } from '../support/visitor.ts';
import { makeEmptyDataDir } from '../support/worker-shop.ts';

const visit = prepareVisits('');

/** Repeats the text as often as it fits as a whole. */
const repeatToFit = (text: string, length: number) => text.repeat(Math.floor(length / text.length));

const EXTREME_TEXTS: Record<string, string> = {
  'no space': 'W',
  'many words': 'useful things ',
  'right to left': 'مصباح مكتب جميل ',
  'right to left, no space': 'م',
  emoji: '👩‍👩‍👧‍👦',
  HTML: '<b onclick=alert(1)><img src=x onerror=alert(1)></b><script>alert(1)</script>',
  'template and entities': '{{7*7}}#{1}&lt;&amp;%00\\" ',
};
const MAX_NAME_LENGTH = 200;
const MAX_CATEGORY_LENGTH = 100;
const MAX_DESCRIPTION_LENGTH = 10_000;

let shop: ShopProcess;
let emptyPages: Record<string, string>;
const createdProducts: { kind: string; product: Product; category: string; categoryName: string }[] = [];

/** The page as the server renders it. */
async function fetchHtml(path: string): Promise<string> {
  return (await fetch(`${shop.origin}${path}`)).text();
}

beforeAll(async () => {
  shop = await startShop({ dataDir: makeEmptyDataDir(), env: { DEMO: 'off' } });
  emptyPages = { home: await fetchHtml('/'), categories: await fetchHtml('/categories'), search: await fetchHtml('/searched/products') };
  const { token } = await logInAdmin(shop.origin);
  for (const [kind, text] of Object.entries(EXTREME_TEXTS)) {
    const { category } = await call(shop.origin, createCategory, {
      token,
      body: { name: repeatToFit(text, MAX_CATEGORY_LENGTH).trim() || text },
    });
    const product = await makeProduct(shop.origin, token, category._id, {
      name: repeatToFit(text, MAX_NAME_LENGTH).trim(),
      description: `${repeatToFit(text, MAX_DESCRIPTION_LENGTH / 2 - 5)}\n\n${repeatToFit(text, MAX_DESCRIPTION_LENGTH / 2 - 5)}`,
      price: 999_999.99,
      quantity: 3,
    });
    createdProducts.push({ kind, product, category: category.slug, categoryName: category.name });
  }
  const { slug } = await makeCategory(shop.origin, token);
  emptyPages.category = await fetchHtml(`/category/${slug}`);
});
afterAll(async () => {
  await shop?.stop();
});

/** Elements that are wider than the window, taller than it, or overflow their card. */
async function findLayoutIssues(page: Page): Promise<string[]> {
  const issues = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main article[data-product]')].flatMap((card) => {
      const { right, height } = card.getBoundingClientRect();
      return [
        ...(height > window.innerHeight ? ['a card is taller than the screen'] : []),
        ...([...card.querySelectorAll('*')].some((it) => it.getBoundingClientRect().right > right + 1 && !it.closest('svg'))
          ? ['something runs out of its card']
          : []),
      ];
    }),
  );
  if (!(await hasNoHorizontalScroll(page))) issues.push('scrolls sideways');
  if (await page.locator('main :is([onerror], [onclick], b)').count()) issues.push('shows markup');
  return issues;
}

describe('products with extreme names', () => {
  // Each run takes one width for a product; a full run takes all.
  const widths = [
    ['narrow', 390, 0],
    ['wide', 1440, 1],
    ['very narrow', 320, 2],
  ] as const;
  test.each(takeFirst(widths))(
    '[HOME-3] [CAT-2] [SRCH-3] [PROD-1] [TEXT-3] %s: every page keeps its shape',
    { tags: ['full'] },
    async (_what, width, turn) => {
      const { page } = await visit({ origin: shop.origin, viewport: { width, height: 844 } });
      const checkLayout = async (url: string, kind: string) => {
        await goTo(page, url);
        await expect.poll(() => findLayoutIssues(page), { message: `${kind} at ${url}` }).toEqual([]);
      };
      await checkLayout('/', 'home');
      await checkLayout(`/?${createdProducts.map((it) => `category=${it.category}`).join('&')}&price=999-99999`, 'home, filtered');
      await checkLayout('/categories', 'categories');
      for (const [index, { kind, product, category }] of createdProducts.entries()) {
        if (!isFullRun && index % widths.length !== turn) continue;
        await checkLayout(`/category/${category}`, kind);
        await checkLayout(`/product/${product.slug}`, kind);
        await checkLayout(`/searched/products?keyword=${encodeURIComponent([...product.name].slice(0, 40).join(''))}`, kind);
      }
    },
  );

  test('[PROD-1] [CAT-1] [TEXT-2] names and descriptions are shown as written, in paragraphs and in their own text direction', {
    tags: ['full'],
  }, async () => {
    const { page } = await visit({ origin: shop.origin });
    for (const { kind, product, category, categoryName } of createdProducts) {
      await goTo(page, `/product/${product.slug}`);
      await expect.poll(() => heading(page).textContent(), { message: kind }).toBe(product.name);
      const paragraphs = page.locator('main section', { has: page.getByRole('heading', { name: 'Description' }) }).locator('p');
      await expect.poll(() => paragraphs.allTextContents(), { message: kind }).toEqual(product.description.split(/\r?\n\r?\n/));
      const direction = await paragraphs.first().evaluate((it) => getComputedStyle(it).direction);
      expect([kind, direction]).toEqual([kind, kind.startsWith('right') ? 'rtl' : 'ltr']);
      await goTo(page, `/category/${category}`);
      await expect.poll(() => heading(page).textContent(), { message: kind }).toBe(`${categoryName} 1 product`);
    }
  });

  test("[HOME-3] [TEXT-3] long names don't break the filters, the sheet or the chips", async () => {
    const { page } = await visit({ origin: shop.origin, viewport: { width: 320, height: 700 } });
    await goTo(page, '/');
    await page.getByRole('button', { name: 'Filter' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    await sheet.waitFor();
    await expect.poll(() => sheet.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
    await sheet.getByRole('checkbox').first().check();
    await page.waitForURL('**/?category=*');
    await sheet.getByRole('button', { name: 'Show 1 product' }).click();
    await page.getByRole('link', { name: /^Remove filter/ }).waitFor();
    await expect.poll(() => hasNoHorizontalScroll(page)).toBe(true);
  });
});

test('[HOME-3] [CAT-1] [CAT-3] [SRCH-2] in an empty shop each page says so and what to do next', () => {
  const emptyTexts: Record<string, RegExp> = {
    home: /No products yet/,
    categories: /No categories yet.*Back to home page/s,
    category: /No products in this category yet.*All categories/s,
    search: /What are you looking for/,
  };
  for (const [name, expectedText] of Object.entries(emptyTexts)) expect(emptyPages[name], name).toMatch(expectedText);
});
