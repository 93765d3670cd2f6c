/** The fake's Stripe Tax: one rate everywhere, and customers with their shipping addresses. */
import { randomBytes } from 'node:crypto';
import type { FakeSession } from './checkout-sessions.ts';
import { asForm, asInteger, asList, asText, type Form } from './form-encoding.ts';
import { notFound, StripeApiError } from './stripe-error.ts';

interface FakeCustomer {
  id: string;
  object: 'customer';
  email: string | null;
  name: string | null;
  shipping: Form;
}

/** A session's items: what each costs, and whether that includes tax. */
interface TaxedItem {
  cents: number;
  isInclusive: boolean;
}

/** A plausible postcode that the fake doesn't know. */
export const UNKNOWN_POSTCODE = '10999';

export class FakeTax {
  /** The status of the account's tax settings: `pending` until the merchant has given an address. */
  status: 'active' | 'pending' = 'active';
  /** In millionths. */
  ratePpm = 0;
  /** The result for the next sessions that are paid. */
  outcome: 'complete' | 'failed' = 'complete';
  readonly customers = new Map<string, FakeCustomer>();
  readonly #items = new Map<string, TaxedItem[]>();

  createCustomer(form: Form): FakeCustomer {
    const customer: FakeCustomer = {
      id: `cus_${randomBytes(8).toString('hex')}`,
      object: 'customer',
      email: asText(form.email) ?? null,
      name: asText(form.name) ?? null,
      shipping: asForm(form.shipping),
    };
    this.customers.set(customer.id, customer);
    return customer;
  }

  /** Throws like Stripe: for an unknown customer, an address that it can't locate, and while tax isn't set up. */
  check(form: Form): void {
    const id = asText(form.customer);
    const customer = id === undefined ? null : this.customers.get(id);
    if (customer === undefined) throw notFound('customer', id ?? '');
    if (customer && form.customer_email)
      throw new StripeApiError(400, 'You may only specify one of these parameters: customer, customer_email.');
    if (asText(asForm(form.automatic_tax).enabled) !== 'true') return;
    if (this.status !== 'active')
      throw new StripeApiError(400, 'You must have a valid head office address to enable automatic tax calculation.');
    if (asText(asForm(customer?.shipping.address).postal_code) === UNKNOWN_POSTCODE)
      throw new StripeApiError(400, "The customer's location isn't recognized.", { code: 'customer_tax_location_invalid' });
  }

  /** A new session's tax, known if its customer's address is. */
  open(session: FakeSession, form: Form): void {
    if (!session.automatic_tax.enabled) return;
    const items = asList(form.line_items).map(({ price_data: price, quantity }) => ({
      cents: (asInteger(asForm(price).unit_amount) ?? 0) * (asInteger(quantity) ?? 0),
      isInclusive: asText(asForm(price).tax_behavior) === 'inclusive',
    }));
    this.#items.set(session.id, items);
    if (session.customer) this.#apply(session, 'complete');
  }

  /** The customer has entered their address. */
  settle(session: FakeSession): void {
    if (session.automatic_tax.enabled) this.#apply(session, this.outcome);
  }

  #apply(session: FakeSession, status: 'complete' | 'failed'): void {
    const items = this.#items.get(session.id) ?? [];
    const rate = status === 'complete' ? this.ratePpm / 1_000_000 : 0;
    const taxes = items.map(({ cents, isInclusive }) => Math.round(isInclusive ? cents - cents / (1 + rate) : cents * rate));
    const added = taxes.reduce((sum, tax, index) => (items[index]?.isInclusive ? sum : sum + tax), 0);
    session.amount_total = items.reduce((sum, { cents }) => sum + cents, 0) + added;
    session.total_details.amount_tax = taxes.reduce((sum, tax) => sum + tax, 0);
    session.automatic_tax.status = status;
  }
}
