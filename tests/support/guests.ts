/** People who buy without an account. */
import type { ReplyOf } from '../../src/contract/endpoint.ts';
import { startCheckout } from '../../src/contract/order.ts';
import type { ShopWithPayments } from './checkout.ts';
import type { TestResponse } from './harness.ts';

export const guest = { email: 'grace@example.com', name: 'Grace Guest', address: '1 Compiler Way\nArlington' };

/** `ip`: where the call comes from. `code`: of a discount. `agent`: the browser. */
export async function checkOutAsGuest(
  shop: Pick<ShopWithPayments, 'send'>,
  ids: string[],
  { ip = '192.0.2.1', code, agent, ...details }: Partial<typeof guest> & { ip?: string; code?: string; agent?: string } = {},
): Promise<TestResponse<ReplyOf<typeof startCheckout>>> {
  const payload = { products: ids.map((_id) => ({ _id })), guest: { ...guest, ...details }, ...(code && { code }) };
  const headers = agent ? { 'user-agent': agent } : {};
  return (await shop.send({ method: 'POST', url: startCheckout.path, payload, remoteAddress: ip, headers })) as never;
}

/** With the signature of its link; paid on the provider's page. */
export async function buyAsGuest(shop: ShopWithPayments, ids: string[], details?: Parameters<typeof checkOutAsGuest>[2]) {
  const { status, body } = await checkOutAsGuest(shop, ids, details);
  if (status !== 200 || !body.signature) throw new Error(`the guest couldn't check out: ${status} ${body.message}`);
  await shop.pay(body.url);
  return { id: body.order, signature: body.signature };
}
