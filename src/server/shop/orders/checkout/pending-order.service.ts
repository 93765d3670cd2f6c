/** Writes a checkout, a pending order without a number, and reserves its stock, in the caller's transaction. */

import type { AddressFields } from '../../../../contract/address.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { failpoint } from '../../../platform/process/failpoints.ts';
import { getTargetId, listUnmoved, type MovedProduct, moveStock, type StockMove } from '../../inventory/stock.repository.ts';
import { listStock } from '../../inventory/stock-levels.repository.ts';
import { toLinePromise } from '../../inventory/stock-policy.ts';
import { normalizeCode } from '../../pricing/discount.ts';
import { createCodeUse, lockCodes, toMailbox } from '../../pricing/discount-code.repository.ts';
import { type CartChoices, type PricedCart, type PricingRules, priceCart } from '../../pricing/price-cart.service.ts';
import { createCodeError } from '../../pricing/usable-code.ts';
import { saveTestOrderCompleted } from '../../settings/test-orders.service.ts';
import { notifyBuyer, notifyMerchant } from '../lifecycle/order-emails.ts';
import { changeOrder, closeOrders, SYSTEM_ACTOR } from '../lifecycle/update-order.service.ts';
import { type Buyer, type LockedOrder, lockBuyer, lockCheckouts, lockOrderById } from '../rows/order-lock.repository.ts';
import { createOrder, endOtherCodeUses, type NewOrderLine } from '../rows/order-write.repository.ts';
import { type CountedItem, createNotSoldError } from './cart-items.ts';
import { checkMinimum, checkPrice, toDeliveryColumns, toPriceColumns } from './cart-to-order.ts';
import { type CheckoutLimits, checkFreeOrder, checkFrequency, checkNetworkStock, toFrequencyStart } from './checkout-frequency.ts';

/** Stored instead of a payment provider's name if a discount code makes the order free. */
const FREE_ORDER_PROVIDER = 'none';

/** Marks a free order as paid, in the transaction that created it and reserved its stock. */
async function payFreeOrder(tx: Database, deps: Pick<Deps, 'publicUrl'>, id: string, at: Date): Promise<void> {
  const order = await lockOrderById(tx, id);
  if (!order) throw new Error('the order was not written');
  await changeOrder(tx, order, 'pay', { ...SYSTEM_ACTOR, why: 'Nothing to pay', at }, { fields: { paidAt: at } });
  await endOtherCodeUses(tx, id, at);
  if (order.isTest) await saveTestOrderCompleted(tx, at);
  await notifyBuyer(tx, deps, id, 'paid', at);
  await notifyMerchant(tx, deps, id, 'paid', at);
}

export interface NewOrder {
  id: string;
  provider: string;
  createdAt: Date;
  expiresAt: Date;
  /** When the buyer agreed to get offers by email. */
  consentAt: Date | null;
  /** Absent: the address of the account. */
  address: string | undefined;
  /** The structured address, which determines shipping and tax; null: the address is one text. */
  shipTo: AddressFields | null;
  /** Nothing in the cart has to be shipped, and no address was given: the order has only the country by which it is taxed. */
  isUnshipped: boolean;
  choices: CartChoices;
  /** The pricing rules of the destination. */
  rules: PricingRules;
  /** An owner tries the shop: nothing is reserved, and no use of a code is counted. */
  isTest: boolean;
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
  timeZone: string;
};

/**
 * Closes the buyer's older pending orders and moves all stock in one call, so that what they release is available to this one.
 * `closableIds`: orders whose session has been expired at the provider. An order that costs nothing is marked as paid at once. Returns null if an
 * older order has a session that hasn't been expired.
 */
export async function createPendingOrder(
  tx: Database,
  buyer: Buyer,
  { address, shipTo, isUnshipped, choices, rules, ...order }: NewOrder,
  items: CountedItem[],
  closableIds: ReadonlySet<string>,
  { limits, publicUrl, minimumCents, timeZone }: Context,
): Promise<PendingOrder | null> {
  const at = order.createdAt;
  const contact = await lockBuyer(tx, buyer);
  if (!contact) throw new AppError('unauthorized', 'Please log in');
  const checkouts = await lockCheckouts(tx, buyer, toFrequencyStart(at));
  const busyNetwork = order.isTest ? null : await checkFrequency(tx, buyer, checkouts, at, limits);
  // An older one whose payment the bank is processing counts as bought, and stays.
  const pendingOrders = checkouts.filter(({ status, processingSince }) => status === 'pending' && !processingSince);
  if (pendingOrders.some(({ id, providerSession }) => providerSession && !closableIds.has(id))) return null;
  await lockUsedCodes(tx, choices, pendingOrders);
  const cause = { actorId: buyer.userId, by: buyer.name, why: 'Replaced by a newer checkout', at };
  const releases = await closeOrders(tx, pendingOrders, 'cancel', cause);
  const reserves = order.isTest ? [] : items.map((item): StockMove => ({ ...item, orderId: order.id, kind: 'reserve' }));
  const reserved = await moveStock(tx, [...releases, ...reserves], at, { isCheckout: true });
  const moved = order.isTest ? await listUnmoved(tx, items) : reserved;
  // Checked while the rows are locked, so that a product can't be archived between this check and the sale.
  const unsoldIds = items.map(getTargetId).filter((id) => !isSold(moved.get(id)));
  if (unsoldIds.length) throw createNotSoldError(unsoldIds);
  const refused = items.filter((item) => !moved.has(getTargetId(item)));
  if (refused.length) throw await createStockError(tx, refused, releases);
  if (busyNetwork) await checkNetworkStock(tx, busyNetwork, items, at);
  const bought = items.flatMap((item) => {
    const product = moved.get(getTargetId(item));
    return product ? [{ ...product, quantity: item.quantity, soldBy: toLinePromise(product, item.quantity) }] : [];
  });
  const customer = { email: contact.email, userId: buyer.userId, network: buyer.network };
  const cart = await priceCart(tx, bought, choices, rules, { customer, now: at });
  checkPrice(cart, choices);
  const { totals, code } = cart;
  const { lines } = totals;
  const needsShipping = lines.some(({ isShipped }) => isShipped);
  // A product has become one that is shipped meanwhile.
  if (needsShipping && isUnshipped) throw new AppError('address_fields_required', 'Something in your cart is shipped now: give an address');
  const isFree = totals.totalCents === 0;
  if (!isFree) checkMinimum(cart, minimumCents, rules.currency);
  if (isFree) await checkFreeOrder(tx, buyer, at);
  const row = {
    ...order,
    ...toBuyerColumns(buyer),
    ...(isFree && { provider: FREE_ORDER_PROVIDER }),
    ...toPriceColumns(cart),
    // The days of a shipping rate are counted from the order, which doesn't ship at once.
    ...(!lines.some(({ soldBy }) => soldBy?.text) && toDeliveryColumns(cart, at, timeZone)),
    currency: rules.currency.toLowerCase(),
    status: 'pending',
    stock: order.isTest ? 'none' : 'held',
    address: address ?? contact.address,
    needsShipping,
    ...(isUnshipped && { country: rules.place.country, region: rules.place.region }),
    ...(shipTo && toAddressColumns(shipTo)),
  } as const;
  await createOrder(tx, row, lines, { from: null, to: 'pending', ...cause, why: 'Checkout started' });
  if (code?.rule && !order.isTest && !(await createCodeUse(tx, code.rule.id, order.id, toMailbox(contact.email))))
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

/** A product that wasn't moved may still be on sale, and only lack stock. */
const isSold = (product: Pick<MovedProduct, 'status'> | undefined): boolean => !product || product.status === 'active';

/** Locks the code of this checkout, and those of the checkouts that it replaces, because they give back their uses. Most carts have none. */
async function lockUsedCodes(tx: Database, { code }: CartChoices, pendingOrders: LockedOrder[]): Promise<void> {
  const codedIds = pendingOrders.filter(({ discountCode }) => discountCode !== null).map(({ id }) => id);
  const typed = normalizeCode(code ?? '') || null;
  if (typed !== null || codedIds.length) await lockCodes(tx, typed, codedIds);
}

/**
 * `product_unavailable` for products that were deleted, aren't active or were given other variants; otherwise `insufficient_stock` with how many
 * are left, including those that the customer's own older checkouts have reserved.
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
