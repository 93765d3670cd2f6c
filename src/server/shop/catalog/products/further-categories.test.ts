/** Products in several categories, one of which is the main one. */
import { beforeEach, expect, test } from 'vitest';
import { openBulkEdits } from '../../../../../tests/support/bulk-edits.ts';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeCode } from '../../../../../tests/support/discount-codes.ts';
import { makeImage } from '../../../../../tests/support/images.ts';
import { makeMultipartForm } from '../../../../../tests/support/multipart-form.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { listAuditEntries, previewVersion, restoreVersion } from '../../../../contract/audit.ts';
import { priceCart } from '../../../../contract/cart.ts';
import { deleteCategory } from '../../../../contract/category-admin.ts';
import { listProducts, readProduct } from '../../../../contract/product.ts';
import { createProduct, deleteProduct, duplicateProduct, updateProduct } from '../../../../contract/product-admin.ts';
import { listProductTable } from '../../../../contract/product-table.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
let token = '';
let ids: Record<'men' | 'shoes' | 'sale', string>;
beforeEach(async () => {
  token = (await shop.signUp({ role: 1, teamRole: 'owner' })).token;
  const men = await makeCategory(db, 'Men');
  ids = { men, shoes: await makeCategory(db, 'Shoes', men), sale: await makeCategory(db, 'Sale') };
});

const update = (id: string, body: object) => shop.call(updateProduct, { token, params: { id }, body });
async function makeOne(furtherCategoryIds: string[] = []): Promise<string> {
  const [row] = await makeProducts(db, [{ categoryId: ids.shoes, furtherCategoryIds, name: 'Boot', slug: 'boot', priceCents: 1000 }]);
  return row?.id ?? '';
}

test('[TREE-10] a product is created and changed with further categories; the main one and repeated ones are left out', async () => {
  const { shoes, sale, men } = ids;
  const fields = { name: 'Boot', description: 'Warm.', price: '9', quantity: '1', category: shoes };
  const form = await makeMultipartForm({ ...fields, furtherCategories: JSON.stringify([sale, shoes, sale]) }, await makeImage());
  const { status, body } = await shop.call(createProduct, { token, ...form } as never);
  expect([status, body.product.category, body.product.furtherCategories]).toEqual([200, shoes, [sale]]);
  const { _id: id } = body.product;
  const changed = await update(id, { furtherCategories: [men.toUpperCase(), sale], version: body.version });
  expect(changed.body.product.furtherCategories).toEqual([men, sale].sort());
  // The same in another order, and a form that was sent twice, are no change.
  expect((await update(id, { furtherCategories: [sale, men], version: body.version })).body.version).toBe(changed.body.version);
  // What becomes the main category is no further one.
  expect((await update(id, { category: sale })).body.product).toMatchObject({ category: sale, furtherCategories: [men] });
  const cleared = await update(id, { furtherCategories: [] });
  expect(cleared.body.product.furtherCategories).toBeUndefined();
  expect((await shop.call(readProduct, { params: { slug: 'boot' } })).body.product[0]?.furtherCategories).toBeUndefined();
  const old = await update(id, { furtherCategories: [men], version: body.version });
  expect(old).toMatchObject({ status: 409, body: { code: 'version_conflict', current: { product: [{ category: sale }] } } });
});

test('[TREE-10] unknown, too many and wrong further categories are refused at their field, and nothing is changed', async () => {
  const id = await makeOne([ids.sale]);
  const gone = await makeCategory(db, 'Gone');
  expect((await shop.call(deleteCategory, { token, params: { id: gone } })).status).toBe(200);
  const many = Array.from({ length: 51 }, () => crypto.randomUUID());
  for (const furtherCategories of [[gone], [ids.men, crypto.randomUUID()], many, ['x'], [7], ids.men, {}, null]) {
    const answer = await update(id, { furtherCategories });
    expect([answer.status, answer.body.issues?.[0]?.path.split('.')[0]], JSON.stringify(furtherCategories)).toEqual([
      400,
      'furtherCategories',
    ]);
  }
  expect((await shop.call(readProduct, { params: { slug: 'boot' } })).body.product[0]?.furtherCategories).toEqual([ids.sale]);
});

test('[TREE-4] a category that a product gets while it is deleted is never missing: one of both is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await makeOne();
    const category = await makeCategory(db, `C${round}`);
    const [given, deleted] = await Promise.all([
      update(id, { furtherCategories: [category] }),
      shop.call(deleteCategory, { token, params: { id: category } }),
    ]);
    expect([given.status, deleted.status].filter((status) => status === 200)).toHaveLength(1);
    await shop.call(deleteProduct, { token, params: { id } });
  }
});

test('[TREE-12] many products get and leave a further category at once, which is previewed and undone', async () => {
  const { men, shoes, sale } = ids;
  await makeProducts(db, [{ categoryId: shoes }, { categoryId: shoes, furtherCategoryIds: [sale] }, { categoryId: sale }]);
  const { preview, start, undo } = await openBulkEdits(shop);
  const list = async (category: string) =>
    (await shop.call(listProductTable, { token, query: { category } })).body.products.map(({ name }) => name).sort();
  const add = { field: 'furtherCategory', by: 'add', category: sale } as const;
  const selection = { filter: {} };
  const before = await list(sale);
  expect(before).toEqual(['Product 2', 'Product 3']);
  expect((await preview(add, selection)).body).toMatchObject({
    changed: 1,
    unchanged: 2,
    changes: [{ after: { furtherCategories: [sale] } }],
  });
  const added = await start(add, selection);
  expect([added.edit.changed, await list(sale)]).toEqual([1, ['Product 1', 'Product 2', 'Product 3']]);
  expect((await undo(added.edit._id)).edit).toMatchObject({ changed: 1, refused: 0 });
  expect(await list(sale)).toEqual(before);
  const removed = await start({ ...add, by: 'remove' }, selection);
  expect(removed).toMatchObject({ edit: { changed: 1, refused: 1 }, refusals: [{ reason: 'is_main_category' }] });
  // The filter finds those below, and the new main category is no further one.
  expect(await list(men)).toEqual(['Product 1', 'Product 2']);
  await start(add, { filter: { category: men } });
  await start({ field: 'category', category: sale }, { filter: { category: men } });
  expect([await list(men), (await shop.call(listProducts)).body.total]).toEqual([[], 3]);
  const gone = await preview({ ...add, category: crypto.randomUUID() }, selection);
  expect(gone).toMatchObject({ status: 400, body: { issues: [{ path: 'change.category', code: 'unknown' }] } });
  expect(await shop.listFindings()).toEqual([]);
});

test('[TREE-13] a discount code for a category counts for those below it, and for products that have it as a further one', async () => {
  const boot = await makeOne();
  const [shared, other] = await makeProducts(db, [
    { categoryId: ids.sale, furtherCategoryIds: [ids.shoes], priceCents: 2000 },
    { categoryId: ids.sale, priceCents: 4000 },
  ]);
  const code = await makeCode(db, { percent: 10, categoryIds: [ids.men] });
  const products = [boot, shared?.id ?? '', other?.id ?? ''].map((_id) => ({ _id }));
  const { subtotal, discount } = (await shop.call(priceCart, { body: { products, code } })).body;
  expect([subtotal, discount]).toEqual([70, 3]);
});

test('[TREE-14] a copy has the categories of its original, a restored product those that are still there', async () => {
  const id = await makeOne([ids.men, ids.sale]);
  const copy = (await shop.call(duplicateProduct, { token, params: { id } })).body.product;
  expect(copy.furtherCategories).toEqual([ids.men, ids.sale].sort());
  await shop.call(deleteProduct, { token, params: { id: copy._id } });
  await update(id, { furtherCategories: [] });
  await shop.call(deleteCategory, { token, params: { id: ids.sale } });
  const entries = (await shop.call(listAuditEntries, { token, query: { object: `product:${id}` } })).body.entries;
  const params = { id: entries[0]?._id ?? '' };
  const { preview } = (await shop.call(previewVersion, { token, params })).body;
  expect(preview.kept).toEqual([{ field: 'further_category_ids', reason: 'gone' }]);
  expect(preview.changes).toEqual([{ field: 'further_category_ids', before: [], after: ['Men'], hidden: false }]);
  expect((await shop.call(restoreVersion, { token, params, body: { version: preview.version } })).status).toBe(200);
  expect((await shop.call(readProduct, { params: { slug: 'boot' } })).body.product[0]?.furtherCategories).toEqual([ids.men]);
});
