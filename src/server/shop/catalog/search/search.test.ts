import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { memoizeForever } from '../../../../../tests/support/memoize.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { isFullRun } from '../../../../../tests/support/projects.ts';
import { filterProducts } from '../../../../contract/product.ts';
import { listSuggestions, searchProducts } from '../../../../contract/product-search.ts';
import { query } from '../../../platform/database/query.ts';
import { NO_FILTER } from './filters.ts';
import { SHORT_NAME_BYTES } from './search.repository.ts';
import { searchProducts as searchWith } from './search.service.ts';

const FULL_SHELF = isFullRun ? 3000 : 300;
const shop = await openShop();
const { db } = shop.deps;

async function search(keyword: string): Promise<string[]> {
  const { status, body } = await shop.call(searchProducts, { params: { keyword } });
  expect(status).toBe(200);
  return body.map((it) => it.name);
}

async function createSearchProducts(rows: { name: string; description?: string }[]) {
  const categoryId = await makeCategory(db);
  await makeProducts(
    db,
    rows.map((row) => ({ categoryId, ...row })),
  );
}

test('[FIND-9] special characters of a word decide the order: C++ before C#, and C# before C', async () => {
  await createSearchProducts([
    { name: 'C++ Primer, the long book about everything' },
    { name: 'C# 12' },
    { name: 'C, a manual' },
    ...Array.from({ length: 8 }, (_, n) => ({ name: `C# ${n}` })),
    { name: 'C++ in a day' },
  ]);
  expect((await search('C++')).slice(0, 2)).toEqual(['C++ in a day', 'C++ Primer, the long book about everything']);
  expect((await search('c++ primer'))[0]).toBe('C++ Primer, the long book about everything');
  expect((await search('c#'))[0]).toMatch(/^C# /);
  const { products } = (await shop.call(listSuggestions, { params: { keyword: 'C++' } })).body;
  expect(products.slice(0, 2).map(({ name }) => name)).toEqual(['C++ in a day', 'C++ Primer, the long book about everything']);
  // What has none of the signs is still found.
  expect(await search('C++')).toHaveLength(12);
});

test('[API-3] [SRCH-1] [FIND-1] a word is found in names and descriptions regardless of case: names first, then the newest', async () => {
  await createSearchProducts([
    { name: 'Cap', description: 'Goes with a LAMP.' },
    { name: 'Desk lamp' },
    { name: 'Bowler' },
    { name: 'Lampshade' },
  ]);
  expect(await search('lamp')).toEqual(['Desk lamp', 'Lampshade', 'Cap']);
  expect(await search('  LAMP ')).toEqual(['Desk lamp', 'Lampshade', 'Cap']);
  expect(await search('toaster')).toEqual([]);
});

test('[API-3] [FIND-1] all words must be found, in any place and order', async () => {
  await createSearchProducts([
    { name: 'Chair', description: 'A red seat for the garden.' },
    { name: 'Red chair' },
    { name: 'Red table' },
    { name: 'Chair', description: 'Blue.' },
  ]);
  expect(await search('chair red')).toEqual(['Red chair', 'Chair']);
  expect(await search('red  red\tred chair')).toEqual(['Red chair', 'Chair']);
});

test('[API-3] [FIND-4] [SAFE-8] [threat 22] special characters are no wildcards: alone they are searched in names, between words they separate them', async () => {
  await createSearchProducts([
    { name: '100% wool' },
    { name: '100 g wool' },
    { name: 'snake_case' },
    { name: 'snakeXcase' },
    { name: 'back\\slash' },
  ]);
  expect(await search('%')).toEqual(['100% wool']);
  expect(await search('100% wool')).toEqual(['100% wool', '100 g wool']);
  expect(await search('snake_case')).toEqual(['snake_case']);
  expect(await search('_')).toEqual(['snake_case']);
  expect(await search('\\')).toEqual(['back\\slash']);
  expect(await search('\\%')).toEqual([]);
});

test('[API-3] a search for spaces finds nothing, not everything', async () => {
  await createSearchProducts([{ name: 'Lamp' }]);
  expect(await search(' ')).toEqual([]);
  expect(await search('\t \u00a0')).toEqual([]);
});

test('[API-3] a search returns at most 100 products, the newest ones', async () => {
  await createSearchProducts(Array.from({ length: 120 }, (_, index) => ({ name: `Lamp ${index}` })));
  const names = await search('lamp');
  expect(names).toHaveLength(100);
  expect(names[0]).toBe('Lamp 0');
  expect(names.at(-1)).toBe('Lamp 99');
});

test('[API-3] [FIND-1] short names come first, whether they fill a page or not', async () => {
  await createSearchProducts([
    ...Array.from({ length: 110 }, (_, n) => ({ name: `Brass lamp ${n}` })),
    ...Array.from({ length: 40 }, (_, n) => ({ name: `Brass lamp for a very long corridor ${n}` })),
    ...Array.from({ length: 20 }, (_, n) => ({ name: `Tin lämp ${n}` })),
    ...Array.from({ length: 40 }, (_, n) => ({ name: `Tin lamp, ${'wide '.repeat(n % 7)}no. ${n}` })),
    ...Array.from({ length: 30 }, (_, n) => ({ name: `Lamplight ${n}`, description: 'Tin, brass.' })),
  ]);
  for (const keyword of ['brass lamp', 'tin lamp', 'lamp', 'the brass lamp', 'lamp brass 7', 'no lamp tin', 'brass lamp for a very long']) {
    const names = await search(keyword);
    const all = await shop.call(filterProducts, { body: { checked: [], radio: [], keyword, limit: 100 } });
    expect(names.length).toBeGreaterThan(0);
    expect(names).toEqual(all.body.products.map((it) => it.name));
  }
  const brass = await search('brass lamp');
  expect(brass.toSorted()).toEqual(Array.from({ length: 100 }, (_, n) => `Brass lamp ${n}`).toSorted());
});

test('[FIND-1] the index marks names up to exactly the lengths that a search needs', async () => {
  for (const [index, bytes] of SHORT_NAME_BYTES.entries())
    for (const [name, isMarked] of [
      ['ä'.repeat(bytes / 2), true],
      [`a${'ä'.repeat(bytes / 2)}`, false],
    ] as const) {
      const [found] = await query<{ isMarked: boolean }>(
        db,
        sql`select search_vector(${name}, '', gen_random_uuid()) @@ (search_term(${name}, false, true)).short_name[${sql.raw(String(index + 1))}] as "isMarked"`,
      );
      expect(found?.isMarked).toBe(isMarked);
    }
});

test('[API-3] a keyword in any script, up to 100 characters, is found in every encoding of a URL', async () => {
  await createSearchProducts([{ name: '緑茶' }, { name: 'Crème 🙂' }, { name: 'Either/or? #1 & more' }, { name: '茶'.repeat(100) }]);
  expect(await search('緑茶')).toEqual(['緑茶']);
  expect(await search('crème 🙂')).toEqual(['Crème 🙂']);
  expect(await search('either/or? #1 &')).toEqual(['Either/or? #1 & more']);
  expect(await search('茶'.repeat(100))).toEqual(['茶'.repeat(100)]);
  const long = await shop.call(searchProducts, { params: { keyword: 'x'.repeat(101) } });
  expect(long).toMatchObject({ status: 400, body: { success: false, issues: [{ path: 'keyword' }] } });
});

test.each(['/api/v1/product/search/%E0%A4%A', '/api/v1/product/search/%', '/api/v1/product/search/a%00b', '/api/v1/product/search/%00'])(
  '[API-3] [threat 23] a keyword that is %s is refused as malformed',
  async (url) => {
    const answer = await shop.send({ method: 'GET', url });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      success: false,
      message: expect.any(String),
      code: 'invalid_request',
      ...(url.includes('%00') && { issues: expect.any(Array) }),
    });
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  },
);

test('[FIND-4] [SAFE-8] [threat 22] a keyword made to slow down a pattern is answered like any other, also in a full catalog', {
  tags: ['full'],
}, async () => {
  await createSearchProducts(
    Array.from({ length: FULL_SHELF }, (_, index) => ({ name: `${'a'.repeat(200)} ${index}`, description: 'ab '.repeat(500) })),
  );
  for (const keyword of [`${'(a+)+'.repeat(8)}b`, 'a%'.repeat(50), `${'a'.repeat(99)}b`, '%_'.repeat(50)]) {
    expect((await shop.call(searchProducts, { params: { keyword } })).status).toBe(200);
  }
});

test('[API-3] of a keyword with many words, the first eight are used', async () => {
  await createSearchProducts([{ name: 'one two three four five six seven eight' }, { name: 'two three four five six seven eight nine' }]);
  expect(await search('one two three four five six seven eight nine ten')).toEqual(['one two three four five six seven eight']);
});

test('[API-3] [FIND-2] a word is found by any of its forms, with or without accents, in full or by its beginning', async () => {
  await createSearchProducts([
    { name: 'Crème brûlée torches' },
    { name: "Women's running shoe" },
    { name: 'Black/White wi-fi lamp' },
    { name: 'Watering can' },
    { name: 'Glass pour over' },
  ]);
  for (const keyword of ['creme', 'CRÈME BRULEE', 'torch', 'brul']) expect(await search(keyword)).toEqual(['Crème brûlée torches']);
  for (const keyword of ['womens shoes', 'women’s run', 'runs']) expect(await search(keyword)).toEqual(["Women's running shoe"]);
  // What is left of these without their endings is a filler.
  for (const keyword of ['cans', 'watering cans']) expect(await search(keyword)).toEqual(['Watering can']);
  for (const keyword of ['overs', 'pour overs', 'over']) expect(await search(keyword)).toEqual(['Glass pour over']);
  for (const keyword of ['white', 'wi fi', 'black lamps', 'the lamp for white'])
    expect(await search(keyword)).toEqual(['Black/White wi-fi lamp']);
});

test('[API-3] [FIND-3] a misspelled word finds the word that was meant, unless a product is spelled like that', async () => {
  await createSearchProducts([
    { name: 'Porcelain teapot' },
    { name: 'Lamp' },
    { name: 'Smartphone' },
    { name: 'Mat', description: 'Woven of seagrass.' },
  ]);
  for (const keyword of ['porcelian', 'porcelin teapto', 'porzelan', 'teapt porcelain'])
    expect(await search(keyword)).toEqual(['Porcelain teapot']);
  for (const keyword of ['lmap', 'lapm', 'lamo', 'lammp']) expect(await search(keyword)).toEqual(['Lamp']);
  expect(await search('phone')).toEqual(['Smartphone']);
  expect(await search('seegrass')).toEqual(['Mat']);
  expect(await search('zzzzzz')).toEqual([]);
});

test('[API-3] [FIND-1] a category is found by its name, and so are its products', async () => {
  const lights = await makeCategory(db, 'Lights');
  await makeProducts(db, [{ categoryId: lights, name: 'Pendant' }]);
  await createSearchProducts([{ name: 'Light jacket' }, { name: 'Boot' }]);
  expect(await search('light')).toEqual(['Light jacket', 'Pendant']);
  expect(await search('pendant lights')).toEqual(['Pendant']);
});

test('[FIND-4] [threat 22] a keyword of as many words as fit is answered, also in a full catalog', { tags: ['full'] }, async () => {
  const letters = 'a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9 . , - + ! ( ) * = : ; @ & $';
  await createSearchProducts(
    Array.from({ length: FULL_SHELF }, (_, index) => ({ name: `Thing ${index}`, description: `${letters} `.repeat(5) })),
  );
  expect(await search(letters.slice(0, 99))).toHaveLength(100);
});

test('[FIND-1] [KEPT-1] a remembered word is looked up again once a product has it', async () => {
  // Each finds something before, or it would be taken for misspelt and asked anew in any case.
  const categoryId = await makeCategory(db);
  await makeProducts(db, [{ categoryId, name: 'Quoll print' }]);
  expect(await search('quo')).toEqual(['Quoll print']);
  await makeProducts(db, [{ categoryId, name: 'Quokka' }]);
  expect(await search('quo')).toEqual(['Quokka', 'Quoll print']);
  await makeProducts(db, [{ categoryId: await makeCategory(db, 'Quolls'), name: 'Tall figure' }]);
  expect(await search('quoll')).toEqual(['Quoll print', 'Tall figure']);
});

test('[KEPT-7] of very many words only the latest are remembered', { tags: ['full'] }, async () => {
  const remember = memoizeForever();
  // Words that are found: unknown ones would each be compared with all others, in case they are misspelt.
  const allWords = Array.from({ length: 2400 }, (_, n) => `w${n}`);
  await createSearchProducts([{ name: 'Anything', description: allWords.join(' ') }]);
  const window = { filter: NO_FILTER, offset: 0, limit: 1, sort: 'relevance' } as const;
  for (let n = 0; n < 2400; n += 8) {
    const words = allWords.slice(n, n + 8);
    await searchWith({ db, memoize: remember }, words.join(' '), window, []);
    expect((await remember('terms', async () => new Map())).size).toBeLessThan(2100);
  }
});
