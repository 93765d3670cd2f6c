/** One call says all that the cart shows: its lines as they are sold now, with their stock, and the sums. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { seedProducts } from '../../../../../tests/support/checkout.ts';
import { openPricedShop } from '../../../../../tests/support/priced-checkout.ts';
import { makeShoe } from '../../../../../tests/support/variants.ts';
import { products } from '../../database/schema/catalog.ts';

const { shop, db, askPrice } = await openPricedShop();

test('[CART-11] the price of a cart with thirty products lists the present name, price, stock and image of each', async () => {
  const ids = await seedProducts(
    shop,
    Array.from({ length: 30 }, (_, index) => ({ name: `Mug ${index}`, priceCents: 1000 + index, quantity: index })),
  );
  await db
    .update(products)
    .set({ priceCents: 9999, name: 'A dearer mug', compareAtCents: 12_000 })
    .where(eq(products.id, ids[20] ?? ''));
  const { status, body } = await askPrice(ids.map((_id) => ({ _id, count: 2 })));
  expect([status, body.lines.length, body.unavailable]).toEqual([200, 30, []]);
  expect(body.lines.map(({ item }) => item._id)).toEqual(ids);
  expect(body.lines[20]).toMatchObject({
    price: 99.99,
    subtotal: 199.98,
    item: { name: 'A dearer mug', price: 99.99, compareAtPrice: 120, quantity: 20, image: expect.stringMatching(/-640\.webp$/) },
  });
});

test('[CART-11] a product with options is priced by the chosen variant; without a choice the answer says so', async () => {
  const { id, variantIds } = await makeShoe(db);
  const only = await makeShoe(db, undefined, 'Boot');
  const gone = '11111111-1111-4111-8111-111111111111';
  const { body } = await askPrice([{ _id: id, variant: variantIds[2] }, { _id: only.id }, { _id: gone }] as { _id: string }[]);
  expect(body.lines).toMatchObject([
    {
      variant: variantIds[2],
      price: 120,
      item: { _id: id, name: 'Shoe', variant: variantIds[2], chosen: 'Size: 42, Colour: Blue', quantity: 5 },
    },
  ]);
  expect(body.lines[0]?.item).not.toHaveProperty('options');
  expect([body.unavailable.toSorted(), body.undecided]).toEqual([[only.id, gone].toSorted(), [only.id]]);
});

test('[CART-11] a draft is left out, and descriptions are shortened', async () => {
  const [draft = '', long = ''] = await seedProducts(shop, [{ name: 'Draft' }, { name: 'Long' }]);
  await db.update(products).set({ status: 'draft' }).where(eq(products.id, draft));
  await db
    .update(products)
    .set({ description: '😀'.repeat(5000) })
    .where(eq(products.id, long));
  const { body } = await askPrice([{ _id: draft }, { _id: long }]);
  expect(body.unavailable).toEqual([draft]);
  expect(body.lines.map(({ item }) => item.description)).toEqual(['😀'.repeat(200)]);
});
