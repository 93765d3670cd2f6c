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
import { limitTime } from '../payment/time-limit.ts';
import { closeOrders } from './change.service.ts';
import { lockPendingOrders, lockShopper } from './lock.repository.ts';
import * as repository from './order.repository.ts';
import { cancelOrderOf } from './order.service.ts';
import { endSession, PROVIDER_PATIENCE } from './session.service.ts';

/** So long the stock is held for the shopper. */
const OPEN_FOR = 30 * 60_000;
/** How often a checkout begins, as an older one of the same shopper's has to be ended first, or a newer one came between. */
const TURNS = 4;
const OPEN_AT_ONCE = 10;

interface Wish {
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
  lines: repository.NewLine[];
}

/**
 * An older open checkout of the shopper's is taken over: its session is ended at the provider first. Was it paid meanwhile, the
 * answer leads to that order instead of to a payment page.
 * Throws `unavailable` (no provider is set up), `invalid`, `not_found` (a product isn't sold any more),
 * `conflict` (not enough in stock, or a newer checkout took over) or `provider_failed`.
 */
export async function startCheckoutFor(deps: Deps, caller: Caller, wish: Wish): Promise<{ id: string; url: string; order: string }> {
  const payment = requireProvider(deps);
  const wanted = countItems(wish.itemIds);
  const id = randomUUID();
  const createdAt = deps.now();
  const expiresAt = new Date(createdAt.getTime() + OPEN_FOR);
  const order: NewOrder = { id, userId: caller.id, provider: payment.name, createdAt, expiresAt, address: wish.address?.trim() };
  let ended: ReadonlySet<string> = new Set();
  for (let turn = 0; turn < TURNS; turn += 1) {
    const opened = await retryTransaction(deps.db, (tx) => openOrder(tx, caller, order, wanted, ended));
    if (opened) {
      failpoint('checkout.committed');
      const session = await openSession(deps, payment, caller, toCheckout(order, opened, wish.origin));
      return { id: session.id, url: session.url, order: id };
    }
    const older = await takeOver(deps, caller.id);
    if (older.paid) return { id: older.paid.session, url: `${wish.origin}/success?order=${older.paid.id}`, order: older.paid.id };
    ended = older.ended;
  }
  throw new AppError('conflict', 'You opened a newer checkout in another window. Please go on there.');
}

/** Ends the shopper's open sessions at the provider. `paid`: one that somebody was faster to pay. `ended`: the others' orders. */
async function takeOver(deps: Deps, userId: string): Promise<{ ended: Set<string>; paid?: { id: string; session: string } }> {
  const ended = new Set<string>();
  for (const { id, session, provider } of await repository.listOpenSessions(deps.db, { userId }, OPEN_AT_ONCE)) {
    if (await endSession(deps, { session, provider })) return { ended, paid: { id, session: session ?? '' } };
    ended.add(id);
  }
  return { ended };
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

/**
 * Null where the shopper has an open checkout whose session isn't `ended`.
 */
async function openOrder(
  tx: Database,
  caller: Caller,
  { address, ...order }: NewOrder,
  wanted: Map<string, number>,
  ended: ReadonlySet<string>,
): Promise<OpenedOrder | null> {
  const at = order.createdAt;
  const shopper = await lockShopper(tx, order.userId);
  if (!shopper) throw new AppError('unauthorized', 'Please log in');
  const open = await lockPendingOrders(tx, order.userId);
  if (open.some(({ id, providerSession }) => providerSession && !ended.has(id))) return null;
  // One open checkout a shopper: the older one ends here, and what it held counts as stock for this one.
  const cause = { actorId: caller.id, by: caller.name, why: 'A newer checkout took over', at };
  const releases = await closeOrders(tx, open, 'cancel', cause);
  const reserves = [...wanted].map(([productId, quantity]): StockMove => ({ productId, orderId: order.id, kind: 'reserve', quantity }));
  const products = await moveStock(tx, [...releases, ...reserves], at);
  const short = [...wanted.keys()].filter((id) => !products.has(id));
  if (short.length) throw await refusalFor(tx, short, releases);
  const lines = [...wanted].flatMap(([id, quantity]) => linesOf(products.get(id), quantity));
  const totalCents = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
  if (totalCents === 0) {
    throw new AppError('invalid', 'There is nothing to pay for these products, and a card payment needs an amount. Add one with a price.');
  }
  const row = { ...order, status: 'pending', stock: 'held', totalCents, address: address ?? shopper.address } as const;
  const number = await repository.createOrder(tx, row, lines, { from: null, to: 'pending', ...cause, why: 'Checkout opened' });
  failpoint('checkout.written');
  return { number, email: shopper.email, totalCents, lines };
}

function linesOf(product: MovedProduct | undefined, quantity: number): repository.NewLine[] {
  if (!product) return [];
  const { id: productId, slug, name, priceCents, imageId } = product;
  return [{ productId, slug, name, priceCents, imageId, quantity }];
}

/** Why these couldn't be taken: gone, or too few left. What the shopper's own older checkout holds is left for them. */
async function refusalFor(tx: Database, ids: string[], releases: StockMove[]): Promise<AppError> {
  const heldOf = (id: string) => releases.reduce((sum, { productId, quantity }) => (productId === id ? sum + quantity : sum), 0);
  const stock = (await listStock(tx, ids)).map((product) => ({ ...product, left: product.quantity + heldOf(product.id) }));
  const gone = ids.filter((id) => !stock.some((product) => product.id === id));
  if (gone.length) return notSold(gone);
  const names = stock.map(({ name, left }) => `${name} (${left} left)`).join(', ');
  const issues = stock.map(({ id, left }) => ({ path: id, message: `${left} left` }));
  return new AppError('conflict', `Not enough in stock: ${names}`, { issues });
}

async function openSession(deps: Deps, provider: PaymentProvider, caller: Caller, checkout: Checkout) {
  try {
    const session = await limitTime(provider.startCheckout(checkout), PROVIDER_PATIENCE, 'the payment provider');
    failpoint('checkout.opened');
    const status = await repository.updateSession(deps.db, checkout.orderId, session.id);
    failpoint('checkout.noted');
    if (status === 'pending') return session;
    await limitTime(provider.expireCheckout(session.id), PROVIDER_PATIENCE, 'the payment provider');
  } catch (error) {
    // It has no session yet, as far as the shop knows: its stock is back at once.
    await cancelOrderOf(deps, caller, checkout.orderId);
    throw new AppError('provider_failed', "The payment provider doesn't answer. Nothing was charged; please try again in a moment.", {
      cause: error,
    });
  }
  // Another tab was faster: were this page opened too, the same cart could be paid twice.
  throw new AppError('conflict', 'You opened a newer checkout in another window. Please go on there.');
}
