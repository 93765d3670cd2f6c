/** A shop that sells a set of two cups and a pot, beside the cups and pots alone. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { BundlePartInput } from '../../src/contract/bundle.ts';
import { startCheckout } from '../../src/contract/order.ts';
import { readProduct } from '../../src/contract/product.ts';
import { writeProductChange } from '../../src/server/shop/catalog/products/product-change.service.ts';
import { products } from '../../src/server/shop/database/schema/catalog.ts';
import { openShopWithPayments, seedProducts } from './checkout.ts';

export async function openShopWithBundles() {
  const shop = await openShopWithPayments();
  const { db } = shop.deps;
  const change = (id: string, fields: Parameters<typeof writeProductChange>[2]) =>
    db.transaction((tx) => writeProductChange(tx, id, fields, shop.deps.now()));
  const owner = () => shop.signUp({ role: 1, teamRole: 'owner' });
  /** Of the set there are three, since there are three pots. Returns ids. */
  const makeSet = async (more: BundlePartInput[] = []) => {
    const [cup = '', pot = '', set = ''] = await seedProducts(shop, [
      { name: 'Cup', quantity: 9, priceCents: 500 },
      { name: 'Pot', quantity: 3, priceCents: 2000 },
      { name: 'Tea set', quantity: 7, priceCents: 2500 },
    ]);
    await change(cup, { sku: `CUP-${randomUUID()}` });
    await change(set, { parts: [{ product: cup, count: 2 }, { product: pot, count: 1 }, ...more] });
    return { cup, pot, set };
  };
  const buy = async (items: { _id: string; variant?: string; count?: number }[], token?: string) => {
    const buyer = token ?? (await shop.signUp()).token;
    return { buyer, ...(await shop.call(startCheckout, { token: buyer, body: { products: items } })) };
  };
  const stocks = (...ids: string[]) => Promise.all(ids.map((id) => shop.readStock(id)));
  /** As customers see it. */
  const readOne = async (id: string) => {
    const [row] = await db.select({ slug: products.slug }).from(products).where(eq(products.id, id));
    return (await shop.call(readProduct, { params: { slug: row?.slug ?? '' } })).body.product[0];
  };
  return { shop, db, change, owner, makeSet, buy, stocks, readOne };
}
