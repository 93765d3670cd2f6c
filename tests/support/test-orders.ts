/** A shop in which an owner tries a checkout: by default one that takes no payments. */
import { eq } from 'drizzle-orm';
import { startCheckout } from '../../src/contract/order.ts';
import { readAnyOrder } from '../../src/contract/order-admin.ts';
import { startTestOrders } from '../../src/contract/test-orders.ts';
import { products } from '../../src/server/shop/database/schema/catalog.ts';
import { verifyShop } from '../../src/server/shop/integrity/verify.service.ts';
import { seedProducts, VALID_CARD } from './checkout.ts';
import { openShop, type Shop } from './harness.ts';

export const DECLINED_CARD = { ...VALID_CARD, number: '4000 0000 0000 0002' };

export async function openShopOfOwners(
  overrides: Parameters<typeof openShop>[0] = { server: {} },
): Promise<Shop & ReturnType<typeof createTestOrderCalls>> {
  const shop = await openShop(overrides);
  return { ...shop, ...createTestOrderCalls(shop) };
}

export function createTestOrderCalls(shop: Shop) {
  const seedMug = async () => (await seedProducts(shop, [{ name: 'Mug', priceCents: 1250, quantity: 5 }]))[0] ?? '';

  /** An owner whose test orders are on. */
  async function signUpTester(name = 'Ada Owner') {
    const owner = await shop.signUp({ role: 1, teamRole: 'owner', name });
    const { status, body } = await shop.call(startTestOrders, { token: owner.token });
    if (status !== 200) throw new Error(`test orders stayed off: ${JSON.stringify(body)}`);
    return { ...owner, until: body.testOrders.until };
  }

  const checkOut = (token: string | undefined, ids: string[], more: object = {}) =>
    shop.call(startCheckout, { ...(token && { token }), body: { products: ids.map((_id) => ({ _id })), ...more } });

  const submitCard = (url: string, card = VALID_CARD) =>
    shop.send({
      method: 'POST',
      url: new URL(url).pathname,
      payload: new URLSearchParams(card).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  /** Two mugs, paid. */
  async function buyTest(token: string, mug: string) {
    const { status, body } = await checkOut(token, [mug, mug], { isTest: true });
    if (status !== 200) throw new Error(`no test checkout: ${JSON.stringify(body)}`);
    const paid = await submitCard(body.url);
    if (paid.status !== 303) throw new Error(`not paid: ${paid.status}`);
    return body.order;
  }

  return {
    seedMug,
    signUpTester,
    checkOut,
    submitCard,
    buyTest,
    readOrder: async (token: string, id: string) => (await shop.call(readAnyOrder, { token, params: { id } })).body.order,
    readStock: async (id: string) => (await shop.deps.db.select().from(products).where(eq(products.id, id)))[0]?.quantity,
    listFindings: () => verifyShop(shop.deps.db, shop.deps.now()),
  };
}
