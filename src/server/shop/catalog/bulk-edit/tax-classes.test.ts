/** The tax class of many products at once. */
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openBulkEdits } from '../../../../../tests/support/bulk-edits.ts';
import { openShopWithPayments } from '../../../../../tests/support/checkout.ts';
import { makeCategory, makeProducts } from '../../../../../tests/support/products.ts';
import { startBulkEdit } from '../../../../contract/bulk-edit.ts';
import { products } from '../../database/schema/catalog.ts';

const shop = await openShopWithPayments();
const { db } = shop.deps;
const readClasses = async () =>
  (await db.select({ taxClass: products.taxClass }).from(products).orderBy(asc(products.name))).map(({ taxClass }) => taxClass);

test('[TAX-14] a bulk edit gives products a tax class or takes it from them, and changes back what nobody has changed since', async () => {
  const categoryId = await makeCategory(db);
  const [, book] = await makeProducts(db, [
    { categoryId, name: 'A lamp' },
    { categoryId, name: 'B book', taxClass: 'books' },
    { categoryId, name: 'C tea', taxClass: 'food' },
  ]);
  const { start, preview, undo } = await openBulkEdits(shop);
  const all = { filter: {} };
  expect((await preview({ field: 'taxClass', taxClass: 'food' }, all)).body).toMatchObject({ total: 3 });
  expect(await readClasses()).toEqual([null, 'books', 'food']);

  // Stored and compared in one form, however it was typed.
  const { edit } = await start({ field: 'taxClass', taxClass: '  FOOD ' }, all);
  expect(edit).toMatchObject({ changed: 2, refused: 0 });
  expect(await readClasses()).toEqual(['food', 'food', 'food']);
  await db
    .update(products)
    .set({ taxClass: 'zero' })
    .where(eq(products.id, book?.id ?? ''));
  await undo(edit._id);
  expect(await readClasses()).toEqual([null, 'zero', 'food']);

  // The standard one has no name of its own.
  for (const taxClass of ['standard', '']) {
    await start({ field: 'taxClass', taxClass }, all);
    expect(await readClasses()).toEqual([null, null, null]);
  }
  expect(await shop.listFindings()).toEqual([]);
});

test('[TAX-14] a bulk edit with what can’t be a tax class is refused', async () => {
  const { token } = await shop.signUp({ role: 1 });
  for (const taxClass of ['   ', 'x'.repeat(500), 'two\nlines', 7, null]) {
    const body = { id: randomUUID(), filter: {}, change: { field: 'taxClass', taxClass } } as never;
    expect((await shop.call(startBulkEdit, { token, body })).status).toBe(400);
  }
});
