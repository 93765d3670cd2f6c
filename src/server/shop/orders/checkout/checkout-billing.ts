/** The company that buys: what of it a cart is priced by, and what its order keeps. */

import type { CartPrice } from '../../../../contract/cart.ts';
import type { BillingInput, CartBilling } from '../../../../contract/company.ts';
import { type Destination, toDestination } from '../../../../contract/countries.ts';
import { formatVatId } from '../../../../contract/vat-id.ts';
import { createIssuesError } from '../../../platform/errors.ts';
import { checkBilling } from '../../customers/companies/billing.service.ts';
import { readVatId } from '../../customers/companies/vat-check.service.ts';
import type { StoredBilling } from '../../database/schema/order.ts';
import { type Company, servesCompanies } from '../../pricing/company-tax.service.ts';
import { loadPricingRules, type PricingContext, type PricingRules } from '../../pricing/price-cart.service.ts';

const createRefusal = () =>
  createIssuesError([{ path: 'billing', code: 'not_allowed', message: 'is not taken: this shop asks for no company' }]);

/** Of a cart; null: nobody knows yet where the company is. Throws `invalid_request`. */
export async function findCompany(
  context: PricingContext,
  { vatId, country, postcode = '' }: CartBilling,
  destination: Destination | null,
): Promise<Company | null> {
  if (!(await servesCompanies(context))) throw createRefusal();
  const place = country ? { country: country.toUpperCase(), postcode } : destination;
  const read = readVatId(vatId, place, 'billing.vatId');
  if ('issue' in read) throw createIssuesError([read.issue]);
  return place && { vatId: read.id, place };
}

export const toVatParts = ({ vat, tax }: PricingRules): Pick<CartPrice, 'vat'> =>
  vat ? { vat: { vatId: formatVatId(vat.vatId), status: vat.status, reverseCharge: tax.isReversed === true } } : {};

interface Delivery {
  /** Null: to the text of an account's profile, or nobody knows. */
  place: Destination | null;
  isUnshipped: boolean;
  /** The ways to pay, as they were read for this checkout. */
  methods: PricingRules['methods'];
}

/** What the order is priced by, and what it keeps of its company. Throws `invalid_request`. */
export async function loadCheckoutRules(
  context: PricingContext,
  input: BillingInput | undefined,
  { place, isUnshipped, methods }: Delivery,
): Promise<{ rules: PricingRules; billing: StoredBilling | null }> {
  const billing = input ? checkBilling(input, { deliveredTo: place, prefix: 'billing.', needsPlace: true }) : null;
  if (!billing) return { rules: { ...(await loadPricingRules(context, place)), methods }, billing: null };
  if (!(await servesCompanies(context))) throw createRefusal();
  const { stored, vatId, place: at } = billing;
  const company = vatId && at && { vatId, place: at, isCheckout: true };
  const destination =
    isUnshipped && company ? toDestination({ region: stored.address?.region ?? place?.region ?? '', ...company.place }) : place;
  const rules = await loadPricingRules(context, destination, company || null);
  const { status, checkedAt, consultation } = rules.vat ?? {};
  const known = { ...(status && { vatStatus: status }), ...(checkedAt && { checkedAt }), ...(consultation && { consultation }) };
  return { rules: { ...rules, methods }, billing: { ...stored, ...known } };
}
