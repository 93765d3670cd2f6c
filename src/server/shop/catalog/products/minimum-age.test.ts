/** How old a buyer of a product has to be: in its form, in lists, in the table, in files and in bulk edits. */
import { beforeEach, expect, test } from 'vitest';
import { openBulkEdits } from '../../../../../tests/support/bulk-edits.ts';
import { openShop } from '../../../../../tests/support/harness.ts';
import { openImporter, readTestProduct, seedTeas, toText } from '../../../../../tests/support/product-imports.ts';
import { listProducts, readProduct } from '../../../../contract/product.ts';
import { updateProduct } from '../../../../contract/product-admin.ts';
import { listProductTable } from '../../../../contract/product-table.ts';

const shop = await openShop();
let token = '';
beforeEach(async () => {
  await seedTeas(shop.deps.db, 2);
  ({ token } = await shop.signUp({ role: 1 }));
});

const read = (slug: string) => readTestProduct(shop, token, slug);
const update = async (slug: string, minimumAge: unknown) =>
  shop.call(updateProduct, { token, params: { id: (await read(slug))?._id ?? '' }, body: { minimumAge } as never });

test('[AGE-1] a product has a minimum age, in years, wherever it is read; none by default, and nothing else is taken', async () => {
  expect(await read('tea-1')).not.toHaveProperty('minimumAge');
  for (const wrong of [0, 100, 17.5, -18, '18+', 'eighteen', true, [18], '018']) expect((await update('tea-1', wrong)).status).toBe(400);
  expect((await update('tea-1', '16')).body.product.minimumAge).toBe(16);
  const before = await read('tea-1');
  expect((await update('tea-1', 18)).status).toBe(200);
  expect(await read('tea-1')).toMatchObject({ minimumAge: 18 });
  expect(before).toMatchObject({ minimumAge: 16 });
  const { body: page } = await shop.call(readProduct, { params: { slug: 'tea-1' } });
  expect(page.product[0]).toMatchObject({ minimumAge: 18 });
  const ages = (list: { slug: string; minimumAge?: number }[]) => list.map(({ slug, minimumAge }) => [slug, minimumAge]).sort();
  const expected = [
    ['tea-1', 18],
    ['tea-2', undefined],
  ];
  expect(ages((await shop.call(listProducts, { query: {} })).body.products)).toEqual(expected);
  expect(ages((await shop.call(listProductTable, { token, query: {} })).body.products)).toEqual(expected);
  for (const none of [null, '']) {
    await update('tea-1', 18);
    expect((await update('tea-1', none)).body.product).not.toHaveProperty('minimumAge');
  }
});

test('[AGE-2] a bulk edit sets and undoes it, and a file brings it and is exported with it', async () => {
  const { preview, start, undo } = await openBulkEdits(shop);
  await update('tea-1', 16);
  const change = { field: 'minimumAge', minimumAge: 18 } as const;
  const { body } = await preview(change, { filter: {} });
  expect(
    body.changes.map(({ before, after }) => [before.minimumAge, after.minimumAge]).sort(([one], [other]) => (one ?? 0) - (other ?? 0)),
  ).toEqual([
    [null, 18],
    [16, 18],
  ]);
  const { edit } = await start(change, { filter: {} });
  expect([(await read('tea-1'))?.minimumAge, (await read('tea-2'))?.minimumAge]).toEqual([18, 18]);
  const exported = await shop.send({ url: '/api/v1/product/export.csv', headers: { authorization: token, host: 'shop.example' } });
  const [head = '', row = ''] = toText(exported).split('\r\n');
  const column = head.split(',').indexOf('minimum_age');
  expect([column > 0, row.split(',').includes('18')]).toEqual([true, true]);
  await undo(edit._id);
  expect([(await read('tea-1'))?.minimumAge, (await read('tea-2'))?.minimumAge]).toEqual([16, undefined]);
  const { run, check } = await openImporter(shop);
  const file = 'slug,name,minimum_age\r\ntea-1,Tea 1,21+\r\ntea-2,Tea two,many\r\n';
  const { import: checked, notices } = await check(file);
  expect(notices.map(({ reason }) => reason)).toContain('reads "many": anybody may buy it');
  await run(checked._id);
  expect([(await read('tea-1'))?.minimumAge, (await read('tea-2'))?.minimumAge]).toEqual([21, undefined]);
});
