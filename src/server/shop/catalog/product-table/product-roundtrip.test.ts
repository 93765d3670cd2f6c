/** A file that is exported and imported again, here and in an empty shop: it stays the same, byte by byte. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { openImporter, toText } from '../../../../../tests/support/product-imports.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { isFullRun, takeFirst } from '../../../../../tests/support/projects.ts';
import { SECOND } from '../../../../contract/values.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { addUnattachedImages } from '../../content/media/image.repository.ts';
import { imageUrl } from '../../content/media/image-url.ts';
import { productImages, products } from '../../database/schema/catalog.ts';
import { categories } from '../../database/schema/category.ts';
import type { CsvFile } from '../import/reading/csv.ts';
import { matchFile, readRows } from '../import/reading/read-rows.ts';
import { importProducts } from '../import/rows/import-products.ts';
import { addProductWithImage, changeProduct } from '../products/product.service.ts';

const shop = await openShop();
const { db } = shop.deps;
const image = await makeImage();

async function exportCsv(token: string): Promise<string> {
  const { status, body } = await shop.send({
    url: '/api/v1/product/export.csv',
    headers: { authorization: token, host: 'shop.example' },
  });
  expect(status).toBe(200);
  return toText({ body });
}

const toFile = (text: string): CsvFile => ({
  size: Buffer.byteLength(text),
  open: async function* () {
    yield Buffer.from(text);
  },
});

const HEADER = `Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Requires Shipping,Image Src,Image Position,Image Alt Text,Variant Image,Status`;
const first = (title: string, vendor: string, name: string, value: string, sku: string, stock: number, price: string, status = 'active') =>
  `cup,"${title}",<p>Text</p>,${vendor},Mugs,true,${name},"${value}","${sku}",500,shopify,${stock},deny,${price},true,a.png,1,"Seen | from above",,${status}`;
const next = (value: string, stock: number, price: string, picture = '') =>
  `cup,,,,,,,"${value}",,500,shopify,${stock},deny,${price},true,${picture && `${picture},2`}${picture ? '' : ','},,${picture},`;

const FILES: Record<string, string[]> = {
  'two sizes, one on sale': [first('Cup', 'Oak', 'Size', 'S', '', 7, '8,10'), next('M', 7, '9,')],
  'a SKU with a comma': [first('Cup', 'Oak', 'Size', 'S', 'A,1', 7, '20,'), next('M', 7, '20,')],
  'a SKU with a colon': [first('Cup', 'Oak', 'Size', 'S', 'A:1', 7, '20,'), next('M', 7, '20,')],
  'a value with a colon': [first('Cup', 'Oak', 'Size', '1:10', '', 7, '20,'), next('1:20', 7, '20,')],
  'a value with a slash': [first('Cup', 'Oak', 'Colour', 'White / Ecru', '', 7, '20,'), next('L', 7, '20,')],
  'a value with a comma': [first('Cup', 'Oak', 'Size', '1,5 l', '', 7, '20,'), next('2 l', 7, '20,')],
  'a value with a semicolon': [first('Cup', 'Oak', 'Size', 'S; slim', '', 7, '20,'), next('M', 7, '20,')],
  'a name with an apostrophe': [first("'tis a cup", 'Oak', 'Title', 'Default Title', '', 7, '20,')],
  'a vendor with a bar': [first('Cup', 'Oak | Hill', 'Title', 'Default Title', '', 7, '20,')],
  'a draft': [first('Cup', 'Oak', 'Title', 'Default Title', '', 7, '20,', 'draft')],
  'more than a product may have in stock': [first('Cup', 'Oak', 'Size', 'S', '', 600_000, '20,'), next('M', 600_000, '20,')],
  'a picture of a variant': [first('Cup', 'Oak', 'Size', 'S', '', 7, '20,'), next('M', 7, '20,', 'b.png')],
};

test.each(takeFirst(Object.entries(FILES), 5))(
  '[PWORK-11] an export is imported again, and nothing changes or is lost: %s',
  async (_what, rows) => {
    const { token, check, run } = await openImporter(shop);
    const plan = await matchFile(toFile([HEADER, ...rows].join('\n')));
    const readImage = async () => image;
    expect(await importProducts(shop.deps, { rows: readRows(plan), readImage })).toMatchObject({ imported: 1, rejected: [] });
    const before = await exportCsv(token);
    const checked = await check(before);
    expect([checked.errors, checked.import]).toMatchObject([[], { created: 0, updated: 0, unchanged: 1, refused: 0 }]);
    expect((await run(checked.import._id)).import).toMatchObject({ status: 'done', unchanged: 1 });
    expect(await exportCsv(token)).toBe(before);
    await db.delete(products);
  },
);

test('[PWORK-11] changes made in an exported file are applied by its import, such as an image and a sale of one variant', async () => {
  const { token, importFile } = await openImporter(shop);
  const plan = await matchFile(toFile([HEADER, first('Cup', 'Oak', 'Size', 'S', '', 7, '8,10'), next('M', 7, '9,', 'b.png')].join('\n')));
  await importProducts(shop.deps, { rows: readRows(plan), readImage: async () => image });
  const before = await exportCsv(token);
  expect(before).toContain('S: 8.00, 7; M: 9.00, 7, , 2, 0');
  const changed = before.replace('S: 8.00, 7; M: 9.00, 7, , 2, 0', 'S: 8.00, 7, , 2, 0; M: 9.00, 7, , 1, 12.00').replace(',10.00,', ',,');
  expect((await importFile(changed)).import).toMatchObject({ updated: 1, refused: 0 });
  expect(await exportCsv(token)).toContain('S: 8.00, 7, , 2; M: 9.00, 7, , , 12.00');
  await db.delete(products);
});

const BITS = [
  ...[
    '|',
    ' | ',
    ',',
    ', ',
    ';',
    '; ',
    ':',
    ': ',
    '/',
    ' / ',
    '"',
    '""',
    "'",
    "''",
    '\\',
    '[',
    ']',
    '{}',
    '[1]',
    '["a"]',
    '[{"name":"a"}]',
  ],
  ...['=', '=1+1', '+', '-', '@', '＝', ';=1', ',=1', "'=1", "''=1", '\n', '\r\n', '\r', '\t', '\n\n', '\u2028', '\u00a0', '\ufeff'],
  ...[
    '😀',
    '👩🏽‍🚀',
    'e\u0301',
    'שלום',
    '\u202eabc',
    'العربية',
    '茶',
    'ß',
    'İ',
    '0',
    '00123',
    '1,5',
    '1.50',
    'true',
    'null',
    '%',
    '`',
    '<b>',
    '&amp;',
  ],
  ...['White / Ecru', '1:10', 'S; slim', 'A,1', 'Copy'],
];

/** As the shop keeps texts: trimmed, and with something to see. */
const text = (maxLength: number) =>
  fc
    .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...BITS) }, fc.string({ unit: 'grapheme', maxLength: 4 })), {
      minLength: 1,
      maxLength: 8,
    })
    .map((bits) => bits.join('').replaceAll('\0', '').trim())
    .filter((it) => it.length > 0 && it.length <= maxLength);
const uniqueTexts = (minLength: number, maxLength: number) =>
  fc.uniqueArray(text(60), { minLength, maxLength, selector: (it) => it.toLowerCase() });
const cents = fc.oneof(fc.constantFrom(0, 1, 10, 99_999_999), fc.integer({ min: 0, max: 200_000 }));
const sale = fc
  .record({ priceCents: cents, above: fc.option(fc.integer({ min: 1, max: 5000 }), { freq: 2 }) })
  .map(({ priceCents, above }) => ({
    priceCents,
    compareAtCents: above && Math.min(99_999_999, priceCents + above) > priceCents ? Math.min(99_999_999, priceCents + above) : null,
  }));
const stock = fc.oneof(fc.constantFrom(0, 1_000_000), fc.nat(500));
const sku = fc.option(text(40));

const variantGroup = fc
  .uniqueArray(fc.record({ name: text(60), values: uniqueTexts(1, 3) }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ name }) => name.toLowerCase(),
  })
  .chain((options) => {
    const combine = (lists: string[][]) =>
      lists.reduce<string[][]>((rows, values) => rows.flatMap((row) => values.map((it) => [...row, it])), [[]]);
    const combinations = combine(options.map(({ values }) => values));
    const one = fc.record({ sale, stock, sku, image: fc.nat(4) });
    return fc
      .tuple(
        fc.shuffledSubarray(combinations, { minLength: 1 }),
        fc.array(one, { minLength: combinations.length, maxLength: combinations.length }),
      )
      .map(([chosen, rest]) => ({
        options,
        variants: chosen.map((values, index) => ({ values, ...(rest[index] as (typeof rest)[number]) })),
      }));
  });

/** Names that a path has to write as JSON, too. */
const CATEGORIES = ['Tea', 'Tea, "green"; 茶', '=Cups', 'Men > Shoes', "'Mugs | [1]"];

const product = fc.record({
  name: text(200),
  description: text(2000),
  descriptionFormat: fc.constantFrom('text' as const, 'markdown' as const),
  category: fc.constantFrom(...CATEGORIES),
  further: fc.subarray([...CATEGORIES]),
  ...{ sale, stock, sku, weight: fc.option(fc.nat(10_000_000)), shipping: fc.constantFrom(0 as const, 1 as const) },
  status: fc.constantFrom('active' as const, 'draft' as const, 'archived' as const),
  attributes: fc.array(fc.record({ name: text(60), value: text(200) }), { maxLength: 4 }),
  alts: fc.array(fc.oneof(fc.constant(''), text(300)), { minLength: 1, maxLength: 4 }),
  variants: fc.option(variantGroup, { freq: 2 }),
});

type Generated = typeof product extends fc.Arbitrary<infer T> ? T : never;

const IMAGES = Array.from({ length: 4 }, () => randomUUID().replaceAll('-', ''));

async function createGenerated(db: Database, categoryIds: Map<string, string>, it: Generated, index: number) {
  const toDollars = (value: number | null) => (value === null ? null : value / 100);
  const toSku = (own: string | null, at: string) => own && `${own}${index}${at}`;
  const urls = it.alts.map((_alt, n) => imageUrl(IMAGES[n] ?? ''));
  const created = await addProductWithImage(
    { db, now: () => new Date(Date.now() - index * SECOND) },
    {
      ...{
        name: it.name,
        description: it.description,
        descriptionFormat: it.descriptionFormat,
        quantity: it.stock,
        ...it.sale,
        shipping: it.shipping,
        status: it.status,
      },
      ...{
        categoryId: categoryIds.get(it.category) ?? '',
        weightGrams: it.weight,
        furtherCategoryIds: it.further.map((name) => categoryIds.get(name) ?? ''),
        attributes: it.attributes,
        sku: toSku(it.sku, ''),
      },
      alt: it.alts[0] ?? '',
      moreImages: urls.slice(1).map((url, n) => ({ url, alt: it.alts[n + 1] ?? '' })),
    },
    IMAGES[0] ?? '',
  );
  if (!it.variants) return;
  const { options, variants } = it.variants;
  await changeProduct({ db, now: () => new Date() }, created.product._id, {
    options,
    variants: variants.map(({ values, sale: own, stock: quantity, sku: ownSku, image: at }, n) => ({
      options: Object.fromEntries(options.map(({ name }, position) => [name, values[position] ?? ''])),
      ...{ price: own.priceCents / 100, compareAtPrice: toDollars(own.compareAtCents), quantity, sku: toSku(ownSku, `v${n}`) },
      ...(urls[at] && { image: urls[at] }),
    })),
  });
}

test('[PWORK-11] an export imported again gives the same products byte by byte, here and in an empty shop, whatever they contain', {
  tags: ['full'],
  timeout: 300_000,
}, async () => {
  const { token, check, run } = await openImporter(shop);
  const categoryIds = new Map<string, string>();
  // Each below the one before, except for the first two.
  for (const [index, name] of CATEGORIES.entries())
    categoryIds.set(name, await makeCategory(db, name, index < 2 ? null : categoryIds.get(CATEGORIES[index - 1] ?? '')));
  // Keeps the images, as they'd be kept by a shop that has them.
  const [holder] = await makeProducts(db, [
    { categoryId: categoryIds.get('Tea') ?? '', name: 'Holder', slug: 'holder', createdAt: new Date(0), imageId: IMAGES[0] ?? '' },
  ]);
  await db
    .insert(productImages)
    .values(IMAGES.slice(1).map((imageId, position) => ({ productId: holder?.id ?? '', imageId, position: position + 1, alt: '' })));
  const importOnce = async (file: string, counts: object) => {
    const checked = await check(file);
    expect([checked.errors, checked.import]).toMatchObject([[], counts]);
    expect((await run(checked.import._id)).import).toMatchObject({ status: 'done', ...counts });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(product, { minLength: 15, maxLength: 25 }), async (generated) => {
      for (const [index, it] of generated.entries()) {
        await addUnattachedImages(db, IMAGES, new Date());
        await createGenerated(db, categoryIds, it, index);
      }
      const before = await exportCsv(token);
      await importOnce(before, { created: 0, updated: 0, unchanged: generated.length + 1, refused: 0 });
      expect(await exportCsv(token)).toBe(before);
      for (const { id } of await db.select().from(products)) if (id !== holder?.id) await db.delete(products).where(eq(products.id, id));
      await importOnce(before, { created: generated.length, updated: 0, unchanged: 1, refused: 0 });
      expect(await exportCsv(token)).toBe(before);
      for (const { id } of await db.select().from(products)) if (id !== holder?.id) await db.delete(products).where(eq(products.id, id));
    }),
    { numRuns: isFullRun ? 40 : 4, endOnFailure: true },
  );
  await db.delete(products);
  await db.delete(categories);
});
