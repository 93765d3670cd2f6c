/** From a cart to a pending order that holds its stock, and on to the provider's page. */
import { randomUUID } from 'node:crypto';
import { CHECKOUT_MAX_LINES } from '../../contract/order.ts';
import type { Caller } from '../auth/auth-session.ts';
import type { Database } from '../database/connect.ts';
import { retryTransaction } from '../database/retry.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { failpoint } from '../failpoints.ts';
import { imageUrl } from '../images/image-url.ts';
import { listStock, type MovedProduct, moveStock, type StockMove } from '../inventory/stock.repository.ts';
import { type Checkout, type PaymentProvider, requireProvider } from '../payment/provider.ts';
import { withTimeout } from '../payment/timeout.ts';
import { endSession, PROVIDER_TIMEOUT } from './checkout-session.service.ts';
import * as repository from './order.repository.ts';
import { cancelUserOrder } from './order.service.ts';
import { lockUser, lockUserPendingOrders } from './row-lock.repository.ts';
import { closeOrders } from './update-order.service.ts';

/** So long the stock is held for the shopper. */
const CHECKOUT_TTL = 30 * 60_000;
/** How often a checkout begins, as an older one of the same shopper's has to be ended first, or a newer one came between. */
const MAX_ATTEMPTS = 4;
const MAX_OPEN_SESSIONS = 10;

interface CheckoutInput {
  itemIds: string[];
  /** Where it goes; absent, to the address of the account. */
  address?: string | undefined;
  /** Origin of the shop. */
  origin: string;
}

interface NewOrder {
  id: string;
  userId: string;
  provider: string;
  createdAt: Date;
  expiresAt: Date;
  address: string | undefined;
}

interface OpenedOrder {
  number: number;
  email: string;
  totalCents: number;
  lines: repository.NewOrderLine[];
}

/**
 * An older open checkout of the shopper's is taken over: its session is ended at the provider first. Was it paid meanwhile, the
 * answer leads to that order instead of to a payment page.
 * Throws `unavailable` (no provider is set up), `invalid`, `not_found` (a product isn't sold any more),
 * `conflict` (not enough in stock, or a newer checkout took over) or `provider_failed`.
 */
export async function startCheckout(deps: Deps, caller: Caller, input: CheckoutInput): Promise<{ id: string; url: string; order: string }> {
  const payment = requireProvider(deps);
  const quantities = countItems(input.itemIds);
  const id = randomUUID();
  const createdAt = deps.now();
  const expiresAt = new Date(createdAt.getTime() + CHECKOUT_TTL);
  const order: NewOrder = { id, userId: caller.id, provider: payment.name, createdAt, expiresAt, address: input.address?.trim() };
  let endedOrderIds: ReadonlySet<string> = new Set();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const opened = await retryTransaction(deps.db, (tx) => openOrder(tx, caller, order, quantities, endedOrderIds));
    if (opened) {
      failpoint('checkout.committed');
      const session = await openSession(deps, payment, caller, toCheckout(order, opened, input.origin));
      return { id: session.id, url: session.url, order: id };
    }
    const previous = await endOpenSessions(deps, caller.id);
    if (previous.paid)
      return { id: previous.paid.session, url: `${input.origin}/success?order=${previous.paid.id}`, order: previous.paid.id };
    endedOrderIds = previous.ended;
  }
  throw new AppError('conflict', 'You opened a newer checkout in another window. Please go on there.');
}

/** Ends the shopper's open sessions at the provider. `paid`: one that somebody was faster to pay. `ended`: the others' orders. */
async function endOpenSessions(deps: Deps, userId: string): Promise<{ ended: Set<string>; paid?: { id: string; session: string } }> {
  const endedOrderIds = new Set<string>();
  for (const { id, session, provider } of await repository.listOpenSessions(deps.db, { userId }, MAX_OPEN_SESSIONS)) {
    if (await endSession(deps, { session, provider })) return { ended: endedOrderIds, paid: { id, session: session ?? '' } };
    endedOrderIds.add(id);
  }
  return { ended: endedOrderIds };
}

function toCheckout({ id, expiresAt }: NewOrder, { number, email, totalCents, lines }: OpenedOrder, origin: string): Checkout {
  return {
    orderId: id,
    orderNumber: number,
    currency: 'usd',
    totalCents,
    lines: lines.map(({ name, priceCents, quantity, imageId }) => ({
      name,
      priceCents,
      quantity,
      image: `${origin}${imageUrl(imageId)}`,
    })),
    email,
    successUrl: `${origin}/success?order=${id}`,
    cancelUrl: `${origin}/cancel?order=${id}`,
    origin,
    expiresAt,
  };
}

const notSoldError = (ids: string[]) =>
  new AppError('not_found', "A product in your cart isn't sold any more. Remove it to go on.", {
    issues: ids.map((path) => ({ path, message: "isn't sold any more" })),
  });

/** How often each product occurs, in the order of the cart. One id in two spellings is one product. */
function countItems(itemIds: string[]): Map<string, number> {
  const quantities = new Map<string, number>();
  for (const itemId of itemIds) {
    const id = itemId.toLowerCase();
    quantities.set(id, (quantities.get(id) ?? 0) + 1);
  }
  if (quantities.size > CHECKOUT_MAX_LINES) {
    throw new AppError('invalid', `One checkout takes ${CHECKOUT_MAX_LINES} different products at most. Please split your order.`);
  }
  const invalidIds = [...quantities.keys()].filter((id) => !repository.isUuid(id));
  if (invalidIds.length) throw notSoldError(invalidIds);
  return quantities;
}

/**
 * Null where the shopper has an open checkout whose session isn't `ended`.
 */
async function openOrder(
  tx: Database,
  caller: Caller,
  { address, ...order }: NewOrder,
  quantities: Map<string, number>,
  endedOrderIds: ReadonlySet<string>,
): Promise<OpenedOrder | null> {
  const at = order.createdAt;
  const user = await lockUser(tx, order.userId);
  if (!user) throw new AppError('unauthorized', 'Please log in');
  const pendingOrders = await lockUserPendingOrders(tx, order.userId);
  if (pendingOrders.some(({ id, providerSession }) => providerSession && !endedOrderIds.has(id))) return null;
  // One open checkout a shopper: the older one ends here, and what it held counts as stock for this one.
  const cause = { actorId: caller.id, by: caller.name, why: 'A newer checkout took over', at };
  const releases = await closeOrders(tx, pendingOrders, 'cancel', cause);
  const reserves = [...quantities].map(([productId, quantity]): StockMove => ({ productId, orderId: order.id, kind: 'reserve', quantity }));
  const products = await moveStock(tx, [...releases, ...reserves], at);
  const insufficientIds = [...quantities.keys()].filter((id) => !products.has(id));
  if (insufficientIds.length) throw await createStockError(tx, insufficientIds, releases);
  const lines = [...quantities].flatMap(([id, quantity]) => toOrderLines(products.get(id), quantity));
  const totalCents = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
  if (totalCents === 0) {
    throw new AppError('invalid', 'There is nothing to pay for these products, and a card payment needs an amount. Add one with a price.');
  }
  const row = { ...order, status: 'pending', stock: 'held', totalCents, address: address ?? user.address } as const;
  const number = await repository.createOrder(tx, row, lines, { from: null, to: 'pending', ...cause, why: 'Checkout opened' });
  failpoint('checkout.written');
  return { number, email: user.email, totalCents, lines };
}

function toOrderLines(product: MovedProduct | undefined, quantity: number): repository.NewOrderLine[] {
  if (!product) return [];
  const { id: productId, slug, name, priceCents, imageId } = product;
  return [{ productId, slug, name, priceCents, imageId, quantity }];
}

/** Why these couldn't be taken: gone, or too few left. What the shopper's own older checkout holds is left for them. */
async function createStockError(tx: Database, ids: string[], releases: StockMove[]): Promise<AppError> {
  const countHeld = (id: string) => releases.reduce((sum, { productId, quantity }) => (productId === id ? sum + quantity : sum), 0);
  const stock = (await listStock(tx, ids)).map((product) => ({ ...product, left: product.quantity + countHeld(product.id) }));
  const missingIds = ids.filter((id) => !stock.some((product) => product.id === id));
  if (missingIds.length) return notSoldError(missingIds);
  const names = stock.map(({ name, left }) => `${name} (${left} left)`).join(', ');
  const issues = stock.map(({ id, left }) => ({ path: id, message: `${left} left` }));
  return new AppError('conflict', `Not enough in stock: ${names}`, { issues });
}

async function openSession(deps: Deps, provider: PaymentProvider, caller: Caller, checkout: Checkout) {
  try {
    const session = await withTimeout(provider.startCheckout(checkout), PROVIDER_TIMEOUT, 'the payment provider');
    failpoint('checkout.opened');
    const status = await repository.updateOrderSession(deps.db, checkout.orderId, session.id);
    failpoint('checkout.noted');
    if (status === 'pending') return session;
    await withTimeout(provider.expireCheckout(session.id), PROVIDER_TIMEOUT, 'the payment provider');
  } catch (error) {
    // It has no session yet, as far as the shop knows: its stock is back at once.
    await cancelUserOrder(deps, caller, checkout.orderId);
    throw new AppError('provider_failed', "The payment provider doesn't answer. Nothing was charged; please try again in a moment.", {
      cause: error,
    });
  }
  // Another tab was faster: were this page opened too, the same cart could be paid twice.
  throw new AppError('conflict', 'You opened a newer checkout in another window. Please go on there.');
}
