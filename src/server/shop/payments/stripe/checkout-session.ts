/** Converts the port's checkouts to parameters of Stripe's API, and Stripe's sessions to the port's reports. */
import type Stripe from 'stripe';
import { cutText, isRecord, MINUTE, SECOND } from '../../../../contract/values.ts';
import { CHARGE_LABELS, type Charge, type Checkout, type SessionReport } from '../provider.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts';

/** Stripe requires 30 minutes at least, counted from when the call arrives: one minute more allows for a slow call. */
const MIN_SESSION_TTL = 31 * MINUTE;
/**
 * Stripe's session ends later than the order's reservation. The shop ends it when the time is over; Stripe's own expiry is for when the
 * shop is down.
 */
const EXPIRY_MARGIN = 5 * MINUTE;
const MAX_NAME_LENGTH = 250;
const MAX_IMAGE_URL_LENGTH = 2000;
/** Stripe refuses a session with more of them. */
const MAX_LINE_ITEMS = 100;
/** Stripe's tax code for shipping, which some places tax differently from products. Products have the code of the account's tax settings. */
const SHIPPING_TAX_CODE = 'txcd_92010001';
/** That of what isn't taxed: vouchers, when they are sold. */
const UNTAXED_CODE = 'txcd_00000000';
/** Stripe rejects the whole session if it considers the address invalid; without an address, its page asks for it. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i;

const truncate = (text: string, length: number) => (cutText(text, length) === text ? text : `${cutText(text, length - 1)}…`);

type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;
/** What all line items of a session share. */
type Pricing = Pick<Checkout, 'currency' | 'automaticTax'>;

interface Item {
  title: string;
  unitCents: number;
  quantity?: number;
  image?: string;
  taxCode?: string;
}

function createItem({ title, unitCents, quantity = 1, image, taxCode }: Item, { currency, automaticTax }: Pricing): LineItem {
  return {
    quantity,
    price_data: {
      currency,
      unit_amount: toStripeAmount(unitCents, currency),
      ...(automaticTax && { tax_behavior: automaticTax.isIncluded ? 'inclusive' : 'exclusive' }),
      product_data: {
        name: truncate(title, MAX_NAME_LENGTH),
        // Stripe downloads the images, which needs a public https URL.
        ...(image?.startsWith('https://') && image.length <= MAX_IMAGE_URL_LENGTH && { images: [image] }),
        ...(automaticTax && taxCode && { tax_code: taxCode }),
      },
    },
  };
}

/**
 * A line with a discount becomes one item with the rest of its sum: the discount of three pieces may not be divisible by three, and
 * Stripe's coupons would round differently.
 */
function toLineItem(line: Checkout['lines'][number], pricing: Pricing): LineItem {
  const { name, priceCents, quantity, discountCents = 0, image, isUntaxed = false } = line;
  const untaxed = isUntaxed && { taxCode: UNTAXED_CODE };
  if (discountCents === 0) return createItem({ title: name, unitCents: priceCents, quantity, image, ...untaxed }, pricing);
  const title = quantity > 1 ? `${quantity} × ${name}` : name;
  return createItem({ title, unitCents: priceCents * quantity - discountCents, image }, pricing);
}

function toChargeItem({ kind, name, amountCents }: Charge, pricing: Pricing): LineItem {
  const label = CHARGE_LABELS[kind];
  const title = name === null ? label : `${label}: ${name}`;
  return createItem({ title, unitCents: amountCents, ...(kind === 'shipping' && { taxCode: SHIPPING_TAX_CODE }) }, pricing);
}

/** Lines beyond Stripe's maximum are combined into one item. */
function toLineItems(lines: Checkout['lines'], charges: Charge[], pricing: Pricing): LineItem[] {
  const room = MAX_LINE_ITEMS - charges.length;
  const shown = lines.length > room ? lines.slice(0, room - 1) : lines;
  const rest = lines.slice(shown.length);
  const restCents = rest.reduce((sum, { priceCents, quantity, discountCents = 0 }) => sum + priceCents * quantity - discountCents, 0);
  return [
    ...shown.map((line) => toLineItem(line, pricing)),
    ...(rest.length ? [createItem({ title: `${rest.length} more products`, unitCents: restCents }, pricing)] : []),
    ...charges.map((charge) => toChargeItem(charge, pricing)),
  ];
}

/**
 * Switches off promotion codes, currency conversion and, unless the checkout wants it, automatic tax, which may be on by default in an
 * account: the amount charged is the order's total to the cent. `customer`: Stripe's id of the customer with email and address.
 */
export function toSessionParams(checkout: Checkout, now: Date, customer: string | null = null): Stripe.Checkout.SessionCreateParams {
  const { orderId, lines, charges = [], automaticTax, email, successUrl, cancelUrl, expiresAt } = checkout;
  // An order gets its number only when it is paid, so Stripe's dashboard shows its id, by which the admin's search finds it.
  const metadata = { order: orderId };
  const expiryTime = Math.max(expiresAt.getTime() + EXPIRY_MARGIN, now.getTime() + MIN_SESSION_TTL);
  return {
    mode: 'payment',
    client_reference_id: orderId,
    metadata,
    payment_intent_data: { metadata, description: `Order ${orderId}` },
    line_items: toLineItems(lines, charges, checkout),
    adaptive_pricing: { enabled: false },
    automatic_tax: { enabled: automaticTax !== undefined },
    ...(customer ? { customer } : EMAIL.test(email) && { customer_email: email }),
    // Stripe's page shows the saved cards, and asks whether to save another.
    ...(customer && customer === checkout.customer && { saved_payment_method_options: { payment_method_save: 'enabled' as const } }),
    success_url: successUrl,
    cancel_url: cancelUrl,
    expires_at: Math.floor(expiryTime / SECOND),
  };
}

/** Stripe calculates tax by the customer's shipping address; without a customer, its page asks for a billing address. */
export function toCustomerParams({ orderId, email, automaticTax }: Checkout): Stripe.CustomerCreateParams | null {
  if (!automaticTax?.address) return null;
  const { recipient, street, postcode, city, region, country } = automaticTax.address;
  const [line1 = '', ...furtherLines] = street.split('\n');
  const address = {
    line1,
    ...(furtherLines.length && { line2: furtherLines.join(', ') }),
    city,
    country: country.toUpperCase(),
    ...(postcode && { postal_code: postcode }),
    ...(region && { state: region }),
  };
  return {
    name: recipient,
    ...(EMAIL.test(email) && { email }),
    shipping: { name: recipient, address },
    metadata: { order: orderId },
  };
}

/** A complete session may still be unpaid: asynchronous methods such as bank debits take days and can fail. */
function toSessionState({
  status,
  payment_status: paymentStatus,
  payment_intent: payment,
}: Stripe.Checkout.Session): SessionReport['state'] {
  if (status === 'expired') return 'expired';
  if (status !== 'complete') return 'open';
  if (paymentStatus !== 'unpaid') return 'paid';
  const hasFailed = typeof payment === 'object' && (payment?.status === 'requires_payment_method' || payment?.status === 'canceled');
  return hasFailed ? 'expired' : 'processing';
}

interface TaxedSession {
  automatic_tax?: unknown;
  total_details?: unknown;
  currency?: unknown;
}

/** Empty if the session has no automatic tax, or if Stripe couldn't calculate it. */
export function readTax({ automatic_tax: automatic, total_details: details, currency }: TaxedSession) {
  const isCalculated = isRecord(automatic) && automatic.enabled === true && automatic.status === 'complete';
  const taxCents = isRecord(details) ? details.amount_tax : undefined;
  return isCalculated && typeof taxCents === 'number' ? { taxCents: fromStripeAmount(taxCents, String(currency)) } : {};
}

export function toReport(session: Stripe.Checkout.Session): SessionReport {
  const { id, client_reference_id: orderId, amount_total: amount, currency, payment_intent: payment } = session;
  if (!orderId || amount === null || !currency) throw new Error(`Stripe's session ${id} is none of this shop's`);
  return {
    state: toSessionState(session),
    sessionId: id,
    orderId,
    amountCents: fromStripeAmount(amount, currency),
    currency: currency.toLowerCase(),
    ...readTax(session),
    paymentId: typeof payment === 'string' ? payment : (payment?.id ?? null),
    ...(session.status === 'open' && session.url && { url: session.url }),
  };
}
