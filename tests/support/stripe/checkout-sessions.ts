/** Creates checkout sessions from a form's parameters, with Stripe's validation. */
import { randomBytes } from 'node:crypto';
import { asForm, asInteger, asList, asText, type Form } from './form-encoding.ts';
import { StripeApiError } from './stripe-error.ts';

const KNOWN_PARAMS = new Set([
  'mode',
  'client_reference_id',
  'metadata',
  'payment_intent_data',
  'line_items',
  'adaptive_pricing',
  'automatic_tax',
  'customer',
  'customer_email',
  'saved_payment_method_options',
  'success_url',
  'cancel_url',
  'expires_at',
]);
const MAX_LINE_ITEMS = 100;
/** Seconds */
const MIN_EXPIRY_SECONDS = 30 * 60;
const MAX_EXPIRY_SECONDS = 24 * 60 * 60;
/** Cents */
const MIN_TOTAL_CENTS = 50;

export interface FakeSession {
  id: string;
  object: 'checkout.session';
  amount_total: number;
  automatic_tax: { enabled: boolean; status: 'complete' | 'failed' | 'requires_location_inputs' | null };
  total_details: { amount_discount: 0; amount_shipping: 0; amount_tax: number };
  customer: string | null;
  client_reference_id: string | null;
  currency: string;
  created: number;
  customer_email: string | null;
  expires_at: number;
  livemode: false;
  metadata: Form;
  mode: 'payment';
  saved_payment_method_options: Form;
  payment_intent: string | null;
  payment_status: 'paid' | 'unpaid';
  status: 'open' | 'complete' | 'expired';
  url: string | null;
}

const invalidParam = (param: string, message: string, code?: string) => new StripeApiError(400, message, { param, ...(code && { code }) });

function checkUrl(value: string | undefined, param: string): void {
  if (!value || !URL.canParse(value)) throw invalidParam(param, 'Not a valid URL', 'url_invalid');
}

function sumLine(line: Form, index: number): number {
  const price = asForm(line.price_data);
  const linePath = `line_items[${index}]`;
  const product = asForm(price.product_data);
  const name = asText(product.name);
  const amount = asInteger(price.unit_amount);
  const quantity = asInteger(line.quantity);
  if (!name) throw invalidParam(`${linePath}[price_data][product_data][name]`, 'You passed an empty string for name');
  if ([...name].length > 250)
    throw invalidParam(`${linePath}[price_data][product_data][name]`, 'Invalid string: it must be at most 250 characters');
  const currency = asText(price.currency) ?? '';
  if (!Object.hasOwn(MULTIPLES, currency)) throw invalidParam(`${linePath}[price_data][currency]`, `Invalid currency: ${currency}`);
  if (amount !== undefined && amount % (MULTIPLES[currency] ?? 1) !== 0)
    throw invalidParam(`${linePath}[price_data][unit_amount]`, `Invalid ${currency}: amounts are multiples of ${MULTIPLES[currency]}`);
  if (amount === undefined || amount < 0)
    throw invalidParam(`${linePath}[price_data][unit_amount]`, 'Invalid integer', 'parameter_invalid_integer');
  if (!quantity || quantity < 1)
    throw invalidParam(`${linePath}[quantity]`, 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  for (const image of Object.values(asForm(product.images))) checkUrl(asText(image), `${linePath}[price_data][product_data][images]`);
  return amount * quantity;
}

/** Some of Stripe's currencies, and what their amounts have to be multiples of: tens for three decimals, hundreds for some without decimals. */
const MULTIPLES: Readonly<Record<string, number>> = { usd: 1, eur: 1, jpy: 1, kwd: 10, isk: 100 };

/** Throws the errors that Stripe would return. `now`: Unix time. */
export function makeSession(form: Form, now: number, pageOrigin: string): FakeSession {
  const unknown = Object.keys(form).find((key) => !KNOWN_PARAMS.has(key));
  if (unknown) throw invalidParam(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown');
  if (form.mode !== 'payment') throw invalidParam('mode', 'Missing required param: mode.', 'parameter_missing');
  const lines = asList(form.line_items);
  if (!lines.length || lines.length > MAX_LINE_ITEMS) throw invalidParam('line_items', `At most ${MAX_LINE_ITEMS} line items are allowed.`);
  const total = lines.reduce((sum, line, index) => sum + sumLine(line, index), 0);
  if (total < MIN_TOTAL_CENTS)
    throw invalidParam('line_items', 'The Checkout Session’s total amount must convert to at least 50 cents.', 'amount_too_small');
  checkUrl(asText(form.success_url), 'success_url');
  checkUrl(asText(form.cancel_url), 'cancel_url');
  const email = asText(form.customer_email) ?? null;
  if (email !== null && !/^[\x21-\x7e]+@[\w.-]+\.[a-z]+$/i.test(email))
    throw invalidParam('customer_email', `Invalid email address: ${email}`, 'email_invalid');
  const expiresAt = asInteger(form.expires_at) ?? now + MAX_EXPIRY_SECONDS;
  if (expiresAt < now + MIN_EXPIRY_SECONDS)
    throw invalidParam('expires_at', 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.');
  if (expiresAt > now + MAX_EXPIRY_SECONDS)
    throw invalidParam('expires_at', 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.');
  const isTaxed = asText(asForm(form.automatic_tax).enabled) === 'true';
  const id = `cs_test_${randomBytes(24).toString('hex')}`;
  return {
    id,
    object: 'checkout.session',
    amount_total: total,
    automatic_tax: { enabled: isTaxed, status: isTaxed ? 'requires_location_inputs' : null },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    customer: asText(form.customer) ?? null,
    client_reference_id: asText(form.client_reference_id) ?? null,
    currency: asText(asForm(lines[0]?.price_data).currency) ?? '',
    created: now,
    customer_email: email,
    expires_at: expiresAt,
    livemode: false,
    metadata: asForm(form.metadata),
    mode: 'payment',
    saved_payment_method_options: asForm(form.saved_payment_method_options),
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    // The real origin, since the shop follows no other; browser tests intercept it.
    url: `${pageOrigin}/c/pay/${id}`,
  };
}
