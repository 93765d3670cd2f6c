import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { memoizeForever } from '../../../../../tests/support/memoize.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { filterProducts } from '../../../../contract/product.ts';
import { listSuggestions, searchProducts } from '../../../../contract/product-search.ts';
import { updateSynonyms } from '../../../../contract/synonyms.ts';
import { verifyShop } from '../../integrity/verify.service.ts';
import { NO_FILTER } from './filters.ts';
import { searchProducts as searchWith } from './search.service.ts';

const shop = await openShop();
const { db } = shop.deps;

async function search(keyword: string) {
  const { status, body } = await shop.call(searchProducts, { params: { keyword } });
  expect(status).toBe(200);
  return body;
}
const namesFound = async (keyword: string) => (await search(keyword)).map(({ name }) => name);

async function createShelf(rows: { name: string; description?: string }[], category?: string) {
  const categoryId = await makeCategory(db, category);
  await makeProducts(
    db,
    rows.map((row) => ({ categoryId, description: 'Nothing to say.', ...row })),
  );
}

test('[NEAR-1] if no product has all words, those with the most and rarest words are listed, with the words that match', async () => {
  await createShelf([
    { name: 'Iron teapot', description: 'Crimson enamel.' },
    { name: 'Red scarf' },
    { name: 'Red cap' },
    { name: 'Cup', description: 'Goes with a teapot.' },
    { name: 'Lamp' },
  ]);
  const found = await search('red teapot');
  expect(found.map(({ name, matchedWords }) => [name, matchedWords])).toEqual([
    ['Iron teapot', ['teapot']],
    ['Red cap', ['red']],
    ['Red scarf', ['red']],
    ['Cup', ['teapot']],
  ]);
  expect(await namesFound('a big iron teapot for two')).toEqual(['Iron teapot']);
  for (const { matchedWords } of await search('iron teapot')) expect(matchedWords).toBeUndefined();
});

test('[NEAR-1] of equally rare words the one that names the product counts more: the last, or the last one before "for"', async () => {
  await createShelf([{ name: 'Garden gnome' }, { name: 'Party hat' }, { name: 'Winter boots' }]);
  expect((await namesFound('garden hat'))[0]).toBe('Party hat');
  expect((await namesFound('hat for the garden'))[0]).toBe('Party hat');
});

test('[NEAR-1] products with few of the words are left out, and at most 48 are shown', async () => {
  await createShelf([
    { name: 'Green oak dining table' },
    ...Array.from({ length: 60 }, (_, n) => ({ name: `Thing ${n}`, description: 'Green.' })),
  ]);
  expect(await namesFound('green oak dining table chrome')).toEqual(['Green oak dining table']);
  expect(await namesFound('green zeppelin')).toHaveLength(48);
});

test('[NEAR-1] [FIND-5] near matches are filtered, counted, sorted and paged like full ones', async () => {
  await createShelf(Array.from({ length: 10 }, (_, n) => ({ name: `Oak table ${n}` })));
  const filter = async (rest: object) =>
    (await shop.call(filterProducts, { body: { checked: [], radio: [], keyword: 'purple table', ...rest } })).body;
  const first = await filter({});
  expect(first).toMatchObject({ total: 10, isAbout: false });
  expect(first.facets.categories.map(({ count }) => count)).toEqual([10]);
  const second = await filter({ page: 2 });
  expect(new Set([...first.products, ...second.products].map(({ _id }) => _id)).size).toBe(10);
  for (const { matchedWords } of second.products) expect(matchedWords).toEqual(['table']);
  const byName = (await filter({ sort: 'name', limit: 10 })).products.map(({ name }) => name);
  expect(byName).toEqual(byName.toSorted());
  expect((await filter({ radio: [900, 901] })).total).toBe(0);
});

test('[NEAR-1] [FIND-6] suggestions include near matches while the last word is typed', async () => {
  await createShelf([{ name: 'Iron teapot' }, { name: 'Lamp' }]);
  for (const keyword of ['red teap', 'purple teapot']) {
    const { body } = await shop.call(listSuggestions, { params: { keyword } });
    expect(body.products.map(({ name }) => name)).toEqual(['Iron teapot']);
    expect(body.products[0]?.matchedWords).toHaveLength(1);
  }
});

test('[NEAR-2] [FIND-3] a word that no product has is corrected, split or joined before it is left out', async () => {
  await createShelf([
    { name: 'Iron teapot' },
    { name: 'Hand saw' },
    { name: 'Roller skates' },
    { name: 'Red lamp' },
    { name: 'Bed', description: 'With a lamp.' },
  ]);
  for (const [keyword, name] of [
    ['iron tea pot', 'Iron teapot'],
    ['tea pots', 'Iron teapot'],
    ['handsaw', 'Hand saw'],
    ['rollerskates', 'Roller skates'],
    ['irno teapot', 'Iron teapot'],
  ] as const) {
    const found = await search(keyword);
    expect([keyword, found[0]?.name, found[0]?.matchedWords]).toEqual([keyword, name, undefined]);
  }
  // `iron` and `lamp` are words of the shop, so neither is taken for another.
  expect((await search('iron lamp')).map(({ matchedWords }) => matchedWords)).toEqual([['lamp'], ['iron'], ['lamp']]);
});

test('[NEAR-3] a new shop has common synonyms, and products with the word itself come before those with a synonym', async () => {
  await createShelf([{ name: 'Blue sofa' }, { name: 'Smartphone', description: 'Black.' }, { name: 'Scarf' }, { name: 'Rucksack' }]);
  for (const [keyword, name] of [
    ['blue couch', 'Blue sofa'],
    ['couches', 'Blue sofa'],
    ['black mobile phone', 'Smartphone'],
    ['scarves', 'Scarf'],
    ['backpacks', 'Rucksack'],
  ] as const) {
    const found = await search(keyword);
    expect([keyword, found.map((it) => it.name), found[0]?.matchedWords]).toEqual([keyword, [name], undefined]);
  }
  await createShelf([{ name: 'Blue couch' }], 'Seats');
  expect(await namesFound('blue couch')).toEqual(['Blue couch', 'Blue sofa']);
});

test('[NEAR-3] [FIND-1] products with the word come before those with its synonym in the name; synonyms in descriptions count if nothing else is found', async () => {
  await createShelf([
    { name: 'Tee' },
    { name: 'Crew neck', description: 'A tee of cotton.' },
    { name: 'Heavy t-shirt with a very long name' },
    { name: 'Tshirt, washed' },
    { name: 'Linen shirt' },
    { name: 'Cap' },
  ]);
  const found = await search('t-shirt');
  expect(found.map(({ name }) => name)).toEqual(['Heavy t-shirt with a very long name', 'Tee', 'Tshirt, washed', 'Linen shirt']);
  for (const { matchedWords } of found) expect(matchedWords).toBeUndefined();
  expect(await namesFound('tees')).toEqual(['Tee', 'Crew neck', 'Tshirt, washed', 'Heavy t-shirt with a very long name']);
  expect(await namesFound('gown')).toEqual([]);
  await createShelf([{ name: 'Silk', description: 'An evening dress.' }], 'Evening');
  expect(await namesFound('gown')).toEqual(['Silk']);
  expect(await namesFound('shirt')).toEqual(['Linen shirt', 'Heavy t-shirt with a very long name']);
  // A description that has the word comes before a name that has its synonym.
  await createShelf([{ name: 'Bench', description: 'Not a sofa.' }, { name: 'Couch' }], 'Seats');
  expect(await namesFound('sofa')).toEqual(['Bench', 'Couch']);
  // Of two groups whose words have one stem, the one that has the word as it was typed is meant.
  await createShelf([{ name: 'Spectacles' }, { name: 'Glassware' }], 'Table');
  expect(await namesFound('glasses')).toEqual(['Spectacles']);
  expect(await namesFound('glass')).toEqual(['Glassware']);
});

test('[NEAR-3] [FIND-5] [FIND-6] pages, totals, filters and suggestions include products found by synonyms, each once', async () => {
  const categories = await Promise.all(['Living', 'Office'].map((name) => makeCategory(db, name)));
  const make = (categoryId: string | undefined, names: string[]) =>
    makeProducts(
      db,
      names.map((name) => ({ categoryId: categoryId ?? '', description: 'Nothing to say.', name })),
    );
  await make(categories[0], ['Sofa', 'Sofa bed', 'Sofa couch', ...Array.from({ length: 5 }, (_, n) => `Couch ${n}`)]);
  await make(categories[1], ['Settee', 'Desk']);
  const filter = async (rest: object) =>
    (await shop.call(filterProducts, { body: { checked: [], radio: [], keyword: 'sofa', ...rest } })).body;
  const pages = await Promise.all([1, 2, 3].map((page) => filter({ page, limit: 4 })));
  expect(pages.map(({ total, products }) => [total, products.length])).toEqual([
    [9, 4],
    [9, 4],
    [9, 1],
  ]);
  const names = pages.flatMap(({ products }) => products.map(({ name }) => name));
  expect(new Set(names).size).toBe(9);
  expect(names.slice(0, 3)).toEqual(['Sofa', 'Sofa bed', 'Sofa couch']);
  const counts = Object.fromEntries(pages[0]?.facets.categories.map(({ _id, count }) => [_id, count]) ?? []);
  expect(categories.map((id) => counts[id])).toEqual([8, 1]);
  expect((await filter({ checked: [categories[1]] })).products.map(({ name }) => name)).toEqual(['Settee']);
  const byName = (await filter({ sort: 'name', limit: 20 })).products.map(({ name }) => name);
  expect(byName).toEqual(names.toSorted());
  const suggested = (await shop.call(listSuggestions, { params: { keyword: 'sofa' } })).body.products.map(({ name }) => name);
  expect(suggested.slice(0, 3)).toEqual(['Sofa', 'Sofa bed', 'Sofa couch']);
  expect(suggested).toHaveLength(6);
  expect((await shop.call(listSuggestions, { params: { keyword: 'couches' } })).body.products).toHaveLength(6);
});

test('[NEAR-3] synonyms need no further statement', async () => {
  await createShelf([{ name: 'Anvil' }, { name: 'Sofa' }, { name: 'Couch' }]);
  let statements = 0;
  const execute: typeof db.execute = (statement) => {
    statements += 1;
    return db.execute(statement);
  };
  const context = { db: Object.assign(Object.create(db), { execute }) as typeof db, memoize: memoizeForever() };
  const window = { filter: NO_FILTER, offset: 0, limit: 10, sort: 'relevance' } as const;
  const countStatements = async (keyword: string) => {
    // The first time its words are looked up.
    await searchWith(context, keyword, window, []);
    statements = 0;
    const { products } = await searchWith(context, keyword, window, []);
    return [products.map(({ name }) => name), statements];
  };
  expect(await countStatements('anvil')).toEqual([['Anvil'], 2]);
  expect(await countStatements('sofa')).toEqual([['Sofa', 'Couch'], 2]);
});

test('[NEAR-3] [KEPT-1] the merchant adds synonyms of one or two words, which apply at once', async () => {
  const { token } = await shop.signUp({ role: 1 });
  await createShelf([{ name: 'Berliner' }, { name: 'Wi-fi router' }, { name: 'Blue sofa' }]);
  expect(await namesFound('jelly doughnut')).toEqual([]);
  const groups = [
    ['jelly doughnut', 'Krapfen', 'berliner'],
    ['wlan', 'wi-fi'],
  ];
  expect((await shop.call(updateSynonyms, { token, body: { groups } })).status).toBe(200);
  for (const keyword of ['jelly doughnut', 'jelly doughnuts', 'krapfen']) expect(await namesFound(keyword)).toEqual(['Berliner']);
  expect(await namesFound('wlan router')).toEqual(['Wi-fi router']);
  expect(await namesFound('blue couch')).toEqual(['Blue sofa']);
  expect((await search('blue couch'))[0]?.matchedWords).toEqual(['blue']);
});

test('[NEAR-1] [FIND-4] every keyword gets near matches without an error, however unusual', async () => {
  await createShelf([{ name: "Either/or? #1 'quoted' \\ & more" }, { name: 'ǅ lamp' }, { name: '緑茶 cup' }]);
  for (const keyword of [
    "'quoted' zebra",
    'zebra \\ more',
    "o'clock \\' more",
    '緑茶 zebra',
    'a b c d e f g more',
    'the of and zebra',
    `${'x'.repeat(90)} more`,
  ]) {
    await search(keyword);
    expect((await shop.call(listSuggestions, { params: { keyword } })).status).toBe(200);
  }
  expect(await namesFound('quoted zebra')).toEqual(["Either/or? #1 'quoted' \\ & more"]);
  expect(await namesFound('緑茶 zebra')).toEqual(['緑茶 cup']);
  expect(await verifyShop(db, new Date())).toEqual([]);
});
