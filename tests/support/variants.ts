/** Products with options, created by the code that an admin's form uses. */
import { asc, eq } from 'drizzle-orm';
import type { VariantsInput } from '../../src/contract/product-fields.ts';
import type { Database } from '../../src/server/platform/database/connect.ts';
import { writeProductChange } from '../../src/server/shop/catalog/products/product-change.service.ts';
import { products } from '../../src/server/shop/database/schema/catalog.ts';
import { productVariants } from '../../src/server/shop/database/schema/variant.ts';
import { makeCategory, makeProducts } from './products.ts';

export const SHOE_OPTIONS = [
  { name: 'Size', values: ['41', '42', '43'] },
  { name: 'Colour', values: ['Red', 'Blue'] },
];

export type VariantInput = VariantsInput[number];

/** A shoe of that size and colour, of which there are five at 100 dollars. */
export const shoe = (Size: string, Colour: string, rest: Partial<VariantInput> = {}): VariantInput => ({
  options: { Size, Colour },
  price: 100,
  quantity: 5,
  ...rest,
});

/** Returns the ids of the product and, in their order, of its variants. */
export async function makeShoe(
  db: Database,
  variants: VariantInput[] = [
    shoe('41', 'Red'),
    shoe('42', 'Red'),
    shoe('42', 'Blue', { price: 120, sku: `S-42-B-${crypto.randomUUID()}` }),
  ],
  name = 'Shoe',
): Promise<{ id: string; slug: string; variantIds: string[] }> {
  const categoryId = await makeCategory(db, `category-${crypto.randomUUID()}`);
  const [product] = await makeProducts(db, [{ categoryId, name }]);
  if (!product) throw new Error('no product was made');
  await db.transaction((tx) => writeProductChange(tx, product.id, { options: SHOE_OPTIONS, variants }, new Date()));
  const rows = await db
    .select({ id: productVariants.id })
    .from(productVariants)
    .where(eq(productVariants.productId, product.id))
    .orderBy(asc(productVariants.position));
  return { id: product.id, slug: product.slug, variantIds: rows.map(({ id }) => id) };
}

/** The stock of the product, then of each of its variants. */
export async function readVariantStock(db: Database, productId: string): Promise<number[]> {
  const { quantity, position, productId: owner } = productVariants;
  const product = await db.select({ quantity: products.quantity }).from(products).where(eq(products.id, productId));
  const variants = await db.select({ quantity }).from(productVariants).where(eq(owner, productId)).orderBy(asc(position));
  return [...product, ...variants].map((it) => it.quantity);
}
