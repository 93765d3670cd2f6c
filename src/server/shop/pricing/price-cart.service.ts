/** Prices a cart for whoever asks: the cart page and the checkout. */
import { getCurrencyStep } from '../../../contract/money.ts';
import type { Database } from '../../platform/database/connect.ts';
import { type CartLine, type CartTotals, computeCartTotals } from './cart-totals.ts';
import type { CodeCustomer } from './code-customer.ts';
import type { PricingRules } from './pricing-rules.service.ts';
import { findTypedCode, type TypedCode } from './usable-code.ts';

/** What a customer chooses besides products. */
export interface CartChoices {
  /** A discount code as it was typed. */
  code?: string | undefined;
  /** The id of a shipping rate; absent: the cheapest. */
  shipping?: string | undefined;
}

export interface PricedCart<Line extends CartLine = CartLine> {
  totals: CartTotals<Line>;
  tax: PricingRules['tax'];
  isTaxAutomatic: boolean;
  /** Null where none was typed. */
  code: (TypedCode & { minimumCents: number }) | null;
}

interface Buyer {
  /** To whom a use of a code is attributed; null if nobody has logged in yet. */
  customer: CodeCustomer | null;
  now: Date;
}

export async function priceCart<Line extends CartLine>(
  db: Database,
  lines: readonly Line[],
  choices: CartChoices,
  { currency, shippingRates, tax, isTaxAutomatic }: Pick<PricingRules, 'currency' | 'shippingRates' | 'tax' | 'isTaxAutomatic'>,
  { customer, now }: Buyer,
): Promise<PricedCart<Line>> {
  const typed = await findTypedCode(db, choices.code, customer, now);
  const totals = computeCartTotals({
    lines,
    code: typed?.rule ?? null,
    shippingRates,
    shippingId: choices.shipping,
    tax,
    step: getCurrencyStep(currency),
  });
  return {
    totals,
    tax,
    isTaxAutomatic,
    code: typed && { ...typed, refusal: typed.refusal ?? totals.codeRefusal, minimumCents: typed.rule?.minimumCents ?? 0 },
  };
}
