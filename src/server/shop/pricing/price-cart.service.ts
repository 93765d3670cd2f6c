/** What a cart costs at its destination: the settings that apply there, and the priced cart, for the cart page and the checkout. */
import { COUNTRY_CODES, type Destination, type Territory } from '../../../contract/countries.ts';
import type { Dispatch } from '../../../contract/dispatch.ts';
import { getCurrencyStep, toCents } from '../../../contract/money.ts';
import type { ShippingRateInput, TaxSettings } from '../../../contract/pricing-settings.ts';
import { toDay } from '../../../contract/time-zone.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { listWithBelow } from '../catalog/categories/category.repository.ts';
import { readTimeZone } from '../settings/shop-details.service.ts';
import { readCurrency } from '../settings/whole-amounts.service.ts';
import { computeCartTotals } from './cart-totals.ts';
import { type Company, type CompanyTax, findCompanyTax } from './company-tax.service.ts';
import type { CodeCustomer } from './discount-code.repository.ts';
import { findLocalFees, readActiveFees } from './local-fees.service.ts';
import type { LocalFee } from './local-fees.ts';
import { readPaymentMethods } from './payment-methods.service.ts';
import { listOffered, type PaymentMethod } from './payment-methods.ts';
import type { CartLine, CartTotals, ShippingRate } from './priced-cart.ts';
import { readShippingSettings, readTaxSettings } from './pricing-settings.service.ts';
import { hasDatedRates, resolveRates } from './tax-rates.ts';
import { NO_TAX, type TaxRule } from './taxes.ts';
import { findByTerritory, hasRestOfWorld, listDestinations, type NamedCountry } from './territories.ts';
import { findTypedCode, type TypedCode } from './usable-code.ts';

export interface PricingRules {
  /** ISO 4217, of all prices. */
  currency: string;
  /** The address that the rules are for: in the default country if none is known yet. */
  place: Territory;
  /** Empty if the place is in no zone; null if the shop has no zones. */
  shippingRates: ShippingRate[] | null;
  tax: TaxRule;
  /** Where it is taxed: `region` is empty unless it has rates of its own. Null: the shop has no rates. */
  taxPlace: Territory | null;
  /** Of the company that buys; null: none does. */
  vat: CompanyTax | null;
  /** The payment provider calculates the tax, so the rule above has no rate. */
  isTaxAutomatic: boolean;
  /** The local fees that hold there. */
  localFees: readonly LocalFee[];
  /** The ways to pay that are switched on. */
  methods: readonly PaymentMethod[];
  /** Takes payments beside `payment`; absent: it isn't connected. */
  paypal?: Deps['paypal'];
  /** The destinations to choose from; empty if the price is the same everywhere. */
  destinations: NamedCountry[];
  /** Whether other countries may be chosen too. */
  isOpen: boolean;
  /** How long orders take until they are sent. */
  dispatch: Dispatch | undefined;
}

export type PricingContext = Pick<Deps, 'db' | 'memoize' | 'payment' | 'paypal' | 'now'>;
type Context = PricingContext;

/** `destination`: null as long as no address is known; then the default country's rules apply. `company`: who buys, if it has a VAT ID. */
export async function loadPricingRules(
  deps: Context,
  destination: Destination | null,
  company: Company | null = null,
): Promise<PricingRules> {
  const [{ shipping }, { tax, automaticAvailable }, currency, methods, fees] = await Promise.all([
    readShippingSettings(deps),
    readTaxSettings(deps),
    readCurrency(deps),
    readPaymentMethods(deps),
    readActiveFees(deps),
  ]);
  const { zones } = shipping;
  const place = destination
    ? { country: destination.country, region: destination.region }
    : { country: shipping.defaultCountry, region: '' };
  const zone = findByTerritory(zones, (it) => it.places, place);
  const isTaxAutomatic = tax.automatic && automaticAvailable;
  const taxRates = isTaxAutomatic ? [] : tax.rates;
  const { region, ...rates } = await resolveToday(deps, taxRates, place);
  const zonePlaces = zones.flatMap(({ places }) => places);
  const vat = company && (await findCompanyTax(deps, company, destination));
  return {
    currency,
    place,
    shippingRates: zones.length ? (zone?.rates ?? []).map(toShippingRate) : null,
    tax: {
      ...rates,
      isIncluded: tax.pricesIncludeTax,
      isShippingTaxed: tax.taxShipping,
      isRoundedOnce: tax.roundPerOrder ?? false,
      // What the provider calculates isn't told of the company.
      ...(vat?.isReversed && taxRates.length > 0 && { isReversed: true }),
    },
    vat,
    taxPlace: taxRates.length ? { country: place.country, region } : null,
    isTaxAutomatic,
    // Who calculates the tax of each payment adds such fees to it.
    localFees: isTaxAutomatic ? [] : await findLocalFees(deps, place),
    methods,
    ...(deps.paypal && { paypal: deps.paypal }),
    destinations: listDestinations([...zonePlaces, ...taxRates, ...(isTaxAutomatic ? [] : fees)]),
    isOpen: !zones.length || hasRestOfWorld(zonePlaces),
    dispatch: shipping.dispatch,
  };
}

/** A shop whose rates have no days needs none. */
async function resolveToday(deps: Context, rates: TaxSettings['rates'], place: Territory) {
  if (!rates.length) return { ratePpm: NO_TAX.ratePpm, region: '' };
  const today = hasDatedRates(rates) ? toDay(deps.now(), await readTimeZone(deps)) : '';
  return resolveRates(rates, place, today);
}

export interface ShippedCountries {
  defaultCountry: string;
  shipsTo: string[];
  /** Shipping or tax depend on country and region, so a checkout needs a structured address. */
  needsFields: boolean;
  /** Tax depends on the country, also of what isn't shipped; absent: it doesn't. */
  isTaxed?: true;
  /** Checkouts take a company and its VAT ID. */
  companies?: true;
}

export async function readShippedCountries(deps: Context): Promise<ShippedCountries> {
  const [{ shipping }, { tax, automaticAvailable }, fees] = await Promise.all([
    readShippingSettings(deps),
    readTaxSettings(deps),
    readActiveFees(deps),
  ]);
  const { defaultCountry, zones } = shipping;
  const places = zones.flatMap((zone) => zone.places);
  // With automatic tax, the provider's page asks for a structured address if the shop doesn't have one.
  const isTaxed = tax.rates.length > 0 && !(tax.automatic && automaticAvailable);
  const named = new Set(places.map(({ country }) => country));
  const isOpen = !zones.length || hasRestOfWorld(places);
  return {
    defaultCountry,
    shipsTo: COUNTRY_CODES.filter((code) => isOpen || named.has(code)),
    needsFields: zones.length > 0 || isTaxed || fees.length > 0,
    ...(isTaxed && { isTaxed }),
    ...(tax.companies && { companies: true }),
  };
}

/** The regions of a country that zones or tax rates name. */
export async function listNamedRegions(deps: Context, country: string): Promise<{ code: string; name: string }[]> {
  const { destinations } = await loadPricingRules(deps, null);
  const { regions = [], regionNames = [] } = destinations.find((it) => it.country === country) ?? {};
  return regions.map((code, index) => ({ code, name: regionNames[index] ?? code }));
}

export function toShippingRate({ _id = '', name, basis, tiers, freeFrom, deliveryDays }: ShippingRateInput): ShippingRate {
  return {
    id: _id,
    name,
    basis,
    tiers: tiers.map(({ from, price }) => ({ from: basis === 'total' ? toCents(from) : from, priceCents: toCents(price) })),
    freeFromCents: freeFrom === null ? null : toCents(freeFrom),
    ...(deliveryDays && { deliveryDays }),
  };
}

/** What a customer chooses besides the products. */
export interface CartChoices {
  /** A discount code as it was typed. */
  code?: string | undefined;
  /** The id of a shipping rate; absent: the cheapest. */
  shipping?: string | undefined;
  /** The id of a way to pay; absent: the first that is offered. */
  payment?: string | undefined;
  /** Balances pay all of it: no way to pay is asked, and none costs a fee. */
  isPaidByBalance?: boolean | undefined;
}

export interface PricedCart<Line extends CartLine = CartLine> {
  totals: CartTotals<Line>;
  /** What is charged: of a reverse charge, prices without tax. */
  tax: PricingRules['tax'];
  taxPlace: PricingRules['taxPlace'];
  isTaxAutomatic: boolean;
  /** The ways to pay that this cart may choose among, in their order. */
  methods: readonly PaymentMethod[];
  /** The one whose fee is in the totals; null: none is offered. */
  method: PaymentMethod | null;
  /** Null if none was typed. */
  code: (TypedCode & { minimumCents: number }) | null;
}

interface Buyer {
  /** Whose uses of a code count; null if nobody is logged in. */
  customer: CodeCustomer | null;
  now: Date;
}

export async function priceCart<Line extends CartLine>(
  db: Database,
  lines: readonly Line[],
  choices: CartChoices,
  {
    currency,
    shippingRates,
    tax,
    taxPlace,
    isTaxAutomatic,
    localFees,
    ...rules
  }: Omit<PricingRules, 'destinations' | 'isOpen' | 'vat' | 'dispatch'>,
  { customer, now }: Buyer,
): Promise<PricedCart<Line>> {
  const typed = await findTypedCode(db, choices.code, customer, now);
  // A code for a category is one for those below it too.
  const rule = typed?.rule && { ...typed.rule, categoryIds: await listWithBelow(db, typed.rule.categoryIds) };
  const input = {
    lines,
    code: rule ?? null,
    shippingRates,
    shippingId: choices.shipping,
    tax,
    localFees,
    step: getCurrencyStep(currency),
  };
  const unpaid = computeCartTotals(input);
  const methods = listOffered(choices.isPaidByBalance ? [] : rules.methods, {
    country: rules.place.country,
    totalCents: unpaid.totalCents,
    shippingId: unpaid.shippingOption?.id ?? null,
    userId: customer?.userId ?? null,
    isTaxAutomatic,
    canPaypalTake: (cents) => rules.paypal?.canTake?.(cents, currency) ?? true,
  });
  const method = methods.find(({ id }) => id === choices.payment) ?? methods[0] ?? null;
  const feeCents = unpaid.totalCents > 0 ? (method?.feeCents ?? 0) : 0;
  // What is picked up in the shop isn't sent.
  const isPickedUp = method?.kind === 'in_shop' && unpaid.charges.length > 0;
  const totals = feeCents || isPickedUp ? computeCartTotals({ ...input, feeCents, localFees: isPickedUp ? [] : localFees }) : unpaid;
  return {
    totals,
    tax: tax.isReversed ? { ...tax, isIncluded: false } : tax,
    taxPlace,
    isTaxAutomatic,
    methods,
    method,
    code: typed && { ...typed, refusal: typed.refusal ?? totals.codeRefusal, minimumCents: typed.rule?.minimumCents ?? 0 },
  };
}
