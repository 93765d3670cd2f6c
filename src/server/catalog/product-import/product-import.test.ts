/** Imports by the API, as the browser makes them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openShopWithPayments } from '../../../../tests/support/checkout.ts';
import { makeImage } from '../../../../tests/support/images.ts';
import { openImporter } from '../../../../tests/support/product-imports.ts';
import { makeCategory, makeProducts } from '../../../../tests/support/products.ts';
import { listCategories } from '../../../contract/category.ts';
import { IMPORT_MAX_BYTES } from '../../../contract/limits.ts';
import { readAdminProduct } from '../../../contract/product-admin.ts';
import {
  cancelProductImport,
  exportImportSample,
  exportRefusedRows,
  listProductImports,
  readProductImport,
  startProductImport,
  updateProductImport,
} from '../../../contract/product-import.ts';
import { exportProducts } from '../../../contract/product-table.ts';
import { DAY, MINUTE } from '../../../contract/time.ts';
import { auditLog } from '../../database/schema/audit.ts';
import { productImportPieces, productImports } from '../../database/schema/product-import.ts';
import { applyRetention } from '../../privacy/retention.service.ts';
import { checkImports } from './check-imports.ts';
import { runImports } from './run-imports.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
const PICTURE = `/uploads/${'a'.repeat(32)}-640.webp`;

/** Products of the category Tea, each with a SKU, and a picture that rows may name. */
async function seedTeas(count = 3) {
  const categoryId = await makeCategory(db, 'Tea');
  const rows = Array.from({ length: count }, (_, n) => ({
    categoryId,
    name: `Tea ${n + 1}`,
    slug: `tea-${n + 1}`,
    sku: `TEA-${n + 1}`,
    imageId: 'a'.repeat(32),
  }));
  await makeProducts(db, rows);
  return categoryId;
}

async function readProduct(token: string, slug: string) {
  return (await shop.call(readAdminProduct, { token, params: { slug } })).body.product?.[0];
}

const toText = ({ body }: { body: unknown }) => String((body as { text: string }).text);
const countProducts = () => db.$count(sql`products`);

test('[IMPORT-8] an uploaded file is looked at first: format, columns, what each product would become, and every error by row and column', async () => {
  await seedTeas();
  const { check, read } = await openImporter(shop);
  const file = [
    'Product Name;Details;Unit price;QTY;Category;Picture;SKU;Colour of box',
    `Mint;Fresh;4,5;1;Tea;${PICTURE};MINT;green`,
    `Sage;Dry;4.50;7;Herbs;${PICTURE};SAGE;grey`,
    'Tea 1;Well made and long lasting.;12;9;tea;;TEA-1;red',
    ';;;;;;TEA-2;',
    `Rue;Bitter;-1;x;Herbs;${PICTURE};RUE;`,
    `Lost;Gone;1;1;Herbs;lost.png;;`,
    `Sage again;Dry;4.50;7;Herbs;${PICTURE};sage;`,
  ];
  const found = await check(file.join('\r\n'));
  expect(found.import).toMatchObject({
    ...{ status: 'ready', problem: null, format: 'products', encoding: 'utf-8', progress: 1, by: 'Ada' },
    ...{ created: 1, updated: 1, unchanged: 1, refused: 4, newCategories: ['Herbs'], newCategoryCount: 1, hosts: [] },
  });
  expect(found.import.columns.map(({ title, field, example }) => [title, field, example])).toEqual([
    ['Product Name', 'name', 'Mint'],
    ['Details', 'description', 'Fresh'],
    ['Unit price', 'price', '4,5'],
    ['QTY', 'quantity', '1'],
    ['Category', 'category', 'Tea'],
    ['Picture', 'image', PICTURE],
    ['SKU', 'sku', 'MINT'],
    ['Colour of box', null, 'green'],
  ]);
  expect(found.import.fields.find(({ name }) => name === 'price')).toEqual({ name: 'price', isRequired: true });
  expect(found.import.samples).toEqual([
    {
      ...{ row: 3, name: 'Sage', outcome: 'created' },
      values: Object.entries({ price: '4.50', quantity: '7', category: 'Herbs', sku: 'SAGE', images: '1' }).map(([field, after]) => ({
        ...{ field, before: null, after },
      })),
    },
    {
      ...{ row: 4, name: 'Tea 1', outcome: 'updated' },
      values: [
        { field: 'price', before: '10.00', after: '12.00' },
        { field: 'quantity', before: '5', after: '9' },
      ],
    },
    { row: 5, name: 'Tea 2', outcome: 'unchanged', values: [] },
  ]);
  expect(found.errors.map(({ row, column, name }) => [row, column, name])).toEqual([
    [2, 'Unit price', 'Mint'],
    [6, 'Unit price', 'Rue'],
    [6, 'QTY', 'Rue'],
    [7, 'Picture', 'Lost'],
    [8, 'SKU', 'Sage again'],
  ]);
  expect(found.errors[3]?.reason).toContain('lost.png is no URL');
  expect(found.errors[4]?.reason).toBe('SKU sage stands in row 3 already');
  expect(found.errorCount).toBe(5);
  // Nothing was imported, and no category made.
  expect([await countProducts(), (await shop.call(listCategories)).body.category.length]).toEqual([3, 1]);
  expect((await read(found.import._id)).import).toEqual(found.import);
});

test('[IMPORT-9] started, an import is worked off by the job, and what becomes of each product is what was said before', async () => {
  await seedTeas();
  const { token, check, run } = await openImporter(shop);
  const rows = [
    `Sage,Dry,4.50,7,Herbs,${PICTURE},SAGE,8.00,,,Origin: Crete`,
    `Rue,Bitter,3,1,Herbs,${PICTURE},RUE,,"Size: S, M","S: 3.00, 1, RUE-S; M: 4.00, 2, RUE-M",`,
    'Tea 1,New words,12,9,tea,,TEA-1,,,,',
    ',,,3,,,TEA-2,,,,',
    ',,99999999,,,,TEA-3,,,,',
  ];
  const file = ['name,description,price,quantity,category,image,sku,compare_at_price,options,variants,attributes', ...rows].join('\n');
  const checked = await check(file);
  const counts = { created: 2, updated: 2, unchanged: 0, refused: 1 };
  expect(checked.import).toMatchObject(counts);
  const done = await run(checked.import._id);
  expect(done.import).toMatchObject({ ...counts, status: 'done', progress: 1, problem: null, finishedAt: expect.any(String) });
  expect(done.errors).toMatchObject([{ row: 6, column: 'price', name: '' }]);
  expect(await readProduct(token, 'sage')).toMatchObject({
    ...{ name: 'Sage', price: 4.5, compareAtPrice: 8, quantity: 7, sku: 'SAGE', status: 'active' },
    ...{ attributes: [{ name: 'Origin', value: 'Crete' }], images: [{ url: PICTURE, alt: 'Sage' }] },
  });
  const rue = await readProduct(token, 'rue');
  expect(rue).toMatchObject({ price: 3, quantity: 3, options: [{ name: 'Size', values: ['S', 'M'] }], image: PICTURE });
  expect(rue?.variants).toMatchObject([
    { sku: 'RUE-S', quantity: 1 },
    { sku: 'RUE-M', quantity: 2, price: 4 },
  ]);
  expect(await readProduct(token, 'tea-1')).toMatchObject({ description: 'New words', price: 12, quantity: 9 });
  expect(await readProduct(token, 'tea-2')).toMatchObject({ name: 'Tea 2', price: 10, quantity: 3 });
  // Every change of stock is in the ledger.
  expect(await shop.listFindings()).toEqual([]);
  // The same file again changes nothing.
  expect((await check(file)).import).toMatchObject({ created: 0, updated: 0, unchanged: 4, refused: 1 });
  const { imports } = (await shop.call(listProductImports, { token })).body;
  expect(imports.map(({ status, updated }) => [status, updated])).toEqual([
    ['ready', 0],
    ['done', 2],
  ]);
});

test('[IMPORT-9] stopped in the middle, an import goes on behind its last batch, and no row is done twice', async () => {
  await seedTeas(1);
  const { token, check, start, read } = await openImporter(shop);
  const rows = Array.from({ length: 450 }, (_, n) => `Sage ${n},Dry,4.50,1,Tea,${PICTURE},S-${n}`);
  const { import: checked } = await check(['name,description,price,quantity,category,image,sku', ...rows, ',,,20,,,TEA-1'].join('\n'));
  await start(checked._id);
  // The process ends within its second batch, which is then rolled back.
  let batches = 0;
  const dying = Object.create(db, {
    transaction: {
      value: (work: (tx: unknown) => Promise<unknown>) =>
        db.transaction(async (tx) => {
          const result = await work(tx);
          batches += 1;
          if (batches === 2) throw new Error('killed');
          return result;
        }),
    },
  });
  const killed = new AbortController();
  await expect(runImports({ ...shop.deps, db: dying }, killed.signal)).rejects.toThrow('killed');
  const middle = (await read(checked._id)).import;
  expect(middle).toMatchObject({ status: 'running', updated: 0 });
  expect(middle.created).toBeGreaterThan(0);
  expect(middle.created).toBeLessThan(450);
  expect(await countProducts()).toBe(1 + middle.created);
  // For a moment it is left alone, since the cause may pass by itself.
  await runImports(shop.deps, killed.signal);
  expect((await read(checked._id)).import.created).toBe(middle.created);
  shop.advanceClock(MINUTE);
  await runImports(shop.deps, killed.signal);
  expect((await read(checked._id)).import).toMatchObject({ status: 'done', created: 450, updated: 1, refused: 0 });
  expect([await countProducts(), (await readProduct(token, 'tea-1'))?.quantity]).toEqual([451, 20]);
  expect(await shop.listFindings()).toEqual([]);
});

if (inject('server')) {
  test('[IMPORT-9] a process that is killed in the middle of a batch leaves whole batches, and another one goes on', async () => {
    await seedTeas(1);
    const { check, start, read, signal } = await openImporter(shop);
    const rows = Array.from({ length: 450 }, (_, n) => `Sage ${n},Dry,4.50,1,Tea,${PICTURE},S-${n}`);
    const { import: checked } = await check(['name,description,price,quantity,category,image,sku', ...rows, ',,,20,,,TEA-1'].join('\n'));
    await start(checked._id);
    const load = (file: string) => JSON.stringify(path.join(import.meta.dirname, file));
    const script = `import { openServer } from ${load('../../database/connect.ts')};
      import { runImports } from ${load('run-imports.ts')};
      const { db } = await openServer(process.argv[1], console, 2, { directUrl: null });
      let batches = 0;
      const dying = Object.create(db, { transaction: { value: (work) => db.transaction(async (tx) => {
        const result = await work(tx);
        batches += 1;
        if (batches === 2) process.kill(process.pid, 'SIGKILL');
        return result;
      }) } });
      await runImports({ db: dying, now: () => new Date() }, new AbortController().signal);`;
    const url = 'url' in shop.connection ? shop.connection.url : '';
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, url], { stdio: ['ignore', 'inherit', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [, killedBy] = await once(child, 'exit');
    expect(killedBy).toBe('SIGKILL');
    const middle = (await read(checked._id)).import;
    expect(middle).toMatchObject({ status: 'running', created: 200, updated: 0 });
    await expect.poll(countProducts).toBe(201);
    // As long as the lease runs nobody else takes it over.
    await runImports(shop.deps, signal);
    expect((await read(checked._id)).import.created).toBe(200);
    shop.advanceClock(MINUTE);
    await runImports(shop.deps, signal);
    expect((await read(checked._id)).import).toMatchObject({ status: 'done', created: 450, updated: 1, refused: 0 });
    expect(await countProducts()).toBe(451);
    expect(await shop.listFindings()).toEqual([]);
  });
}

test('[IMPORT-9] two files are imported one after the other, and a process that is alive keeps its import', async () => {
  await seedTeas();
  const { check, start, read, signal } = await openImporter(shop);
  const first = (await check('sku,price\nTEA-1,20\nTEA-2,20')).import._id;
  const second = (await check('sku,price\nTEA-1,30')).import._id;
  await start(second);
  await start(first);
  await db
    .update(productImports)
    .set({ status: 'running', lease: second, leasedUntil: new Date(Date.now() + MINUTE) })
    .where(eq(productImports.id, second));
  await runImports(shop.deps, signal);
  expect([(await read(second)).import.status, (await read(first)).import.status]).toEqual(['running', 'queued']);
  shop.advanceClock(2 * MINUTE);
  await runImports(shop.deps, signal);
  expect((await read(second)).import).toMatchObject({ status: 'done', updated: 1 });
  expect((await read(first)).import).toMatchObject({ status: 'done', updated: 2 });
});

test('[IMPORT-9] cancelled, an import ends; what was begun can not be changed or started again', async () => {
  await seedTeas();
  const { token, check, start, run, read, signal } = await openImporter(shop);
  const { import: waiting } = await check('sku,price\nTEA-1,20');
  await start(waiting._id);
  const params = { id: waiting._id };
  expect((await shop.call(startProductImport, { token, params })).status).toBe(409);
  const body = { format: 'products', match: 'auto', replacesImages: false, createsCategories: true, imageHosts: [] };
  expect((await shop.call(updateProductImport, { token, params, body })).body).toMatchObject({ code: 'import_closed' });
  expect((await shop.call(cancelProductImport, { token, params })).status).toBe(200);
  await runImports(shop.deps, signal);
  expect((await read(waiting._id)).import).toMatchObject({ status: 'cancelled', updated: 0 });
  expect((await readProduct(token, 'tea-1'))?.price).toBe(10);
  expect((await shop.call(cancelProductImport, { token, params })).status).toBe(409);
  const { import: done } = await run((await check('sku,price\nTEA-1,20')).import._id);
  expect((await shop.call(startProductImport, { token, params: { id: done._id } })).status).toBe(409);
});

test('[IMPORT-9] after errors of the server an import stops, and goes on where it was once somebody says so', async () => {
  await seedTeas();
  const { token, check, start, read, signal } = await openImporter(shop);
  const { import: checked } = await check('sku,price\nTEA-1,20');
  await start(checked._id);
  await db.execute(sql`alter table products add constraint broken check (price_cents < 2000)`);
  try {
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(runImports(shop.deps, signal)).rejects.toThrow();
      shop.advanceClock(MINUTE);
    }
  } finally {
    await db.execute(sql`alter table products drop constraint broken`);
  }
  expect((await read(checked._id)).import).toMatchObject({ status: 'failed', problem: expect.stringContaining('log') });
  await start(checked._id);
  await runImports(shop.deps, signal);
  expect((await read(checked._id)).import).toMatchObject({ status: 'done', updated: 1, problem: null });
  expect((await readProduct(token, 'tea-1'))?.price).toBe(20);
});

test('[IMPORT-9] a file at whose check the server fails again and again is told as such, and can be checked again', async () => {
  const { upload, read, choose, signal } = await openImporter(shop);
  const { body } = await upload('sku,price\nTEA-1,20');
  const broken = Object.create(db, {
    delete: {
      value: () => {
        throw new Error('broken');
      },
    },
  });
  for (let tries = 0; tries < 5; tries += 1) {
    await expect(checkImports({ ...shop.deps, db: broken }, signal)).rejects.toThrow();
    shop.advanceClock(MINUTE);
  }
  expect((await read(body.import._id)).import).toMatchObject({ status: 'ready', problem: expect.stringContaining('log') });
  expect((await choose(body.import._id, {})).import).toMatchObject({ status: 'ready', problem: null, refused: 1 });
});

test('[IMPORT-9] several rows of one product, and products of one name, come out as row by row', async () => {
  await seedTeas(1);
  const { token, importFile } = await openImporter(shop);
  const rows = [
    `Rue,Bitter,3,1,Tea,${PICTURE},RUE,,"Size: S, M","S: 3.00, 1, RUE-S; M: 4.00, 2, RUE-M"`,
    `Rue,Bitter,3,1,Tea,${PICTURE},,,,`,
    `Rue,Bitter,3,1,Tea,${PICTURE},,,,`,
  ];
  await importFile(['name,description,price,quantity,category,image,sku,slug,options,variants', ...rows].join('\n'));
  expect([await readProduct(token, 'rue'), await readProduct(token, 'rue-2'), await readProduct(token, 'rue-3')]).toMatchObject(
    Array(3).fill({ name: 'Rue' }),
  );
  const { import: done } = await importFile('sku,price,quantity\nRUE-S,5,9\nRUE-M,6,8\nTEA-1,7,6');
  expect(done).toMatchObject({ updated: 3, refused: 0 });
  const rue = (await shop.call(readAdminProduct, { token, params: { slug: 'rue-3' } })).body.product?.[0];
  const withOptions = [rue, await readProduct(token, 'rue'), await readProduct(token, 'rue-2')].find((it) => it?.options);
  expect(withOptions?.variants).toMatchObject([
    { price: 5, quantity: 9 },
    { price: 6, quantity: 8 },
  ]);
  expect(await shop.listFindings()).toEqual([]);
});

test('[IMPORT-10] refused rows come as a file with row, column and reason, which is mended and uploaded again; no cell begins a formula', async () => {
  await seedTeas(1);
  const { token, check, run, importFile } = await openImporter(shop);
  const file = `name,description,price,quantity,category,image,sku\n"=1+1","Two\nlines",,1,Tea,${PICTURE},A\nMint,Fresh,2,1,Tea,${PICTURE},B\nRue,Bitter,2,1,Tea,,C`;
  const { import: checked } = await check(file);
  const download = async (id: string) => toText(await shop.call(exportRefusedRows, { token, params: { id } })).replace('\uFEFF', '');
  const text = await download(checked._id);
  expect(text.split('\r\n')).toEqual([
    'name,description,price,quantity,category,image,sku,Refused row,Refused column,Refused because',
    `"'=1+1","Two\nlines",,1,Tea,${PICTURE},A,2,price,price is required`,
    'Rue,Bitter,2,1,Tea,,C,4,image,image is required',
    '',
  ]);
  const { import: done } = await run(checked._id);
  expect(await download(done._id)).toBe(text);
  const mended = text.replace(',,1,Tea', ',3,1,Tea').replace('2,1,Tea,,C', `2,1,Tea,${PICTURE},C`);
  const again = await importFile(`\uFEFF${mended}`);
  expect(again.import).toMatchObject({ created: 2, refused: 0 });
  expect(await db.$count(sql`products`, sql`name = '=1+1'`)).toBe(1);
});

test('[IMPORT-11] columns, products, categories and pictures are as was chosen', async () => {
  await seedTeas();
  const { token, check, choose, run } = await openImporter(shop);
  const { import: checked } = await check(`a,b,c,d,e,f\nTEA-1,New name,Moss,3,${PICTURE},tea-2`);
  expect(checked.problem).toContain('Missing: name, description, price');
  expect((await shop.call(startProductImport, { token, params: { id: checked._id } })).status).toBe(409);
  const mapping = { sku: 'a', name: 'b', category: 'c', quantity: 'd', slug: 'f', nonsense: 'e', price: 'zzz' };
  const mapped = await choose(checked._id, { mapping });
  expect(mapped.import).toMatchObject({ problem: null, updated: 1, newCategories: ['Moss'] });
  expect(mapped.import.columns.map(({ field }) => field)).toEqual(['sku', 'name', 'category', 'quantity', null, 'slug']);
  const refused = await choose(checked._id, { mapping, createsCategories: false });
  expect(refused.errors).toMatchObject([{ row: 2, column: 'c', reason: "the category Moss isn't there" }]);
  const bySlug = await choose(checked._id, { mapping, match: 'slug', createsCategories: true });
  expect(bySlug.errors).toMatchObject([{ row: 2, column: 'a', reason: 'there is already a product with the SKU TEA-1' }]);
  const asNew = await choose(checked._id, { mapping, match: 'none' });
  expect(asNew.errors.map(({ column }) => column)).toContain('price');
  await choose(checked._id, { mapping, match: 'auto' });
  await run(checked._id);
  expect(await readProduct(token, 'tea-1')).toMatchObject({ name: 'New name', quantity: 3 });
  expect((await shop.call(listCategories)).body.category.map(({ name }) => name).sort()).toEqual(['Moss', 'Tea']);
});

test('[IMPORT-11] pictures are fetched from the hosts that were allowed, once each; others are errors of their rows', async () => {
  await seedTeas(1);
  const image = await makeImage('png');
  let requests = 0;
  const server = createServer(({ url }, response) => {
    requests += 1;
    if (url === '/gone.png') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'image/png' }).end(image);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { token, check, choose, run, importFile } = await openImporter(shop);
  const row = (name: string, pictures: string) => `${name},Light,9,1,Lamps,${pictures}`;
  const rows = [row('One', `${base}/lamp.png | ${base}/side.png`), row('Two', `${base}/lamp.png`), row('Three', `${base}/gone.png`)];
  const { import: checked, errors } = await check(['name,description,price,quantity,category,image', ...rows].join('\n'));
  expect(checked).toMatchObject({ refused: 3, hosts: [{ host: '127.0.0.1', pictures: 4, isAllowed: false }] });
  expect(errors[0]?.reason).toBe("pictures on 127.0.0.1 aren't fetched: allow that host first");
  expect((await choose(checked._id, { imageHosts: ['127.0.0.1'] })).import).toMatchObject({ created: 3, refused: 0 });
  expect(requests).toBe(0);
  const done = await run(checked._id);
  expect(done.import).toMatchObject({ created: 2, refused: 1 });
  expect(done.errors).toMatchObject([{ row: 4, column: 'image', reason: expect.stringContaining('was answered with 404') }]);
  const [one, two] = [await readProduct(token, 'one'), await readProduct(token, 'two')];
  expect(one?.images).toHaveLength(2);
  expect(two?.image).toBe(one?.image);
  expect((await shop.send({ url: one?.image ?? '' })).headers['content-type']).toBe('image/webp');
  // lamp and side once, gone twice.
  expect(requests).toBe(4);
  const replacing = { imageHosts: ['127.0.0.1'], replacesImages: true };
  await importFile(`slug,image,price\none,${base}/new.png,9`, replacing);
  expect((await readProduct(token, 'one'))?.images).toHaveLength(1);
  // The shop's own export names its pictures: nothing has to be fetched for it.
  const before = requests;
  const exported = toText(await shop.call(exportProducts, { token }));
  expect((await importFile(exported, { replacesImages: true })).import).toMatchObject({ updated: 0, unchanged: 3, refused: 0 });
  expect(requests).toBe(before);
  server.close();
});

test('[IMPORT-5] [IMPORT-8] the exports of Shopify and WooCommerce are recognized, with their own columns', async () => {
  const { check } = await openImporter(shop);
  for (const name of ['shopify', 'woocommerce']) {
    const found = await check(readFileSync(path.resolve(`tests/fixtures/imports/${name}.csv`)));
    expect(found.import).toMatchObject({ format: name, problem: null, created: 0, hosts: [{ host: 'cdn.example', isAllowed: false }] });
  }
});

const LATIN = Buffer.from('name;sku;price\nCaf\u00e9;TEA-1;9', 'latin1');
const UTF16 = Buffer.from('\uFEFFname\tsku\tprice\nCaf\u00e9\tTEA-1\t9', 'utf16le');

test.each([
  ['Latin-1 with semicolons', LATIN, 'windows-1252'],
  ['UTF-16 with tabs', UTF16, 'utf-16le'],
])('[IMPORT-6] [IMPORT-8] a file in %s is read', async (_what, file, encoding) => {
  await seedTeas(1);
  const { import: found } = await (await openImporter(shop)).check(file);
  expect(found).toMatchObject({ encoding, updated: 1, samples: [{ values: [{ field: 'price' }, { field: 'name', after: 'Café' }] }] });
});

test.each([
  ['an empty file', Buffer.alloc(0), 400, 'The file is empty'],
  ['an Excel workbook', Buffer.from('PK\u0003\u0004....'), 400, "This isn't a CSV file, but an Excel workbook"],
  ['a file that is too large', Buffer.alloc(IMPORT_MAX_BYTES + 1, 'a'), 413, 'The file is larger than 50 MB'],
])('[IMPORT-12] %s is refused in words, and nothing of it stays', async (_what, file, status, words) => {
  const { upload } = await openImporter(shop);
  const refused = await upload(file);
  expect([refused.status, refused.body.message]).toEqual([status, expect.stringContaining(words)]);
  expect([await db.$count(productImports), await db.$count(productImportPieces)]).toEqual([0, 0]);
});

test.each([
  ['a picture', Buffer.from('\u0089PNG\r\n\u001a\n\u0000\u0000\u0000', 'latin1'), "This isn't a CSV file"],
  ['a file of blanks', Buffer.from(' \n \n'), 'The first row must name the columns'],
  ['a header alone', Buffer.from('sku,price\n'), 'The file has no rows below its first one'],
  ['a column that stands twice', Buffer.from('sku,price,price\nA,1,2'), 'The column price stands twice'],
])('[IMPORT-12] %s is told as the problem of the file', async (_what, file, words) => {
  const { import: found } = await (await openImporter(shop)).check(file);
  expect(found).toMatchObject({ status: 'ready', problem: expect.stringContaining(words), created: 0 });
});

test('[IMPORT-12] a NUL character, which no database holds, is an error of its row, wherever it stands', async () => {
  await seedTeas(2);
  const found = await (await openImporter(shop)).check('s\u0000ku,price,other\nTEA-1,7,\nTEA\u0000-2,8,\nTEA-2,9,x\u0000');
  expect(found.import).toMatchObject({ status: 'ready', problem: null, updated: 1, refused: 2 });
  expect(found.errors.map(({ row, reason }) => [row, reason])).toEqual([
    [3, 'sku must not hold a NUL character'],
    [4, 'other must not hold a NUL character'],
  ]);
});

test('[IMPORT-12] a quote that is never closed, cells too many, and letters that are none are errors of their rows', async () => {
  await seedTeas(2);
  const { check } = await openImporter(shop);
  const found = await check('sku,price\nTEA-1,1,2,3\nTEA-2,7\nTEA-3,"8');
  expect(found.import).toMatchObject({ updated: 1, refused: 2 });
  expect(found.errors.map(({ row, reason }) => [row, reason])).toEqual([
    [2, 'has 4 cells where the first row has 2'],
    [4, expect.stringContaining('opens a quote that is never closed')],
  ]);
});

test('[IMPORT-12] other people’s ids, unknown ids and other bodies are refused', async () => {
  const { token, check } = await openImporter(shop);
  const { import: found } = await check('sku,price\nA,1');
  const params = { id: found._id };
  const customer = await shop.signUp();
  expect((await shop.call(readProductImport, { token: customer.token, params })).status).toBe(403);
  expect((await shop.call(readProductImport, { token, params: { id: crypto.randomUUID() } })).status).toBe(404);
  expect(
    (await shop.send({ method: 'POST', url: '/api/v1/product/imports?fileName=a', headers: { authorization: token }, payload: {} })).status,
  ).toBe(415);
  expect(
    (
      await shop.send({
        method: 'POST',
        url: '/api/v1/product/imports',
        headers: { authorization: token, 'content-type': 'text/csv' },
        payload: 'a',
      })
    ).status,
  ).toBe(400);
  const body = { format: 'xml', match: 'auto', replacesImages: 1, createsCategories: true, imageHosts: ['a'] };
  expect((await shop.call(updateProductImport, { token, params, body })).body.issues?.map((it) => it.path)).toEqual([
    'format',
    'replacesImages',
  ]);
});

test('[IMPORT-13] uploaded files and what was refused of them are deleted after a week; what became of them stays', async () => {
  await seedTeas(1);
  const { token, check, importFile, read } = await openImporter(shop);
  const { import: done } = await importFile('sku,price\nTEA-1,20\nNONE,3');
  await check('sku,price\nTEA-1,30');
  await applyRetention(shop.deps);
  expect(await db.$count(productImportPieces)).toBe(2);
  shop.advanceClock(7 * DAY + MINUTE);
  expect(await applyRetention(shop.deps)).toMatchObject({ imports: 2 });
  expect(await db.$count(productImportPieces)).toBe(0);
  const { token: later } = await shop.signUp({ role: 1 });
  const { imports } = (await shop.call(listProductImports, { token: later })).body;
  expect(imports).toMatchObject([{ _id: done._id, updated: 1, refused: 1, hasFile: false }]);
  expect((await shop.call(exportRefusedRows, { token: later, params: { id: done._id } })).body).toMatchObject({ code: 'import_closed' });
  void [token, read];
});

test('[IMPORT-14] the audit log says who has imported, and of each product what was changed by it', async () => {
  await seedTeas(1);
  const { importFile } = await openImporter(shop);
  const { import: done } = await importFile('sku,price,quantity\nTEA-1,20,9');
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.objectType, 'product'), eq(auditLog.requestId, done._id)))
    .orderBy(auditLog.id);
  expect(rows).toMatchObject([
    { action: 'updated', actorKind: 'admin', changes: { price_cents: { before: 1000, after: 2000 }, quantity: { before: 5, after: 9 } } },
  ]);
  const own = await db.select().from(auditLog).where(eq(auditLog.objectType, 'product-import')).orderBy(auditLog.id);
  expect(own.map(({ action, actorKind, objectName }) => [action, actorKind, objectName])).toEqual([
    ['created', 'admin', 'products.csv'],
    ['updated', 'admin', 'products.csv'],
  ]);
});

test('[IMPORT-8] the sample file can be imported as it is', async () => {
  await seedTeas(1);
  const { token, importFile } = await openImporter(shop);
  const sample = toText(await shop.call(exportImportSample, { token }));
  expect((await importFile(sample)).import).toMatchObject({ created: 2, refused: 0 });
  expect(await readProduct(token, 'linen-shirt')).toMatchObject({ status: 'draft', variants: [{ sku: 'SHIRT-S' }, { sku: 'SHIRT-M' }] });
});
