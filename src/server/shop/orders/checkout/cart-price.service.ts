/** What a cart holds, and what it would cost if it were checked out now. Nothing is written or reserved. */
import type { CartPrice } from '../../../../contract/cart.ts';
import type { Destination } from '../../../../contract/countries.ts';
import { toDollars } from '../../../../contract/money.ts';
import { findPromise } from '../../../../contract/stock-promise.ts';
import { findOnlyRate } from '../../../../contract/tax.ts';
import { isUuid } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import { getTargetId } from '../../inventory/stock.repository.ts';
import type { ShippingOption } from '../../pricing/cart-totals.ts';
import type { CodeCustomer } from '../../pricing/discount-code.repository.ts';
import { isPaidByHand, type PaymentMethod } from '../../pricing/payment-methods.ts';
import { type CartChoices, loadPricingRules, type PricedCart, priceCart } from '../../pricing/price-cart.service.ts';
import { listPricedTargets, type PricedTarget } from '../../pricing/priced-product.repository.ts';
import { toChargeParts } from '../rows/order-charges.ts';
import { toTaxPart } from '../rows/order-taxes.ts';
import { type CartItem, type CountedItem, resolveItems } from './cart-items.ts';

/** `customer`: whose uses of a code count. `destination`: null as long as no address is known. Throws `checkout_too_large`. */
export async function readCartPrice(
  { db, now, memoize, payment }: Pick<Deps, 'db' | 'now' | 'memoize' | 'payment'>,
  customer: CodeCustomer | null,
  cart: CartItem[],
  choices: CartChoices,
  destination: Destination | null,
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
  const rules = await loadPricingRules({ db, memoize, now, payment }, destination);
  const { place: address, destinations, isOpen } = rules;
  const priced = await priceCart(db, lines, choices, rules, { customer, now: now() });
  return { success: true, unavailable, undecided: undecidedIds, ...toCartPrice(priced), address, destinations, isOpen };
}

const toOption = ({ id, name, priceCents, deliveryDays }: ShippingOption) => ({
  _id: id,
  name,
  price: toDollars(priceCents),
  ...(deliveryDays && { deliveryDays }),
});

/** Converts to the contract's form, with sums in units of the currency. */
export function toCartPrice({
  totals,
  tax,
  taxPlace,
  isTaxAutomatic,
  methods,
  method,
  code,
}: PricedCart<PricedTarget & CountedItem>): Omit<
  CartPrice,
  'success' | 'unavailable' | 'undecided' | 'address' | 'destinations' | 'isOpen'
> {
  // The days are counted from the order: of what ships later they would be wrong.
  const isLate = totals.lines.some(({ item, quantity }) => findPromise(item.stock, quantity));
  const toShownOption = (option: ShippingOption) => {
    const { deliveryDays, ...shown } = toOption(option);
    return { ...shown, ...(deliveryDays && !isLate && { deliveryDays }) };
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
    ...(taxPlace && { taxes: totals.taxes.map((it) => toTaxPart({ ...taxPlace, ...it })) }),
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
  if (!method || (methods.length === 1 && !isPaidByHand(method))) return {};
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
