/** Carts for tests about shipping, tax and discounts. */
import { eq } from 'drizzle-orm';
import { priceCart } from '../../src/contract/cart.ts';
import { readOrder, startCheckout } from '../../src/contract/order.ts';
import type { Vies } from '../../src/server/shop/customers/companies/vies.ts';
import { products } from '../../src/server/shop/database/schema/catalog.ts';
import { makeShipTo } from './addresses.ts';
import { openShopWithPayments, seedProducts } from './checkout.ts';

export interface Choices {
  code?: string;
  shipping?: string;
  country?: string;
  region?: string;
}

export async function openPricedShop({ vies }: { vies?: Vies } = {}) {
  const shop = await openShopWithPayments(undefined, {}, { ...(vies && { vies }) });
  const { db } = shop.deps;

  const askPrice = (items: { _id: string; count?: number }[], { country, region, ...choices }: Choices = {}) =>
    shop.call(priceCart, {
      body: { products: items, ...((country ?? region) !== undefined && { address: { country, region } }), ...choices },
    });

  /** To an address in that country and region, or as the cart begins, in the default country. */
  const checkOut = (token: string, items: { _id: string; count?: number }[], { country = 'US', region, ...choices }: Choices = {}) =>
    shop.call(startCheckout, { token, body: { products: items, shipTo: makeShipTo(country, region), ...choices } });

  const readBought = async (token: string, id: string) => (await shop.call(readOrder, { token, params: { id } })).body.order;

  /** A lamp that is shipped (20 dollars, 600 grams) and a download (7 dollars). */
  async function open() {
    const [lamp = '', file = ''] = await seedProducts(shop, [
      { name: 'Lamp', priceCents: 2000, quantity: 100 },
      { name: 'File', priceCents: 700, quantity: 100 },
    ]);
    await db.update(products).set({ shipping: 1, weightGrams: 600 }).where(eq(products.id, lamp));
    const { token } = await shop.signUp();
    return { lamp: { _id: lamp }, file: { _id: file }, token };
  }

  return { shop, db, askPrice, checkOut, readBought, open };
}
