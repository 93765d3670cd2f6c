/** What a cart is priced by, and what it comes to. Amounts are in cents. */
import type { CodeRefusal } from '../../../contract/cart.ts';
import type { DeliveryDays } from '../../../contract/dispatch.ts';
import type { DiscountRule } from './discount.ts';
import type { LocalCharge, LocalFee } from './local-fees.ts';
import type { RateTotals, TaxRule } from './taxes.ts';

export interface ShippingRate {
  id: string;
  name: string;
  /** What the tiers' `from` refers to: nothing, the weight in grams, or the cents of the items, minus their discount. */
  basis: 'flat' | 'weight' | 'total';
  /** In ascending order, starting at 0: the last tier that the cart reaches determines the price. */
  tiers: readonly { from: number; priceCents: number }[];
  /** Free from this many cents of the items, minus their discount; null: never. */
  freeFromCents: number | null;
  deliveryDays?: DeliveryDays;
}

export interface ShippingOption {
  id: string;
  name: string;
  priceCents: number;
  deliveryDays?: DeliveryDays;
}

export interface CartLine {
  productId: string;
  categoryId: string;
  furtherCategoryIds?: readonly string[];
  priceCents: number;
  quantity: number;
  /** Whether it has to be shipped. */
  isShipped: boolean;
  /** The weight of one piece. */
  weightGrams: number;
  /** Absent or null: the standard one. */
  taxClass?: string | null;
  /** It sells gift cards: no code takes anything off them, and they are taxed when they are spent. */
  isGiftCard?: boolean;
}

export interface CartInput<Line extends CartLine = CartLine> {
  lines: readonly Line[];
  code: DiscountRule | null;
  /** The rates of the address's shipping zone, empty if it is in none; null: the shop has no zones and ships for free. */
  shippingRates: readonly ShippingRate[] | null;
  /** The chosen rate; if absent or not among the rates, the cheapest is taken. */
  shippingId?: string | undefined;
  tax: TaxRule;
  /** What the chosen way to pay costs, taxed as shipping is; absent: nothing. */
  feeCents?: number;
  /** Those that hold at the address; absent: none. */
  localFees?: readonly LocalFee[];
  /** The smallest amount that can be paid in this currency, in hundredths; absent: 1. */
  step?: number;
}

export interface LineTotals {
  amountCents: number;
  discountCents: number;
  taxCents: number;
  /** Null: a gift card, which isn't taxed when it is sold. */
  taxRatePpm: number | null;
}

export interface CartTotals<Line extends CartLine = CartLine> {
  lines: (Line & LineTotals)[];
  subtotalCents: number;
  discountCents: number;
  shippingCents: number;
  feeCents: number;
  /** Local fees, which aren't taxed, and their sum. */
  charges: LocalCharge[];
  chargesCents: number;
  taxCents: number;
  /** The taxes by rate, the highest first. They add up to the tax. */
  taxes: RateTotals[];
  /** The amount to pay. */
  totalCents: number;
  /** Cheapest first. */
  shippingOptions: ShippingOption[];
  /** Null if nothing has to be chosen: nothing is shipped, or there are no zones. */
  shippingOption: ShippingOption | null;
  /** False if something has to be shipped and the address has no rate. */
  isShippable: boolean;
  /** Why the code gives no discount; null if it does, or if there is no code. */
  codeRefusal: CodeRefusal | null;
}
