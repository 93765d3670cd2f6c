/** Writes a checkout, a pending order without a number, and reserves its stock, in the caller's transaction. */

import type { AddressFields } from '../../../../contract/address.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { failpoint } from '../../../platform/process/failpoints.ts';
import { getTargetId, listStock, type MovedProduct, moveStock, type StockMove } from '../../inventory/stock.repository.ts';
import { toMailbox } from '../../pricing/code-customer.ts';
import { normalizeCode } from '../../pricing/discount.ts';
import { createCodeUse, lockCodes } from '../../pricing/discount-code.repository.ts';
import { type CartChoices, type PricedCart, priceCart } from '../../pricing/price-cart.service.ts';
import type { PricingRules } from '../../pricing/pricing-rules.service.ts';
import { createCodeError } from '../../pricing/usable-code.ts';
import { type Buyer, lockBuyer } from '../lifecycle/buyer.repository.ts';
import { notifyBuyer } from '../lifecycle/notify-buyer.ts';
import { notifyMerchant } from '../lifecycle/notify-merchant.ts';
import { type LockedOrder, lockCheckouts, lockOrderById } from '../lifecycle/row-lock.repository.ts';
import { changeOrder, closeOrders, SYSTEM_ACTOR } from '../lifecycle/update-order.service.ts';
import { type CountedItem, createNotSoldError } from './cart-items.ts';
import { type CheckoutLimits, checkCrowdStock, checkFreeOrder, checkFrequency, toFrequencyStart } from './checkout-frequency.ts';
import { endOtherCodeUses } from './checkout-session.repository.ts';
import { checkMinimum, checkPrice, toBoughtLine, toOrderLine, toPriceColumns } from './order-prices.ts';
import { createOrder, type NewOrderLine } from './order-write.repository.ts';

/** An order that a discount code makes free: the payment provider isn't involved. */

/** Stored instead of a payment provider's name. */
export const FREE_ORDER_PROVIDER = 'none';

/** Marks the order as paid, in the transaction that created it and reserved its stock. */
export async function payFreeOrder(tx: Database, deps: Pick<Deps, 'publicUrl'>, id: string, at: Date): Promise<void> {
  const order = await lockOrderById(tx, id);
  if (!order) throw new Error('the order was not written');
  await changeOrder(tx, order, 'pay', { ...SYSTEM_ACTOR, why: 'Nothing to pay', at }, { fields: { paidAt: at } });
  await endOtherCodeUses(tx, id, at);
  await notifyBuyer(tx, deps, id, 'paid', at);
  await notifyMerchant(tx, deps, id, 'paid', at);
}

export interface NewOrder {
  id: string;
  provider: string;
  createdAt: Date;
  expiresAt: Date;
  /** Absent: the address of the account. */
  address: string | undefined;
  /** The address in fields, by which the order is priced; null: it is a text. */
  shipTo: AddressFields | null;
  choices: CartChoices;
  /** The pricing rules of the destination. */
  rules: PricingRules;
}

export interface PendingOrder {
  email: string;
  lines: NewOrderLine[];
  price: Pick<PricedCart, 'totals' | 'tax' | 'isTaxAutomatic'>;
}

type Context = Pick<Deps, 'publicUrl'> & {
  limits: CheckoutLimits;
  /** The smallest amount that the provider takes. */
  minimumCents: number;
};

/**
 * Closes the buyer's older pending orders and moves all stock in one call, so that what those release is available to this one.
 * `closableIds`: orders whose session has been expired at the provider. An order that costs nothing is marked as paid at once. Null if an
 * older order has a session and isn't among them.
 */
export async function createPendingOrder(
  tx: Database,
  buyer: Buyer,
  { address, shipTo, choices, rules, ...order }: NewOrder,
  items: CountedItem[],
  closableIds: ReadonlySet<string>,
  { limits, publicUrl, minimumCents }: Context,
): Promise<PendingOrder | null> {
  const at = order.createdAt;
  const contact = await lockBuyer(tx, buyer);
  if (!contact) throw new AppError('unauthorized', 'Please log in');
  const checkouts = await lockCheckouts(tx, buyer, toFrequencyStart(at));
  const crowd = await checkFrequency(tx, buyer, checkouts, at, limits);
  // If an older one's money is on its way, it counts as bought, and stays.
  const pendingOrders = checkouts.filter(({ status, processingSince }) => status === 'pending' && !processingSince);
  if (pendingOrders.some(({ id, providerSession }) => providerSession && !closableIds.has(id))) return null;
  await lockUsedCodes(tx, choices, pendingOrders);
  const cause = { actorId: buyer.userId, by: buyer.name, why: 'Replaced by a newer checkout', at };
  const releases = await closeOrders(tx, pendingOrders, 'cancel', cause);
  const reserves = items.map((item): StockMove => ({ ...item, orderId: order.id, kind: 'reserve' }));
  const moved = await moveStock(tx, [...releases, ...reserves], at);
  // Read with the rows locked: if a product is being archived, either that waits for this checkout or the other way round.
  const unsoldIds = items.map(getTargetId).filter((id) => !isSold(moved.get(id)));
  if (unsoldIds.length) throw createNotSoldError(unsoldIds);
  const refused = items.filter((item) => !moved.has(getTargetId(item)));
  if (refused.length) throw await createStockError(tx, refused, releases);
  if (crowd) await checkCrowdStock(tx, crowd, items, at);
  const bought = items.flatMap((item) => {
    const product = moved.get(getTargetId(item));
    return product ? [toBoughtLine(product, item.quantity)] : [];
  });
  const customer = { email: contact.email, userId: buyer.userId, network: buyer.network };
  const cart = await priceCart(tx, bought, choices, rules, { customer, now: at });
  checkPrice(cart, choices);
  const { totals, code } = cart;
  const lines = totals.lines.map(toOrderLine);
  const isFree = totals.totalCents === 0;
  if (!isFree) checkMinimum(cart, minimumCents, rules.currency);
  if (isFree) await checkFreeOrder(tx, buyer, at);
  const row = {
    ...order,
    ...toBuyerColumns(buyer),
    ...(isFree && { provider: FREE_ORDER_PROVIDER }),
    ...toPriceColumns(cart),
    currency: rules.currency.toLowerCase(),
    status: 'pending',
    stock: 'held',
    address: address ?? contact.address,
    ...(shipTo && toAddressColumns(shipTo)),
  } as const;
  await createOrder(tx, row, lines, { from: null, to: 'pending', ...cause, why: 'Checkout started' });
  if (code?.rule && !(await createCodeUse(tx, code.rule.id, order.id, toMailbox(contact.email))))
    throw createCodeError(code.code, 'used_up');
  if (isFree) await payFreeOrder(tx, { publicUrl }, order.id, at);
  failpoint('checkout.before-commit');
  return { email: contact.email, lines, price: cart };
}

const toAddressColumns = ({ recipient, street, postcode, city, region, country }: AddressFields) => ({
  recipient,
  street,
  postcode,
  city,
  region,
  country,
});

function toBuyerColumns({ userId, name, network, guest }: Buyer) {
  return { userId, guestNetwork: network, ...(guest && { guestEmail: guest.email, guestName: name }) };
}

/** A product missing from the result isn't known to be unsold: it may only lack stock. */
const isSold = (product: Pick<MovedProduct, 'status'> | undefined): boolean => !product || product.status === 'active';

/**
 * The code of this checkout, and those of the checkouts that it replaces, whose uses are given back. Locks nothing if there are none, since
 * most carts have no code.
 */
async function lockUsedCodes(tx: Database, { code }: CartChoices, pendingOrders: LockedOrder[]): Promise<void> {
  const codedIds = pendingOrders.filter(({ discountCode }) => discountCode !== null).map(({ id }) => id);
  const typed = normalizeCode(code ?? '') || null;
  if (typed !== null || codedIds.length) await lockCodes(tx, typed, codedIds);
}

/**
 * `product_unavailable` for what was deleted, isn't active or was given other variants; otherwise `insufficient_stock` with what is left,
 * including what the customer's own older orders hold.
 */
async function createStockError(tx: Database, refused: CountedItem[], releases: StockMove[]): Promise<AppError> {
  const countHeld = (id: string) => releases.reduce((sum, move) => (getTargetId(move) === id ? sum + move.quantity : sum), 0);
  const stock = (await listStock(tx, refused)).map((it) => ({ ...it, left: it.quantity + countHeld(it.targetId) }));
  const missingIds = refused.map(getTargetId).filter((id) => !stock.some((it) => it.targetId === id && isSold(it)));
  if (missingIds.length) return createNotSoldError(missingIds);
  const names = stock.map(({ name, options, left }) => `${options ? `${name}, ${options}` : name} (${left} left)`).join(', ');
  const issues = stock.map(({ targetId: path, left }) => ({
    path,
    code: 'insufficient_stock' as const,
    message: `${left} left`,
    limit: left,
  }));
  return new AppError('insufficient_stock', `Not enough in stock: ${names}`, { issues });
}
