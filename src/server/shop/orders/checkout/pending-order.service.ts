/** Writes a checkout, a pending order without a number, and reserves its stock, in the caller's transaction. */

import type { AddressFields } from '../../../../contract/address.ts';
import type { LinePromise } from '../../../../contract/stock-policy.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { failpoint } from '../../../platform/process/failpoints.ts';
import { lockSources, usesBalance } from '../../balances/balance-source.repository.ts';
import { holdBalance, listHeldIds } from '../../balances/order-balance.ts';
import type { StoredBilling } from '../../database/schema/order.ts';
import { moveStock, type StockMove } from '../../inventory/stock.repository.ts';
import { normalizeCode } from '../../pricing/discount.ts';
import { createCodeUse, lockCodes, toMailbox } from '../../pricing/discount-code.repository.ts';
import type { CartChoices, PricedCart, PricingRules } from '../../pricing/price-cart.service.ts';
import { createCodeError } from '../../pricing/usable-code.ts';
import { saveTestOrderCompleted } from '../../settings/test-orders.service.ts';
import { createDueDocuments } from '../documents/create-documents.ts';
import { notifyBuyer, notifyMerchant } from '../lifecycle/order-emails.ts';
import { changeOrder, closeOrders, SYSTEM_ACTOR } from '../lifecycle/update-order.service.ts';
import { type Buyer, type LockedOrder, lockBuyer, lockCheckouts, lockOrderById } from '../rows/order-lock.repository.ts';
import { createOrder, endOtherCodeUses, type NewOrderLine } from '../rows/order-write.repository.ts';
import { addUnmoved, requireStock, toBoughtItem } from './bought-items.ts';
import { type BalanceChoices, checkBalance, priceWithBalance } from './cart-balance.ts';
import { type CountedItem, listTargets } from './cart-items.ts';
import { checkMinimum, checkPrice, requireMethod, toChosenMethod, toPriceColumns } from './cart-to-order.ts';
import {
  type CheckoutLimits,
  checkFrequency,
  checkGuestOrder,
  checkNetworkStock,
  checkUnpaidOrders,
  toFrequencyStart,
} from './checkout-frequency.ts';
import { type CheckoutWords, listConfirmations, requireConfirmations } from './checkout-words.ts';
import { findWait, toDeliveryColumns } from './delivery-wait.ts';

/** Stored instead of a payment provider's name if nothing is left to pay: a discount code made it free, or balances have paid all of it. */
const FREE_ORDER_PROVIDER = 'none';
/** The provider of what is paid by hand. */
const MANUAL_PROVIDER = 'manual';
const PAYPAL_PROVIDER = 'paypal';

/** Marks a free order as paid, in the transaction that created it and reserved its stock. */
async function payFreeOrder(tx: Database, deps: Pick<Deps, 'publicUrl'>, id: string, why: string, at: Date): Promise<void> {
  const order = await lockOrderById(tx, id);
  if (!order) throw new Error('the order was not written');
  await changeOrder(tx, order, 'pay', { ...SYSTEM_ACTOR, why, at }, { fields: { paidAt: at } });
  await endOtherCodeUses(tx, id, at);
  if (order.isTest) await saveTestOrderCompleted(tx, at);
  await createDueDocuments(tx, order, at);
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
  choices: CartChoices & BalanceChoices;
  /** Who gets the invoice; null: nothing was said of it. */
  billing: StoredBilling | null;
  /** The pricing rules of the destination. */
  rules: PricingRules;
  /** An owner tries the shop: nothing is reserved, and no use of a code is counted. */
  isTest: boolean;
  words: CheckoutWords;
  /** The texts that it is made under, as they are now (documents/order-texts.service.ts); null: none are to be kept. */
  textIds: string[] | null;
}

export interface PendingOrder {
  email: string;
  lines: NewOrderLine[];
  price: Pick<PricedCart, 'totals' | 'tax' | 'isTaxAutomatic' | 'method'>;
  /** What the way to pay is asked for. */
  dueCents: number;
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
  { address, shipTo, isUnshipped, choices, rules, words, ...order }: NewOrder,
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
  const pendingOrders = checkouts.filter(
    ({ status, number, processingSince }) => status === 'pending' && number === null && !processingSince,
  );
  if (pendingOrders.some(({ id, providerSession }) => providerSession && !closableIds.has(id))) return null;
  await lockUsedCodes(tx, choices, pendingOrders);
  await lockUsedBalances(tx, choices, pendingOrders, { userId: buyer.userId, currency: rules.currency, now: at });
  const cause = { actorId: buyer.userId, by: buyer.name, why: 'Replaced by a newer checkout', at };
  const releases = await closeOrders(tx, pendingOrders, 'cancel', cause);
  const targets = order.isTest ? [] : items.flatMap(listTargets);
  const reserves = targets.map((target): StockMove => ({ ...target, orderId: order.id, kind: 'reserve' }));
  const reserved = await moveStock(tx, [...releases, ...reserves], at, { isCheckout: true });
  const moved = await addUnmoved(tx, items, reserved, order.isTest);
  // Checked while the rows are locked, so that a product can't be archived between this check and the sale.
  await requireStock(tx, items, moved, releases);
  if (busyNetwork) await checkNetworkStock(tx, busyNetwork, targets, at);
  const bought = items.flatMap((item) => toBoughtItem(item, moved) ?? []);
  const customer = { email: contact.email, userId: buyer.userId, network: buyer.network };
  const used = order.isTest ? { ...choices, giftCards: [], storeCredit: false } : choices;
  const priced = await priceWithBalance(tx, bought, used, rules, { customer, now: at, minimumCents, isLocked: true });
  const { cart, balance } = priced;
  checkPrice(cart, choices);
  if (!order.isTest) checkBalance(priced, choices, rules.currency);
  const { parts = [], balanceCents = 0, dueCents = cart.totals.totalCents } = balance?.plan ?? {};
  const { totals, code } = cart;
  const { lines } = totals;
  const needsShipping = lines.some(({ isShipped }) => isShipped);
  // A product has become one that is shipped meanwhile.
  if (needsShipping && isUnshipped) throw new AppError('address_fields_required', 'Something in your cart is shipped now: give an address');
  const isFree = dueCents === 0;
  const method = isFree ? null : requireMethod(cart, choices, rules.methods);
  const byPaypal = !isFree && cart.method?.kind === 'paypal' ? cart.method : null;
  if (method) checkUnpaidOrders(checkouts);
  else if (!isFree && !byPaypal) checkMinimum(cart, dueCents, minimumCents, rules.currency);
  if (totals.totalCents === 0 || method) await checkGuestOrder(tx, buyer, at);
  const row = {
    ...order,
    ...toBuyerColumns(buyer),
    ...(isFree && { provider: FREE_ORDER_PROVIDER }),
    ...(byPaypal && { provider: PAYPAL_PROVIDER, paymentMethod: toChosenMethod(byPaypal) }),
    ...(method && { provider: MANUAL_PROVIDER, paymentMethod: toChosenMethod(method) }),
    ...toPriceColumns(cart),
    balanceCents,
    hasGiftCards: lines.some(({ isGiftCard }) => isGiftCard),
    ...toDeliveryColumns(cart, findWait(lines.map(toWaitingLine), rules.dispatch), at, timeZone),
    currency: rules.currency.toLowerCase(),
    status: 'pending',
    stock: order.isTest ? 'none' : 'held',
    address: address ?? contact.address,
    needsShipping,
    customerNote: words.customerNote,
    giftMessage: needsShipping ? words.giftMessage : null,
    confirmations: requireConfirmations(listConfirmations(bought, words.isConsentNeeded), words.confirmed, at),
    ...(isUnshipped && { country: rules.place.country, region: rules.place.region }),
    ...(shipTo && toAddressColumns(shipTo)),
  } as const;
  await createOrder(tx, row, lines, { from: null, to: 'pending', ...cause, why: 'Checkout started' });
  if (code?.rule && !order.isTest && !(await createCodeUse(tx, code.rule.id, order.id, toMailbox(contact.email))))
    throw createCodeError(code.code, 'used_up');
  if (balanceCents > 0) await holdBalance(tx, order.id, parts, { ...SYSTEM_ACTOR, why: '', at });
  if (isFree)
    await payFreeOrder(tx, { publicUrl }, order.id, balanceCents > 0 ? 'Paid by gift card or store credit' : 'Nothing to pay', at);
  failpoint('checkout.before-commit');
  return { email: contact.email, lines, price: cart, dueCents };
}

const toWaitingLine = ({ soldBy, ...line }: { isShipped: boolean; handlingDays: string | null; soldBy: LinePromise | null }) => ({
  ...line,
  promise: soldBy?.text ? soldBy : null,
});

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

/** Locks the code of this checkout, and those of the checkouts that it replaces, because they give back their uses. Most carts have none. */
async function lockUsedCodes(tx: Database, { code }: CartChoices, pendingOrders: LockedOrder[]): Promise<void> {
  const codedIds = pendingOrders.filter(({ discountCode }) => discountCode !== null).map(({ id }) => id);
  const typed = normalizeCode(code ?? '') || null;
  if (typed !== null || codedIds.length) await lockCodes(tx, typed, codedIds);
}

/** Those of this checkout, and of the checkouts that it replaces, which give back what they hold. Most carts use none. */
async function lockUsedBalances(
  tx: Database,
  choices: BalanceChoices,
  pendingOrders: LockedOrder[],
  context: Parameters<typeof lockSources>[2],
): Promise<void> {
  const holders = pendingOrders.filter(({ balanceCents }) => balanceCents > 0).map(({ id }) => id);
  if (!usesBalance(choices) && !holders.length) return;
  await lockSources(tx, choices, context, holders.length ? await listHeldIds(tx, holders) : []);
}
