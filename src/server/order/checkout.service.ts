/** From a cart to a pending order that holds its stock, and on to the provider's page. */
import { randomUUID } from 'node:crypto';
import { CHECKOUT_MAX_LINES } from '../../contract/order.ts';
import type { Caller } from '../account/session.ts';
import type { Database } from '../database/open.ts';
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { imageAddress } from '../images/address.ts';
import type { Checkout, PaymentProvider } from '../payment/provider.ts';
import { limitTime } from '../payment/time-limit.ts';
import * as repository from './order.repository.ts';
import { cancelOrderOf, closeOrders } from './order.service.ts';
import { listStock, type MovedProduct, moveStock, type StockMove } from './stock.repository.ts';

/** So long the stock is held for the shopper. */
const OPEN_FOR = 30 * 60_000;
const PROVIDER_PATIENCE = 10_000;

interface OpenedOrder {
  number: number;
  email: string;
  totalCents: number;
  lines: repository.NewLine[];
}

/**
 * Throws `unavailable` (no provider is set up), `invalid`, `not_found` (a product isn't sold any more),
 * `conflict` (not enough in stock, or a newer checkout took over) or `provider_failed`.
 */
export async function startCheckoutFor(
  deps: Deps,
  caller: Caller,
  itemIds: string[],
  origin: string,
): Promise<{ id: string; url: string; order: string }> {
  if (!deps.payment) throw new AppError('unavailable', "Paying isn't set up yet. Set DEMO=on for demo payments.");
  const wanted = countItems(itemIds);
  const id = randomUUID();
  const expiresAt = new Date(deps.now().getTime() + OPEN_FOR);
  const { name: provider } = deps.payment;
  const order = await retryTransaction(deps.db, (tx) =>
    openOrder(tx, { id, userId: caller.id, provider, createdAt: deps.now(), expiresAt }, wanted),
  );
  const session = await openSession(deps, deps.payment, caller.id, {
    orderId: id,
    orderNumber: order.number,
    currency: 'usd',
    totalCents: order.totalCents,
    lines: order.lines.map(({ name, priceCents, quantity, imageId }) => ({
      name,
      priceCents,
      quantity,
      image: `${origin}${imageAddress(imageId)}`,
    })),
    email: order.email,
    successUrl: `${origin}/success?order=${id}`,
    cancelUrl: `${origin}/cancel?order=${id}`,
    origin,
    expiresAt,
  });
  return { id: session.id, url: session.url, order: id };
}

const notSold = (ids: string[]) =>
  new AppError('not_found', "A product in your cart isn't sold any more. Remove it to go on.", {
    issues: ids.map((path) => ({ path, message: "isn't sold any more" })),
  });

/** How often each product occurs, in the order of the cart. One id in two spellings is one product. */
function countItems(itemIds: string[]): Map<string, number> {
  const wanted = new Map<string, number>();
  for (const itemId of itemIds) {
    const id = itemId.toLowerCase();
    wanted.set(id, (wanted.get(id) ?? 0) + 1);
  }
  if (wanted.size > CHECKOUT_MAX_LINES) {
    throw new AppError('invalid', `One checkout takes ${CHECKOUT_MAX_LINES} different products at most. Please split your order.`);
  }
  const strange = [...wanted.keys()].filter((id) => !repository.isId(id));
  if (strange.length) throw notSold(strange);
  return wanted;
}

/** Locks go shopper → orders → products by id, here as everywhere, so that nobody waits in a circle. */
async function openOrder(
  tx: Database,
  order: { id: string; userId: string; provider: string; createdAt: Date; expiresAt: Date },
  wanted: Map<string, number>,
): Promise<OpenedOrder> {
  const shopper = await repository.lockShopper(tx, order.userId);
  if (!shopper) throw new AppError('unauthorized', 'Please log in');
  // One open checkout a shopper: the older one ends here, and what it held counts as stock for this one.
  const held = await closeOrders(tx, await repository.lockPendingOrders(tx, order.userId), 'cancel');
  const products = await moveStock(tx, movesBetween(held, wanted));
  const short = [...wanted.keys()].filter((id) => !products.has(id));
  if (short.length) throw await refusalFor(tx, short, held);
  const lines = [...wanted].flatMap(([id, quantity]) => linesOf(products.get(id), quantity));
  const totalCents = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
  if (totalCents === 0) {
    throw new AppError('invalid', 'There is nothing to pay for these products, and a card payment needs an amount. Add one with a price.');
  }
  const number = await repository.createOrder(tx, { ...order, status: 'pending', totalCents, address: shopper.address }, lines);
  return { number, email: shopper.email, totalCents, lines };
}

function movesBetween(held: ReadonlyMap<string, number>, wanted: ReadonlyMap<string, number>): StockMove[] {
  const ids = new Set([...held.keys(), ...wanted.keys()]);
  return [...ids].map((productId) => ({ productId, give: held.get(productId) ?? 0, take: wanted.get(productId) ?? 0 }));
}

function linesOf(product: MovedProduct | undefined, quantity: number): repository.NewLine[] {
  if (!product) return [];
  const { id: productId, slug, name, priceCents, imageId } = product;
  return [{ productId, slug, name, priceCents, imageId, quantity }];
}

/** Why these couldn't be taken: gone, or too few left. What the shopper's own older checkout holds is left for them. */
async function refusalFor(tx: Database, ids: string[], held: ReadonlyMap<string, number>): Promise<AppError> {
  const stock = (await listStock(tx, ids)).map((product) => ({ ...product, left: product.quantity + (held.get(product.id) ?? 0) }));
  const gone = ids.filter((id) => !stock.some((product) => product.id === id));
  if (gone.length) return notSold(gone);
  const names = stock.map(({ name, left }) => `${name} (${left} left)`).join(', ');
  const issues = stock.map(({ id, left }) => ({ path: id, message: `${left} left` }));
  return new AppError('conflict', `Not enough in stock: ${names}`, { issues });
}

async function openSession(deps: Deps, provider: PaymentProvider, userId: string, checkout: Checkout) {
  try {
    const session = await limitTime(provider.startCheckout(checkout), PROVIDER_PATIENCE, 'the payment provider');
    const status = await repository.updateSession(deps.db, checkout.orderId, session.id);
    if (status === 'pending') return session;
  } catch (error) {
    await cancelOrderOf(deps, userId, checkout.orderId);
    throw new AppError('provider_failed', "The payment provider doesn't answer. Nothing was charged; please try again in a moment.", {
      cause: error,
    });
  }
  // Another tab was faster: were this page opened too, the same cart could be paid twice.
  throw new AppError('conflict', 'You opened a newer checkout in another window. Please go on there.');
}
