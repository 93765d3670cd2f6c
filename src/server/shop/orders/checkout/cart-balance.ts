/** Prices a cart with the balances that its customer pays with. Gift cards and store credit aren't discounts: total, tax and invoice stay. */

import type { CartBalance } from '../../../../contract/balance-fields.ts';
import { getCurrencyStep, toCents, toDollars } from '../../../../contract/money.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/errors.ts';
import { type BalanceInput, type FoundSources, findSources, usesBalance } from '../../balances/balance-source.repository.ts';
import { type BalancePlan, planBalance } from '../../balances/plan-balance.ts';
import type { CodeCustomer } from '../../pricing/discount-code.repository.ts';
import { isPaidByHand } from '../../pricing/payment-methods.ts';
import { type CartChoices, type PricedCart, type PricingRules, priceCart } from '../../pricing/price-cart.service.ts';
import type { CartLine } from '../../pricing/priced-cart.ts';
import { formatCents } from '../lifecycle/update-order.service.ts';

export interface BalanceChoices extends BalanceInput {
  /** What the page showed as left to pay, in units of the currency. */
  due?: number | undefined;
}

interface Pricing {
  customer: CodeCustomer | null;
  now: Date;
  /** The smallest amount that the provider takes. */
  minimumCents: number;
  /** Of an order that is being made: nobody else spends them until the transaction ends. */
  isLocked?: boolean;
  /** Of a cart of a guest. */
  network?: string | null;
  /** Store credit is looked for even where it isn't used, to be offered. */
  offersCredit?: boolean;
}

interface PricedWithBalance<Line extends CartLine> {
  cart: PricedCart<Line>;
  /** Null: none is used, and none is offered. */
  balance: { plan: BalancePlan; sources: FoundSources } | null;
}

function planFor<Line extends CartLine>(
  cart: PricedCart<Line>,
  { accounts }: FoundSources,
  currency: string,
  minimumCents: number,
): BalancePlan {
  const { totals, method } = cart;
  const price = {
    totalCents: totals.totalCents,
    giftCardCents: totals.lines.reduce((sum, it) => sum + (it.isGiftCard ? it.amountCents - it.discountCents : 0), 0),
    minimumCents: isPaidByHand(method) ? 1 : minimumCents,
    step: getCurrencyStep(currency),
  };
  return planBalance(
    price,
    accounts.map(({ id, balanceCents }) => ({ accountId: id, balanceCents })),
  );
}

/** Where balances pay all of it, no way to pay is asked, so that none costs a fee. */
export async function priceWithBalance<Line extends CartLine>(
  db: Database,
  lines: readonly Line[],
  { giftCards, storeCredit, ...choices }: CartChoices & BalanceInput,
  rules: Omit<PricingRules, 'destinations' | 'isOpen'>,
  { customer, now, minimumCents, isLocked = false, offersCredit = false, network = null }: Pricing,
): Promise<PricedWithBalance<Line>> {
  const buyer = { customer, now };
  const cart = await priceCart(db, lines, choices, rules, buyer);
  const used = { giftCards, storeCredit };
  if (!usesBalance(used) && !offersCredit) return { cart, balance: null };
  const { currency } = rules;
  const found = await findSources(db, used, { userId: customer?.userId ?? null, network, currency, now }, { isLocked });
  // The provider adds the tax when it is paid, so that nobody knows before how much is left.
  const sources = cart.isTaxAutomatic ? { accounts: [], refused: (giftCards ?? []).map((_code, index) => index), credit: null } : found;
  const plan = planFor(cart, sources, currency, minimumCents);
  if (!plan.balanceCents) return { cart, balance: { plan, sources } };
  if (plan.dueCents > cart.totals.feeCents) return { cart, balance: { plan, sources } };
  const free = await priceCart(db, lines, { ...choices, isPaidByBalance: true }, rules, buyer);
  const whole = planFor(free, sources, currency, minimumCents);
  return whole.dueCents === 0 ? { cart: free, balance: { plan: whole, sources } } : { cart, balance: { plan, sources } };
}

const createUnusableError = (message: string, position?: number): AppError =>
  new AppError('gift_card_not_usable', message, {
    ...(position !== undefined && { issues: [{ path: `giftCards.${position}`, code: 'unavailable', message: "can't be used" }] }),
  });

/** Throws `gift_card_not_usable` for a code that pays nothing, and where more would be left to pay than the customer was shown. */
export function checkBalance(
  { balance, cart: { totals } }: Pick<PricedWithBalance<CartLine>, 'balance' | 'cart'>,
  { due }: BalanceChoices,
  currency: string,
): void {
  const [refused] = balance?.sources.refused ?? [];
  if (refused !== undefined) throw createUnusableError("A gift card can't be used. Remove it, or enter another code.", refused);
  const dueCents = balance?.plan.dueCents ?? totals.totalCents;
  if (due !== undefined && toCents(due) !== dueCents)
    throw createUnusableError(`What is left to pay has changed: it is ${formatCents(dueCents, currency)} now. Check it and order again.`);
}

/** As the cart shows it; null: nothing is used, and there is no store credit. */
export function toCartBalance({ balance }: Pick<PricedWithBalance<CartLine>, 'balance'>): CartBalance | null {
  if (!balance) return null;
  const { plan, sources } = balance;
  const credit = sources.credit?.balanceCents ?? 0;
  if (!plan.parts.length && !sources.refused.length && credit === 0) return null;
  const parts = sources.accounts.flatMap(({ id, kind, lastFour, balanceCents }) => {
    const cents = plan.parts.find(({ accountId }) => accountId === id)?.cents ?? 0;
    return [{ kind, ...(lastFour !== null && { lastFour }), amount: toDollars(cents), left: toDollars(balanceCents - cents) }];
  });
  return { parts, refused: sources.refused, ...(credit > 0 && { storeCredit: toDollars(credit) }), due: toDollars(plan.dueCents) };
}
