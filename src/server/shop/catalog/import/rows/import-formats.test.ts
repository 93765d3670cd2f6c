/** The product exports of Shopify and WooCommerce, as they come. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openShop } from '../../../../../../tests/support/harness.ts';
import { makeImage } from '../../../../../../tests/support/images.ts';
import { listCategories } from '../../../../../contract/category.ts';
import { createCategory } from '../../../../../contract/category-admin.ts';
import { readAdminProduct } from '../../../../../contract/product-admin.ts';
import type { ImportMatch } from '../../../../../contract/product-import-fields.ts';
import { htmlToText } from '../formats/html-to-text.ts';
import { importProducts, openImportFile } from './import-products.ts';

const shop = await openShop();
const home = mkdtempSync(path.join(os.tmpdir(), 'shop-formats-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const image = await makeImage('png');
const fixture = (name: string) => path.resolve('tests/fixtures/imports', name);

async function importFile(file: string, match: ImportMatch = 'auto') {
  const requested: string[] = [];
  const readImage = async (name: string) => {
    requested.push(name);
    return image;
  };
  const result = await importProducts(shop.deps, { ...(await openImportFile(file)), match, readImage });
  return { ...result, requested };
}

function importText(...lines: string[]) {
  const file = path.join(home, 'products.csv');
  writeFileSync(file, lines.join('\n'));
  return importFile(file);
}

async function readProduct(slug: string) {
  const { token } = await shop.signUp({ role: 1 });
  return (await shop.call(readAdminProduct, { token, params: { slug } })).body.product[0];
}

const PROBLEM = { row: 6, name: 'Broken', reason: expect.stringContaining('row 7: Variant Price ') };

test("[IMPORT-5] Shopify's export becomes products with variants, pictures, texts and what is sold", async () => {
  const { requested, ...result } = await importFile(fixture('shopify.csv'));
  expect(result).toMatchObject({ imported: 2, updated: 0, unchanged: 0, skipped: 0, rejected: [PROBLEM] });
  const shirt = await readProduct('linen-shirt');
  expect(shirt).toMatchObject({
    name: 'Linen shirt',
    description: 'Cool in **summer**.\n\n- 100% linen\n- Wash at 30°\n\nA & B',
    descriptionFormat: 'markdown',
    price: 49,
    weight: 250,
    shipping: 1,
    status: 'active',
    tags: ['summer', 'linen'],
    vendor: 'North',
    brand: { name: 'North' },
    options: [
      { name: 'Size', values: ['S', 'M'] },
      { name: 'Color', values: ['White / Ecru', 'Blue'] },
    ],
  });
  const [front, , blue] = shirt?.images ?? [];
  expect(shirt?.images.map(({ alt }) => alt)).toEqual(['The front', 'Linen shirt', 'Linen shirt']);
  expect(shirt?.variants).toMatchObject([
    { options: { Size: 'S', Color: 'White / Ecru' }, price: 49, compareAtPrice: 59, quantity: 5, sku: 'LS-S-W', image: front?.url },
    { options: { Size: 'M', Color: 'White / Ecru' }, price: 49, compareAtPrice: null, quantity: 0, sku: 'LS-M-W' },
    { options: { Size: 'M', Color: 'Blue' }, price: 52.5, compareAtPrice: null, quantity: 3, sku: 'LS-M-B', image: blue?.url },
  ]);
  const mug = await readProduct('mug');
  expect(mug).toMatchObject({ name: 'Mug', description: 'Mug', price: 12, quantity: 12, sku: 'MUG-1', weight: 380, status: 'draft' });
  expect(mug?.hasOptions).toBeUndefined();
  expect(requested.filter((it) => it.includes('front'))).toHaveLength(1);
  const categories = (await shop.call(listCategories)).body.category.map(({ name }) => name);
  expect(categories.sort()).toEqual(['Shirts', 'Uncategorized']);
});

test('[IMPORT-7] the same file again changes nothing, and a changed one only what differs: stock, prices, texts', async () => {
  await importFile(fixture('shopify.csv'));
  expect(await importFile(fixture('shopify.csv'))).toMatchObject({ imported: 0, updated: 0, unchanged: 2, requested: [] });
  const images = (await readProduct('linen-shirt'))?.images;
  const shirt = (sku: string, option: string, qty: number) =>
    `linen-shirt,Linen shirt,Size,${option},Color,White / Ecru,${sku},${qty},45.00`;
  const header = 'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price';
  const changed = await importText(
    header,
    shirt('LS-S-W', 'S', 9),
    shirt('LS-M-W', 'M', 0),
    'mug,Tea mug,Title,Default Title,,,MUG-1,,12.00',
  );
  expect(changed).toMatchObject({ imported: 0, updated: 2, unchanged: 0, rejected: [] });
  expect(await readProduct('linen-shirt')).toMatchObject({
    quantity: 9,
    price: 45,
    images,
    description: expect.stringContaining('summer'),
  });
  expect(await readProduct('mug')).toMatchObject({ name: 'Tea mug', slug: 'mug', quantity: 12, status: 'draft' });
});

test('[IMPORT-7] a row of SKU and stock changes only that product or variant; if there is none, the missing fields are named', async () => {
  await importFile(fixture('shopify.csv'));
  const result = await importText('sku;stock;price', 'ls-m-b;8;60', 'LS-S-W;2;50', 'MUG-1;1;', 'NONE;1;', ';1;');
  expect(result).toMatchObject({ imported: 0, updated: 3 });
  expect(result.rejected.map(({ row, reason }) => [row, reason.includes('name is required')])).toEqual([
    [5, true],
    [6, true],
  ]);
  expect((await readProduct('linen-shirt'))?.variants?.map(({ quantity }) => quantity)).toEqual([2, 0, 8]);
  expect((await readProduct('linen-shirt'))?.variants?.map(({ price }) => price)).toEqual([50, 49, 60]);
  expect(await readProduct('mug')).toMatchObject({ name: 'Mug', quantity: 1 });
});

test("[IMPORT-5] WooCommerce's export: variations stand anywhere, categories are paths, weights in kilograms", async () => {
  const { requested: _requested, ...result } = await importFile(fixture('woocommerce.csv'));
  expect(result).toMatchObject({ imported: 2, updated: 0, unchanged: 0 });
  expect(result.rejected).toEqual([
    { row: 4, name: '', reason: expect.stringContaining('type grouped') },
    { row: 7, name: '', reason: 'Parent is not a variable product in the file' },
  ]);
  const tee = await readProduct('v-neck-tee');
  expect(tee).toMatchObject({
    description: 'A tee.\n\nA **variable** tee.',
    descriptionFormat: 'markdown',
    sku: 'woo-tee',
    weight: 500,
    options: [{ name: 'Color', values: ['Blue', 'Green'] }],
    attributes: [{ name: 'Material', value: 'Cotton' }],
    tags: ['soft'],
    variants: [
      { options: { Color: 'Blue' }, price: 20, quantity: 4, sku: 'woo-tee-blue' },
      { options: { Color: 'Green' }, price: 15, compareAtPrice: 20, stock: { policy: 'untracked' }, sku: null },
    ],
  });
  expect(tee?.variants?.[0]?.image).toBe(tee?.images[1]?.url);
  const cap = await readProduct('cap');
  expect(cap).toMatchObject({
    description: 'Line one\nLine two & more',
    price: 16,
    compareAtPrice: 18,
    quantity: 7,
    weight: 100,
    status: 'draft',
  });
  const names = (await shop.call(listCategories)).body.category.map(({ name }) => name);
  expect(names).toEqual(['Clothing', 'Accessories', 'T-shirts', 'Sale']);
  expect(await importFile(fixture('woocommerce.csv'))).toMatchObject({ imported: 0, unchanged: 2 });
});

test('[IMPORT-6] columns are recognized by other names, in any case', async () => {
  const { token } = await shop.signUp({ role: 1 });
  await shop.call(createCategory, { token, body: { name: 'Lamps' } });
  const result = await importText('Product Name\tDetails\tUnit price\tQTY\tProduct-Type\tPicture', 'Lamp\tLight\t9\t1\tlamps\tlamp.png');
  expect(result).toMatchObject({ imported: 1, rejected: [], requested: ['lamp.png'] });
});

test('[IMPORT-5] a row without a Handle is refused by itself', async () => {
  expect((await importText('Handle,Title,Variant Price', ',A,1')).rejected).toEqual([{ row: 2, name: '', reason: 'Handle is required' }]);
});

test('[IMPORT-5] HTML becomes plain text, without tags, scripts and hidden parts', () => {
  expect(htmlToText('<p>One<br>two</p><p>&lt;b&gt; <a href="javascript:x">link</a></p>')).toBe('One\ntwo\n\n<b> link');
  expect(htmlToText('<div>a</div><div>b</div><style>p{}</style><svg><text>c</text></svg><!-- d --><img src=x onerror=e>')).toBe('a\n\nb');
  expect(htmlToText('<ul><li><p>a</p></li><li>b</li></ul>')).toBe('• a\n\n• b');
  expect(htmlToText('<p>open <b>unclosed <script>x')).toBe('open unclosed');
  expect(htmlToText('3 < 4 & "5"\nnext')).toBe('3 < 4 & "5"\nnext');
  expect(htmlToText('')).toBe('');
});

test('[IMPORT-4] images by URL are fetched only from allowed hosts, and only if they are images', async () => {
  const server = createServer(({ url }, response) => {
    if (url === '/moved.png') response.writeHead(302, { location: `http://localhost:${port}/lamp.png` }).end();
    else if (url === '/page.png') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>no</p>');
    else if (url === '/gone.png') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'image/png' }).end(image);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const file = path.join(home, 'urls.csv');
  const names = ['lamp', 'moved', 'page', 'gone'];
  const rows = names.map((name) => `${name},Light,9,1,Lamps,http://127.0.0.1:${port}/${name}.png`);
  writeFileSync(file, ['name,description,price,quantity,category,image', ...rows].join('\n'));
  const run = async (hosts: string[]) =>
    importProducts(shop.deps, await openImportFile(file, { hosts, publicFetch: shop.deps.publicFetch }));
  expect((await run([])).notices.map(({ reason }) => reason.includes("isn't among the allowed hosts"))).toEqual([true, true, true, true]);
  const { notices } = await run(['127.0.0.1']);
  server.close();
  expect(notices.map(({ reason }) => reason.split('image ')[1]?.replace(/^\S+ /, ''))).toEqual([
    "can't be fetched: localhost isn't among the allowed hosts",
    "isn't an image, but text/html",
    "can't be fetched: its server answered 404",
  ]);
});
