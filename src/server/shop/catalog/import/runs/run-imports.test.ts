/** How imports are worked off: batch by batch, one after the other, whatever happens to the process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openShopWithPayments } from '../../../../../../tests/support/checkout.ts';
import { IMAGE_URL, openImporter, readTestProduct, seedTeas } from '../../../../../../tests/support/product-imports.ts';
import {
  cancelProductImport,
  listProductImports,
  startProductImport,
  updateProductImport,
} from '../../../../../contract/product-import.ts';
import { MINUTE } from '../../../../../contract/values.ts';
import { query } from '../../../../platform/database/query.ts';
import { productImports } from '../../../database/schema/bulk-changes.ts';
import { IMPORT_WORK } from '../../../imports/import-kinds.ts';
import { checkImports } from './check-imports.ts';
import { runImports } from './run-imports.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
const countProducts = () => db.$count(sql`products`);

test('[IMPORT-9] a started import is run by the job, and each product becomes what the preview said', async () => {
  await seedTeas(db);
  const { token, check, run } = await openImporter(shop);
  const rows = [
    `Sage,Dry,4.50,7,Herbs,${IMAGE_URL},SAGE,8.00,,,Origin: Crete`,
    `Rue,Bitter,3,1,Herbs,${IMAGE_URL},RUE,,"Size: S, M","S: 3.00, 1, RUE-S; M: 4.00, 2, RUE-M",`,
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
  expect(await readTestProduct(shop, token, 'sage')).toMatchObject({
    ...{ name: 'Sage', price: 4.5, compareAtPrice: 8, quantity: 7, sku: 'SAGE', status: 'active' },
    ...{ attributes: [{ name: 'Origin', value: 'Crete' }], images: [{ url: IMAGE_URL, alt: 'Sage' }] },
  });
  const rue = await readTestProduct(shop, token, 'rue');
  expect(rue).toMatchObject({ price: 3, quantity: 3, options: [{ name: 'Size', values: ['S', 'M'] }], image: IMAGE_URL });
  expect(rue?.variants).toMatchObject([
    { sku: 'RUE-S', quantity: 1 },
    { sku: 'RUE-M', quantity: 2, price: 4 },
  ]);
  expect(await readTestProduct(shop, token, 'tea-1')).toMatchObject({ description: 'New words', price: 12, quantity: 9 });
  expect(await readTestProduct(shop, token, 'tea-2')).toMatchObject({ name: 'Tea 2', price: 10, quantity: 3 });
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

test('[IMPORT-9] an interrupted import continues after its last batch, and no row is imported twice', async () => {
  await seedTeas(db, 1);
  const { token, check, start, read } = await openImporter(shop);
  const rows = Array.from({ length: 750 }, (_, n) => `Sage ${n},Dry,4.50,1,Tea,${IMAGE_URL},S-${n}`);
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
  await expect(runImports({ ...shop.deps, db: dying }, IMPORT_WORK, killed.signal)).rejects.toThrow('killed');
  const middle = (await read(checked._id)).import;
  expect(middle).toMatchObject({ status: 'running', updated: 0 });
  expect(middle.created).toBeGreaterThan(0);
  expect(middle.created).toBeLessThan(750);
  expect(await countProducts()).toBe(1 + middle.created);
  // For a moment it is left alone, since the cause may pass by itself.
  await runImports(shop.deps, IMPORT_WORK, killed.signal);
  expect((await read(checked._id)).import.created).toBe(middle.created);
  shop.advanceClock(MINUTE);
  await runImports(shop.deps, IMPORT_WORK, killed.signal);
  expect((await read(checked._id)).import).toMatchObject({ status: 'done', created: 750, updated: 1, refused: 0 });
  expect([await countProducts(), (await readTestProduct(shop, token, 'tea-1'))?.quantity]).toEqual([751, 20]);
  expect(await shop.listFindings()).toEqual([]);
  // Whatever a batch does to the indexes of words, it leaves nothing that every search would read from end to end.
  const indexes = sql`(values ('products_search'), ('products_table_text')) as names(name)`;
  const left = sql`select name, reloptions, gin_clean_pending_list(name::regclass)::int as pages from ${indexes} join pg_class on relname = name order by name`;
  const clean = { reloptions: ['fastupdate=false'], pages: 0 };
  expect(await query(db, left)).toEqual([
    { name: 'products_search', ...clean },
    { name: 'products_table_text', ...clean },
  ]);
});

if (inject('server')) {
  test('[IMPORT-9] if a process is killed within a batch, only whole batches are kept and another process continues', {
    tags: ['full'],
  }, async () => {
    await seedTeas(db, 1);
    const { check, start, read, signal } = await openImporter(shop);
    const rows = Array.from({ length: 750 }, (_, n) => `Sage ${n},Dry,4.50,1,Tea,${IMAGE_URL},S-${n}`);
    const { import: checked } = await check(['name,description,price,quantity,category,image,sku', ...rows, ',,,20,,,TEA-1'].join('\n'));
    await start(checked._id);
    const load = (file: string) => JSON.stringify(path.join(import.meta.dirname, file));
    const script = `import { openServer } from ${load('../../../../platform/database/connect.ts')};
      import { runImports } from ${load('run-imports.ts')};
      import { IMPORT_WORK } from ${load('../../../imports/import-kinds.ts')};
      const { db } = await openServer(process.argv[1], console, 2, { directUrl: null });
      let batches = 0;
      const dying = Object.create(db, { transaction: { value: (work) => db.transaction(async (tx) => {
        const result = await work(tx);
        batches += 1;
        if (batches === 2) process.kill(process.pid, 'SIGKILL');
        return result;
      }) } });
      await runImports({ db: dying, now: () => new Date() }, IMPORT_WORK, new AbortController().signal);`;
    const url = 'url' in shop.connection ? shop.connection.url : '';
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, url], { stdio: ['ignore', 'inherit', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [, killedBy] = await once(child, 'exit');
    expect(killedBy).toBe('SIGKILL');
    const middle = (await read(checked._id)).import;
    expect(middle).toMatchObject({ status: 'running', created: 500, updated: 0 });
    await expect.poll(countProducts).toBe(501);
    // As long as the lease runs nobody else takes it over.
    await runImports(shop.deps, IMPORT_WORK, signal);
    expect((await read(checked._id)).import.created).toBe(500);
    shop.advanceClock(MINUTE);
    await runImports(shop.deps, IMPORT_WORK, signal);
    expect((await read(checked._id)).import).toMatchObject({ status: 'done', created: 750, updated: 1, refused: 0 });
    expect(await countProducts()).toBe(751);
    expect(await shop.listFindings()).toEqual([]);
  });
}

test('[IMPORT-9] two files are imported one after the other, and a living process keeps its import', { tags: ['full'] }, async () => {
  await seedTeas(db);
  const { check, start, read, signal } = await openImporter(shop);
  const first = (await check('sku,price\nTEA-1,20\nTEA-2,20')).import._id;
  const second = (await check('sku,price\nTEA-1,30')).import._id;
  await start(second);
  await start(first);
  await db
    .update(productImports)
    .set({ status: 'running', lease: second, leasedUntil: new Date(Date.now() + MINUTE) })
    .where(eq(productImports.id, second));
  await runImports(shop.deps, IMPORT_WORK, signal);
  expect([(await read(second)).import.status, (await read(first)).import.status]).toEqual(['running', 'queued']);
  shop.advanceClock(2 * MINUTE);
  await runImports(shop.deps, IMPORT_WORK, signal);
  expect((await read(second)).import).toMatchObject({ status: 'done', updated: 1 });
  expect((await read(first)).import).toMatchObject({ status: 'done', updated: 2 });
});

test('[IMPORT-9] a cancelled import ends; a started one can’t be changed or started again', async () => {
  await seedTeas(db);
  const { token, check, start, run, read, signal } = await openImporter(shop);
  const { import: waiting } = await check('sku,price\nTEA-1,20');
  await start(waiting._id);
  const params = { id: waiting._id };
  expect((await shop.call(startProductImport, { token, params })).status).toBe(409);
  const body = { format: 'products', match: 'auto', replacesImages: false, createsCategories: true, imageHosts: [] };
  expect((await shop.call(updateProductImport, { token, params, body })).body).toMatchObject({ code: 'import_closed' });
  expect((await shop.call(cancelProductImport, { token, params })).status).toBe(200);
  await runImports(shop.deps, IMPORT_WORK, signal);
  expect((await read(waiting._id)).import).toMatchObject({ status: 'cancelled', updated: 0 });
  expect((await readTestProduct(shop, token, 'tea-1'))?.price).toBe(10);
  expect((await shop.call(cancelProductImport, { token, params })).status).toBe(409);
  const { import: done } = await run((await check('sku,price\nTEA-1,20')).import._id);
  expect((await shop.call(startProductImport, { token, params: { id: done._id } })).status).toBe(409);
});

test('[IMPORT-9] after server errors an import stops, and can be continued where it stopped', async () => {
  await seedTeas(db);
  const { token, check, start, read, signal } = await openImporter(shop);
  const { import: checked } = await check('sku,price\nTEA-1,20');
  await start(checked._id);
  await db.execute(sql`alter table products add constraint broken check (price_cents < 2000)`);
  try {
    for (let tries = 0; tries < 5; tries += 1) {
      await expect(runImports(shop.deps, IMPORT_WORK, signal)).rejects.toThrow();
      shop.advanceClock(MINUTE);
    }
  } finally {
    await db.execute(sql`alter table products drop constraint broken`);
  }
  expect((await read(checked._id)).import).toMatchObject({ status: 'failed', problem: expect.stringContaining('log') });
  await start(checked._id);
  await runImports(shop.deps, IMPORT_WORK, signal);
  expect((await read(checked._id)).import).toMatchObject({ status: 'done', updated: 1, problem: null });
  expect((await readTestProduct(shop, token, 'tea-1'))?.price).toBe(20);
});

test('[IMPORT-9] a file whose check keeps failing on the server says so, and can be checked again', async () => {
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
    await expect(checkImports({ ...shop.deps, db: broken }, IMPORT_WORK, signal)).rejects.toThrow();
    shop.advanceClock(MINUTE);
  }
  expect((await read(body.import._id)).import).toMatchObject({ status: 'ready', problem: expect.stringContaining('log') });
  expect((await choose(body.import._id, {})).import).toMatchObject({ status: 'ready', problem: null, refused: 1 });
});

test('[IMPORT-9] several rows of one product, and products with one name, give the same result in batches as row by row', {
  tags: ['full'],
}, async () => {
  await seedTeas(db, 1);
  const { token, importFile } = await openImporter(shop);
  const rows = [
    `Rue,Bitter,3,1,Tea,${IMAGE_URL},RUE,,"Size: S, M","S: 3.00, 1, RUE-S; M: 4.00, 2, RUE-M"`,
    `Rue,Bitter,3,1,Tea,${IMAGE_URL},,,,`,
    `Rue,Bitter,3,1,Tea,${IMAGE_URL},,,,`,
  ];
  await importFile(['name,description,price,quantity,category,image,sku,slug,options,variants', ...rows].join('\n'));
  expect([
    await readTestProduct(shop, token, 'rue'),
    await readTestProduct(shop, token, 'rue-2'),
    await readTestProduct(shop, token, 'rue-3'),
  ]).toMatchObject(Array(3).fill({ name: 'Rue' }));
  const { import: done } = await importFile('sku,price,quantity\nRUE-S,5,9\nRUE-M,6,8\nTEA-1,7,6');
  expect(done).toMatchObject({ updated: 3, refused: 0 });
  const rue = await readTestProduct(shop, token, 'rue-3');
  const withOptions = [rue, await readTestProduct(shop, token, 'rue'), await readTestProduct(shop, token, 'rue-2')].find(
    (it) => it?.options,
  );
  expect(withOptions?.variants).toMatchObject([
    { price: 5, quantity: 9 },
    { price: 6, quantity: 8 },
  ]);
  expect(await shop.listFindings()).toEqual([]);
});
