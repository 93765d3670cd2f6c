/** What customers and admins do during a chaos run, all through the shop's HTTP API. */
import { toCents, toDollars } from '../../contract/money.ts';
import { cancelOrder, startCheckout } from '../../contract/order.ts';
import { refundOrder } from '../../contract/order-admin.ts';
import { shipOrder } from '../../contract/order-shipping.ts';
import type { Random } from '../platform/secrets/random.ts';
import { listAllOrders } from '../shop/orders/lifecycle/admin-order.service.ts';
import { hashToken } from '../shop/team/sessions/auth-session.ts';
import { updateSessionAuthentication } from '../shop/team/sessions/session.repository.ts';
import type { ChaosContext } from './chaos-context.ts';

async function send(
  context: ChaosContext,
  method: 'POST',
  url: string,
  token: string,
  payload?: object,
): Promise<{ status: number; body: unknown }> {
  const response = await context.app.inject({ method, url, headers: { authorization: token }, ...(payload && { payload }) });
  // 502 is correct, because the provider failed. Any other 5xx is an error of the shop.
  if (response.statusCode >= 500 && response.statusCode !== 502) context.serverErrors.push(`${response.statusCode} for ${url}`);
  return { status: response.statusCode, body: response.json() };
}

const pickRandom = <T>(random: Random, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

const SHIP_TO = {
  recipient: 'Chaos Shopper',
  street: '1455 NW Market St',
  postcode: '97205',
  city: 'Portland',
  region: 'OR',
  country: 'US',
};

/** One customer who checks out, and then pays, cancels, does both at once, pays twice, or leaves. */
export async function simulateCheckout(context: ChaosContext): Promise<void> {
  const { random, provider } = context;
  const token = pickRandom(random, context.customerTokens) ?? '';
  const products = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({ _id: pickRandom(random, context.productIds) }));
  const { status, body } = await send(context, 'POST', startCheckout.path, token, { products, shipTo: SHIP_TO });
  if (status !== 200) {
    context.counts.refused += 1;
    return;
  }
  context.counts.opened += 1;
  const { id: session, order } = body as { id: string; order: string };
  const pay = async () => {
    if (await provider.pay(session)) context.paidSessions.set(session, order);
  };
  const cancel = () => send(context, 'POST', cancelOrder.path.replace('{id}', order), token);
  const roll = random();
  if (roll < 0.6) await pay();
  else if (roll < 0.7) await cancel();
  else if (roll < 0.8) await Promise.all([pay(), cancel()]);
  else if (roll < 0.9) await Promise.all([cancel(), pay(), pay()]);
  // The rest leave without paying.
}

/** Ships or refunds one of the paid orders. */
export async function simulateAdminAction(context: ChaosContext): Promise<void> {
  const { random, deps, adminToken } = context;
  const { orders } = await listAllOrders(deps.db, { status: 'paid', limit: 20 });
  const order = pickRandom(random, orders);
  if (!order) return;
  if (random() < 0.5) {
    await send(context, 'POST', shipOrder.path.replace('{id}', order._id), adminToken, { carrier: 'Post', tracking: '' });
    return;
  }
  const amount = random() < 0.5 ? order.total - order.refunded : Math.max(0.01, toDollars(Math.floor(toCents(order.total) * random())));
  // The clock runs fast here, and a refund requires a login within the last minutes.
  await updateSessionAuthentication(deps.db, hashToken(adminToken), deps.now());
  const body = { amount: toDollars(toCents(amount)), reason: 'Chaos', restock: random() < 0.5 };
  await send(context, 'POST', refundOrder.path.replace('{id}', order._id), adminToken, body);
}
