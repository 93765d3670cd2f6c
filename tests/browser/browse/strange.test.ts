/** The longest and oddest names and descriptions that the shop takes: every page keeps its shape and shows them as text. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCategory } from '../../../src/contract/category.ts';
import type { Product } from '../../../src/contract/product.ts';
import { type ShopProcess, startShop } from '../../shop-process.ts';
import { heading } from '../steps.ts';
import { goTo, hasNoSidewaysScroll, prepareVisits } from '../visitor.ts';
import { call, logInAdmin, makeCategory, makeProduct } from '../wire.ts';

const visit = prepareVisits('');

/** As often as it fits, and not half of it. */
const fill = (text: string, length: number) => text.repeat(Math.floor(length / text.length));

const TEXTS: Record<string, string> = {
  'no space': 'W',
  'many words': 'useful things ',
  'right to left': 'مصباح مكتب جميل ',
  'right to left, no space': 'م',
  emoji: '👩‍👩‍👧‍👦',
  HTML: '<b onclick=alert(1)><img src=x onerror=alert(1)></b><script>alert(1)</script>',
  'template and entities': '{{7*7}}#{1}&lt;&amp;%00\\" ',
};
const NAME = 200;
const CATEGORY = 100;
const DESCRIPTION = 10_000;

let shop: ShopProcess;
let empty: Record<string, string>;
const made: { what: string; product: Product; category: string; categoryName: string }[] = [];

/** What the pages of an empty shop say. */
async function read(path: string): Promise<string> {
  return (await fetch(`${shop.origin}${path}`)).text();
}

beforeAll(async () => {
  shop = await startShop({ env: { DEMO: 'off' } });
  empty = { home: await read('/'), categories: await read('/categories'), search: await read('/searched/products') };
  const { token } = await logInAdmin(shop.origin);
  for (const [what, text] of Object.entries(TEXTS)) {
    const { category } = await call(shop.origin, createCategory, { token, body: { name: fill(text, CATEGORY).trim() || text } });
    const product = await makeProduct(shop.origin, token, category._id, {
      name: fill(text, NAME).trim(),
      description: `${fill(text, DESCRIPTION / 2 - 5)}\n\n${fill(text, DESCRIPTION / 2 - 5)}`,
      price: 999_999.99,
      quantity: 3,
    });
    made.push({ what, product, category: category.slug, categoryName: category.name });
  }
  const { slug } = await makeCategory(shop.origin, token);
  empty.category = await read(`/category/${slug}`);
});
afterAll(async () => {
  await shop?.stop();
});

/** What has lost its shape: wider than the window, taller than it, or running out of its card. */
async function faultsOf(page: Page, what: string): Promise<string[]> {
  const faults = await page.evaluate(() =>
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
  if (!(await hasNoSidewaysScroll(page))) faults.push('scrolls sideways');
  if (await page.locator('main :is([onerror], [onclick], b)').count()) faults.push('shows markup');
  return faults.map((fault) => `${what}: ${fault}`);
}

describe('the strangest goods', () => {
  test.each([
    ['wide', 1440],
    ['narrow', 390],
    ['very narrow', 320],
  ] as const)('[HOME-3] [CAT-2] [SRCH-3] [PROD-1] [TEXT-3] %s: every page keeps its shape', { timeout: 180_000 }, async (_what, width) => {
    const { page } = await visit({ origin: shop.origin, viewport: { width, height: 844 } });
    const faults: string[] = [];
    const look = async (address: string, what: string) => {
      await goTo(page, address);
      faults.push(...(await faultsOf(page, `${what} at ${address}`)));
    };
    await look('/', 'home');
    await look(`/?${made.map((it) => `category=${it.category}`).join('&')}&price=999-99999`, 'home, filtered');
    await look('/categories', 'categories');
    for (const { what, product, category } of made) {
      await look(`/category/${category}`, what);
      await look(`/product/${product.slug}`, what);
      await look(`/searched/products?keyword=${encodeURIComponent([...product.name].slice(0, 40).join(''))}`, what);
    }
    expect(faults).toEqual([]);
  });

  test('[PROD-1] [CAT-1] [TEXT-2] names and descriptions are shown as they were written, in paragraphs, in their own direction', async () => {
    const { page } = await visit({ origin: shop.origin });
    for (const { what, product, category, categoryName } of made) {
      await goTo(page, `/product/${product.slug}`);
      expect([what, await heading(page).textContent()]).toEqual([what, product.name]);
      const paragraphs = page.locator('main section', { has: page.getByRole('heading', { name: 'Description' }) }).locator('p');
      expect([what, await paragraphs.allTextContents()]).toEqual([what, product.description.split(/\r?\n\r?\n/)]);
      const direction = await paragraphs.first().evaluate((it) => getComputedStyle(it).direction);
      expect([what, direction]).toEqual([what, what.startsWith('right') ? 'rtl' : 'ltr']);
      await goTo(page, `/category/${category}`);
      expect([what, await heading(page).textContent()]).toEqual([what, `${categoryName} 1 product`]);
    }
  });

  test('[HOME-3] [TEXT-3] the filters, the sheet and the chips keep their shape', async () => {
    const { page } = await visit({ origin: shop.origin, viewport: { width: 320, height: 700 } });
    await goTo(page, '/');
    await page.getByRole('button', { name: 'Filter' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    await sheet.waitFor();
    expect(await sheet.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
    await sheet.getByRole('checkbox').first().check();
    await page.waitForURL('**/?category=*');
    await sheet.getByRole('button', { name: 'Show 1 product' }).click();
    await page.getByRole('link', { name: /^Remove filter/ }).waitFor();
    expect(await hasNoSidewaysScroll(page)).toBe(true);
  });
});

test('[HOME-3] [CAT-1] [CAT-3] [SRCH-2] where there is nothing yet, each page says so and what to do next', () => {
  const said: Record<string, RegExp> = {
    home: /No products yet/,
    categories: /No categories yet.*Back to home page/s,
    category: /Nothing in this category yet.*All categories/s,
    search: /Type something into the search/,
  };
  for (const [name, words] of Object.entries(said)) expect(empty[name], name).toMatch(words);
});
