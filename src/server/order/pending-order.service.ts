/** Writes a checkout, a pending order without a number, and reserves its stock, in the caller's transaction. */
import type { Caller } from '../caller.ts';
import type { CheckoutConfig } from '../config.ts';
import type { Database } from '../database/connect.ts';
import { AppError } from '../errors.ts';
import { failpoint } from '../failpoints.ts';
import { listStock, type MovedProduct, moveStock, type StockMove } from '../inventory/stock.repository.ts';
import { createNotSoldError } from './cart-items.ts';
import { checkFrequency } from './checkout-frequency.ts';
import { createOrder, type NewOrderLine } from './order-write.repository.ts';
import { lockUser, lockUserPendingOrders } from './row-lock.repository.ts';
import { closeOrders } from './update-order.service.ts';

export interface NewOrder {
  id: string;
  userId: string;
  provider: string;
  createdAt: Date;
  expiresAt: Date;
  address: string | undefined;
}

export interface PendingOrder {
  email: string;
  totalCents: number;
  lines: NewOrderLine[];
}

/**
 * Closes the customer's older pending orders and moves all stock in one call, so that what those release is available to this one.
 * `closableIds`: orders whose session at the provider is expired. Null where an older order has a session and isn't among them.
 */
export async function createPendingOrder(
  tx: Database,
  caller: Caller,
  { address, ...order }: NewOrder,
  quantities: Map<string, number>,
  closableIds: ReadonlySet<string>,
  limits: Pick<CheckoutConfig, 'perHour'>,
): Promise<PendingOrder | null> {
  const at = order.createdAt;
  const user = await lockUser(tx, order.userId);
  if (!user) throw new AppError('unauthorized', 'Please log in');
  await checkFrequency(tx, order.userId, at, limits);
  const pendingOrders = await lockUserPendingOrders(tx, order.userId);
  if (pendingOrders.some(({ id, providerSession }) => providerSession && !closableIds.has(id))) return null;
  const cause = { actorId: caller.id, by: caller.name, why: 'Replaced by a newer checkout', at };
  const releases = await closeOrders(tx, pendingOrders, 'cancel', cause);
  const reserves = [...quantities].map(([productId, quantity]): StockMove => ({ productId, orderId: order.id, kind: 'reserve', quantity }));
  const products = await moveStock(tx, [...releases, ...reserves], at);
  const insufficientIds = [...quantities.keys()].filter((id) => !products.has(id));
  if (insufficientIds.length) throw await createStockError(tx, insufficientIds, releases);
  const lines = [...quantities].flatMap(([id, quantity]) => toOrderLines(products.get(id), quantity));
  const totalCents = lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
  if (totalCents === 0) {
    throw new AppError(
      'nothing_to_pay',
      'There is nothing to pay for these products, and a card payment needs an amount. Add one with a price.',
    );
  }
  const row = { ...order, status: 'pending', stock: 'held', totalCents, address: address ?? user.address } as const;
  await createOrder(tx, row, lines, { from: null, to: 'pending', ...cause, why: 'Checkout started' });
  failpoint('checkout.before-commit');
  return { email: user.email, totalCents, lines };
}

function toOrderLines(product: MovedProduct | undefined, quantity: number): NewOrderLine[] {
  if (!product) return [];
  const { id: productId, slug, name, priceCents, imageId } = product;
  return [{ productId, slug, name, priceCents, imageId, quantity }];
}

/** `product_unavailable` for deleted products, else `insufficient_stock` with what is left, counting what the customer's own older orders hold. */
async function createStockError(tx: Database, ids: string[], releases: StockMove[]): Promise<AppError> {
  const countHeld = (id: string) => releases.reduce((sum, { productId, quantity }) => (productId === id ? sum + quantity : sum), 0);
  const stock = (await listStock(tx, ids)).map((product) => ({ ...product, left: product.quantity + countHeld(product.id) }));
  const missingIds = ids.filter((id) => !stock.some((product) => product.id === id));
  if (missingIds.length) return createNotSoldError(missingIds);
  const names = stock.map(({ name, left }) => `${name} (${left} left)`).join(', ');
  const issues = stock.map(({ id, left }) => ({ path: id, code: 'insufficient_stock' as const, message: `${left} left`, limit: left }));
  return new AppError('insufficient_stock', `Not enough in stock: ${names}`, { issues });
}
