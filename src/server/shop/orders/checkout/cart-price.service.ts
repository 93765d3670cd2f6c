/** What a cart holds, and what it would cost if it were checked out now. Nothing is written or reserved. */
import type { CartPrice } from '../../../../contract/cart.ts';
import type { CartBilling } from '../../../../contract/company.ts';
import { type Destination, toDestination } from '../../../../contract/countries.ts';
import type { Dispatch } from '../../../../contract/dispatch.ts';
import { estimateDelivery } from '../../../../contract/estimated-delivery.ts';
import { toDollars } from '../../../../contract/money.ts';
import { findPromise } from '../../../../contract/stock-promise.ts';
import { findOnlyRate } from '../../../../contract/tax.ts';
import { isUuid } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import { hasBalances } from '../../balances/balance-settings.ts';
import { type BalanceInput, usesBalance } from '../../balances/balance-source.repository.ts';
import { getTargetId } from '../../inventory/stock.repository.ts';
import type { CodeCustomer } from '../../pricing/discount-code.repository.ts';
import type { PaymentMethod } from '../../pricing/payment-methods.ts';
import { type CartChoices, loadPricingRules, type PricedCart } from '../../pricing/price-cart.service.ts';
import type { ShippingOption } from '../../pricing/priced-cart.ts';
import { listPricedTargets, type PricedTarget } from '../../pricing/priced-product.repository.ts';
import { readTimeZone } from '../../settings/shop-details.service.ts';
import { listTextLinks } from '../documents/order-texts.service.ts';
import { toChargeParts } from '../rows/order-charges.ts';
import { toTaxPart } from '../rows/order-taxes.ts';
import { priceWithBalance, toCartBalance } from './cart-balance.ts';
import { type CartItem, type CountedItem, resolveItems } from './cart-items.ts';
import { findCompany, toVatParts } from './checkout-billing.ts';
import { listConfirmations, needsConsent } from './checkout-words.ts';
import { findWait, sumDays } from './delivery-wait.ts';

/** `customer`: whose uses of a code count. `destination`: null as long as no address is known. Throws `checkout_too_large`. */
export async function readCartPrice(
  { db, now, memoize, payment, paypal }: Pick<Deps, 'db' | 'now' | 'memoize' | 'payment' | 'paypal'>,
  customer: CodeCustomer | null,
  cart: CartItem[],
  choices: CartChoices & BalanceInput,
  destination: Destination | null,
  { billing, network = null }: { billing?: CartBilling | undefined; network?: string | null } = {},
): Promise<CartPrice> {
  // A damaged cart may contain malformed ids: they count as products that aren't sold.
  const isKnown = ({ _id, variant = _id }: CartItem) => [_id, variant].every((id) => isUuid(id.toLowerCase()));
  const invalidIds = new Set(cart.filter((item) => !isKnown(item)).map(({ _id, variant }) => variant ?? _id));
  // A cart may contain more than a checkout allows: that is only reported at checkout.
  const { items, unknownIds, undecidedIds } = await resolveItems(db, cart.filter(isKnown));
  const targets = await listPricedTargets(db, items);
  const lines = items.flatMap((item) => {
    const target = targets.get(getTargetId(item));
    return target ? [{ ...target, ...item }] : [];
  });
  const missingIds = items.map(getTargetId).filter((id) => !targets.has(id));
  const unavailable = [...invalidIds, ...unknownIds, ...undecidedIds, ...missingIds];
  const context = { db, memoize, now, payment, paypal: paypal ?? null };
  const company = billing ? await findCompany(context, billing, destination) : null;
  // What nobody sends is taxed where the company is.
  const isSent = !company || lines.some(({ isShipped }) => isShipped);
  const rules = await loadPricingRules(context, isSent ? destination : toDestination({ region: '', ...company.place }), company);
  const { place: address, destinations, isOpen } = rules;
  const isOn = (customer?.userId != null || usesBalance(choices)) && (await hasBalances({ db, memoize }));
  const used = isOn ? choices : { ...choices, giftCards: [], storeCredit: false };
  const minimumCents = payment?.getMinimumCents?.(rules.currency.toLowerCase()) ?? 1;
  const priced = await priceWithBalance(db, lines, used, rules, { customer, now: now(), minimumCents, offersCredit: isOn, network });
  const balance = toCartBalance(priced);
  const isConsentNeeded = await needsConsent({ db, memoize, payment }, lines, address.country);
  const confirmations = listConfirmations(
    lines.map(({ item }) => item),
    isConsentNeeded,
  );
  const texts = await listTextLinks({ db, memoize });
  const hasDays = rules.shippingRates?.some(({ deliveryDays }) => deliveryDays);
  const calendar = { dispatch: rules.dispatch, now: now(), timeZone: hasDays ? await readTimeZone({ db, memoize }) : 'UTC' };
  const shown = { ...toCartPrice(priced.cart, calendar), ...toVatParts(rules), ...(balance && { balance }) };
  const asked = { ...(confirmations.length && { confirmations }), ...(texts.length && { texts }) };
  return { success: true, unavailable, undecided: undecidedIds, ...shown, address, destinations, isOpen, ...asked };
}

const toOption = ({ id, name, priceCents, deliveryDays }: ShippingOption) => ({
  _id: id,
  name,
  price: toDollars(priceCents),
  ...(deliveryDays && { deliveryDays }),
});

interface Calendar {
  dispatch: Dispatch | undefined;
  now: Date;
  timeZone: string;
}

function toWaitingLine({ isShipped, quantity, item: { stock, handlingDays } }: PricedTarget & { quantity: number }) {
  return { isShipped, handlingDays, promise: stock && findPromise(stock, quantity) ? stock : null };
}

/** Converts to the contract's form, with sums in units of the currency. */
export function toCartPrice(
  { totals, tax, taxPlace, isTaxAutomatic, methods, method, code }: PricedCart<PricedTarget & CountedItem>,
  { dispatch, now, timeZone }: Calendar,
): Omit<CartPrice, 'success' | 'unavailable' | 'undecided' | 'address' | 'destinations' | 'isOpen' | 'vat' | 'confirmations' | 'texts'> {
  const wait = findWait(totals.lines.map(toWaitingLine), dispatch);
  const toShownOption = (option: ShippingOption) => {
    const { deliveryDays: days, ...shown } = toOption(option);
    if (!days || !wait) return shown;
    const deliveryDays = sumDays(days, wait);
    return { ...shown, ...(deliveryDays && { deliveryDays }), arrives: estimateDelivery(days, now, timeZone, wait) };
  };
  return {
    lines: totals.lines.map(({ productId, variantId, quantity, priceCents, amountCents, discountCents, taxCents, item }) => ({
      _id: productId,
      ...(variantId && { variant: variantId }),
      count: quantity,
      price: toDollars(priceCents),
      subtotal: toDollars(amountCents),
      discount: toDollars(discountCents),
      tax: toDollars(taxCents),
      item,
    })),
    subtotal: toDollars(totals.subtotalCents),
    discount: toDollars(totals.discountCents),
    shipping: toDollars(totals.shippingCents),
    shippingOptions: totals.shippingOptions.map(toShownOption),
    shippingOption: totals.shippingOption && toShownOption(totals.shippingOption),
    ...toPaymentParts(methods, method, totals.feeCents),
    ...toChargeParts(totals),
    isShippable: totals.isShippable,
    tax: toDollars(totals.taxCents),
    taxRate: findOnlyRate(totals.taxes),
    ...(taxPlace && {
      taxes: totals.taxes.map((it) => toTaxPart({ ...taxPlace, ...it, ...(tax.isReversed && { reverseCharge: true }) })),
    }),
    taxIncluded: tax.isIncluded,
    taxAutomatic: isTaxAutomatic,
    total: toDollars(totals.totalCents),
    code: toCodeAnswer(code),
  };
}

/** Nothing where there is only the provider's page: nobody is asked. */
function toPaymentParts(
  methods: readonly PaymentMethod[],
  method: PaymentMethod | null,
  feeCents: number,
): Pick<CartPrice, 'fee' | 'paymentOptions' | 'paymentOption'> {
  if (!method || (methods.length === 1 && method.kind === 'online')) return {};
  const paymentOptions = methods.map(({ id, kind, name, description, feeCents: cents }) => ({
    ...{ _id: id, kind, name },
    ...(description && { description }),
    ...(cents > 0 && { fee: toDollars(cents) }),
  }));
  return { paymentOptions, paymentOption: method.id, ...(feeCents > 0 && { fee: toDollars(feeCents) }) };
}

function toCodeAnswer(typed: PricedCart['code']): CartPrice['code'] {
  if (!typed) return null;
  const { code, refusal, minimumCents } = typed;
  return { code, applies: refusal === null, reason: refusal, ...(refusal === 'below_minimum' && { minimum: toDollars(minimumCents) }) };
}
