/** Gift cards and store credit for tests, made by the calls that a merchant makes. */

import { eq } from 'drizzle-orm';
import { issueGiftCard, readGiftCard } from '../../src/contract/gift-card.ts';
import { adjustCustomerCredit } from '../../src/contract/store-credit.ts';
import { products } from '../../src/server/shop/database/schema/catalog.ts';
import type { ShopWithPayments } from './checkout.ts';
import { seedProducts } from './checkout.ts';

export async function openMerchant(shop: ShopWithPayments) {
  const { token: admin } = await shop.signUp({ role: 1, name: 'Mara Merchant' });
  return {
    admin,
    issue: async (amount: number, more: object = {}) => {
      const { body } = await shop.call(issueGiftCard, { token: admin, body: { amount, reason: 'A test', ...more } });
      return { ...body.card, code: body.code };
    },
    readCard: async (id: string) => (await shop.call(readGiftCard, { token: admin, params: { id } })).body,
    credit: async (userId: string, amount: number) => {
      await shop.call(adjustCustomerCredit, { token: admin, params: { id: userId }, body: { amount, reason: 'Sorry for the delay' } });
    },
  };
}

/** A product that sells gift cards of this price. */
export async function seedGiftProduct(shop: ShopWithPayments, priceCents = 5000): Promise<string> {
  const [id = ''] = await seedProducts(shop, [{ name: 'Gift card', priceCents, quantity: 100 }]);
  await shop.deps.db.update(products).set({ soldAs: 'gift_card', shipping: 1 }).where(eq(products.id, id));
  return id;
}
