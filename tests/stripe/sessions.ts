/** Checkout sessions as Stripe makes them out of a form, with what it checks. */
import { randomBytes } from 'node:crypto';
import { StripeFault } from './fault.ts';
import { type Form, formOf, listOf, textOf, wholeOf } from './form.ts';

const KNOWN = new Set([
  'mode',
  'client_reference_id',
  'metadata',
  'payment_intent_data',
  'line_items',
  'adaptive_pricing',
  'customer_email',
  'success_url',
  'cancel_url',
  'expires_at',
]);
const MOST_LINES = 100;
/** Seconds */
const SHORTEST = 30 * 60;
const LONGEST = 24 * 60 * 60;
/** Cents */
const LEAST = 50;

export interface FakeSession {
  id: string;
  object: 'checkout.session';
  amount_total: number;
  client_reference_id: string | null;
  currency: string;
  created: number;
  customer_email: string | null;
  expires_at: number;
  livemode: false;
  metadata: Form;
  mode: 'payment';
  payment_intent: string | null;
  payment_status: 'paid' | 'unpaid';
  status: 'open' | 'complete' | 'expired';
  url: string | null;
}

const bad = (param: string, message: string, code?: string) => new StripeFault(400, message, { param, ...(code && { code }) });

function checkUrl(value: string | undefined, param: string): void {
  if (!value || !URL.canParse(value)) throw bad(param, 'Not a valid URL', 'url_invalid');
}

function sumOf(line: Form, index: number): number {
  const price = formOf(line.price_data);
  const at = `line_items[${index}]`;
  const product = formOf(price.product_data);
  const name = textOf(product.name);
  const amount = wholeOf(price.unit_amount);
  const quantity = wholeOf(line.quantity);
  if (!name) throw bad(`${at}[price_data][product_data][name]`, 'You passed an empty string for name');
  if ([...name].length > 250) throw bad(`${at}[price_data][product_data][name]`, 'Invalid string: it must be at most 250 characters');
  if (price.currency !== 'usd') throw bad(`${at}[price_data][currency]`, `Invalid currency: ${textOf(price.currency)}`);
  if (amount === undefined || amount < 0) throw bad(`${at}[price_data][unit_amount]`, 'Invalid integer', 'parameter_invalid_integer');
  if (!quantity || quantity < 1)
    throw bad(`${at}[quantity]`, 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  for (const image of Object.values(formOf(product.images))) checkUrl(textOf(image), `${at}[price_data][product_data][images]`);
  return amount * quantity;
}

/** Throws what Stripe would refuse. `now` in seconds. */
export function makeSession(form: Form, now: number): FakeSession {
  const unknown = Object.keys(form).find((key) => !KNOWN.has(key));
  if (unknown) throw bad(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown');
  if (form.mode !== 'payment') throw bad('mode', 'Missing required param: mode.', 'parameter_missing');
  const lines = listOf(form.line_items);
  if (!lines.length || lines.length > MOST_LINES) throw bad('line_items', `At most ${MOST_LINES} line items are allowed.`);
  const total = lines.reduce((sum, line, index) => sum + sumOf(line, index), 0);
  if (total < LEAST) throw bad('line_items', 'The Checkout Session’s total amount must convert to at least 50 cents.', 'amount_too_small');
  checkUrl(textOf(form.success_url), 'success_url');
  checkUrl(textOf(form.cancel_url), 'cancel_url');
  const email = textOf(form.customer_email) ?? null;
  if (email !== null && !/^[\x21-\x7e]+@[\w.-]+\.[a-z]+$/i.test(email))
    throw bad('customer_email', `Invalid email address: ${email}`, 'email_invalid');
  const until = wholeOf(form.expires_at) ?? now + LONGEST;
  if (until < now + SHORTEST)
    throw bad('expires_at', 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.');
  if (until > now + LONGEST)
    throw bad('expires_at', 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.');
  const id = `cs_test_${randomBytes(24).toString('hex')}`;
  return {
    id,
    object: 'checkout.session',
    amount_total: total,
    client_reference_id: textOf(form.client_reference_id) ?? null,
    currency: 'usd',
    created: now,
    customer_email: email,
    expires_at: until,
    livemode: false,
    metadata: formOf(form.metadata),
    mode: 'payment',
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    // Where the real ones are: the shop's pages lead nowhere else, and a test in a browser answers there itself.
    url: `https://checkout.stripe.com/c/pay/${id}`,
  };
}
