/** Checks the orders that a shop makes as PayPal does: sums that add up, decimals that the currency has, texts that aren't too long. */
import { randomBytes } from 'node:crypto';
import { invalid, unprocessable } from './paypal-error.ts';

export interface Money {
  currency_code: string;
  value: string;
}

export interface Capture {
  id: string;
  status: string;
  amount: Money;
  custom_id: string;
  orderId: string;
  refunds: Refund[];
}

export interface Refund {
  id: string;
  status: string;
  amount: Money;
  custom_id?: string | undefined;
  captureId: string;
  create_time: string;
  /** Of all refunds of the payment up to this one, in hundredths. */
  totalCents: number;
}

interface SentUnit {
  custom_id: string;
  amount: Money & { breakdown?: Record<string, Money> };
  items?: { name: string; quantity: string; unit_amount: Money }[];
  shipping?: { name: { full_name: string }; address: Record<string, string> };
}

export interface SentOrder {
  intent: string;
  purchase_units: SentUnit[];
  payment_source: { paypal: { experience_context: { return_url: string; cancel_url: string; shipping_preference: string } } };
}

export interface PaypalOrder {
  id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  sent: SentOrder;
  createdAt: number;
  capture: Capture | null;
}

const WHOLE = ['HUF', 'JPY', 'TWD'];
const CURRENCIES = 'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' ');

export const createId = () => randomBytes(9).toString('hex').toUpperCase().slice(0, 17);

export function toCents({ value, currency_code: currency }: Money): number {
  if (!CURRENCIES.includes(currency)) throw unprocessable('CURRENCY_NOT_SUPPORTED');
  if (!/^\d{1,10}(\.\d{2})?$/.test(value)) throw invalid('INVALID_PARAMETER_SYNTAX');
  if (WHOLE.includes(currency) && value.includes('.')) throw unprocessable('DECIMALS_NOT_SUPPORTED');
  return Math.round(Number(value) * 100);
}

export const toMoney = (cents: number, currency: string): Money => ({
  currency_code: currency,
  value: WHOLE.includes(currency) ? String(cents / 100) : (cents / 100).toFixed(2),
});

function checkUnit({ amount, items, shipping }: SentUnit): void {
  if (toCents(amount) <= 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE');
  const { breakdown } = amount;
  if (breakdown) {
    const part = (name: string) => (breakdown[name] ? toCents(breakdown[name]) : 0);
    const sum = part('item_total') + part('shipping') + part('handling') + part('tax_total') - part('discount');
    if (sum !== toCents(amount)) throw unprocessable('AMOUNT_MISMATCH');
    const itemSum = items?.reduce((all, { unit_amount, quantity }) => all + toCents(unit_amount) * Number(quantity), 0);
    if (itemSum !== undefined && itemSum !== part('item_total')) throw unprocessable('ITEM_TOTAL_MISMATCH');
  } else if (items) throw unprocessable('ITEM_TOTAL_REQUIRED');
  if (items?.some(({ name }) => name.length < 1 || name.length > 127)) throw invalid('INVALID_STRING_LENGTH');
  if (shipping?.address.country_code === 'US' && !shipping.address.admin_area_1) throw unprocessable('SHIPPING_ADDRESS_INVALID');
}

export function makeOrder(sent: SentOrder, now: number): PaypalOrder {
  const [unit, ...others] = sent.purchase_units ?? [];
  if (sent.intent !== 'CAPTURE' || !unit || others.length) throw invalid('INVALID_PARAMETER_VALUE');
  checkUnit(unit);
  const { return_url: back, cancel_url: cancel } = sent.payment_source.paypal.experience_context;
  if (!URL.canParse(back) || !URL.canParse(cancel)) throw invalid('INVALID_PARAMETER_SYNTAX');
  return { id: createId(), status: 'PAYER_ACTION_REQUIRED', sent, createdAt: now, capture: null };
}

const toLink = (rel: string, href: string) => ({ rel, href, method: 'GET' });

export const showRefund = ({ captureId, totalCents, orderId: _order, ...refund }: Refund & { orderId?: string }, origin: string) => ({
  ...refund,
  seller_payable_breakdown: { total_refunded_amount: toMoney(totalCents, refund.amount.currency_code) },
  links: [toLink('up', `${origin}/v2/payments/captures/${captureId}`)],
});

export const showCapture = ({ refunds: _refunds, orderId, ...capture }: Capture, origin: string) => ({
  ...capture,
  supplementary_data: { related_ids: { order_id: orderId } },
  links: [toLink('up', `${origin}/v2/checkout/orders/${orderId}`)],
});

export function showOrder({ id, status, sent, capture }: PaypalOrder, origin: string) {
  const payments = capture && {
    captures: [showCapture(capture, origin)],
    refunds: capture.refunds.map((it) => showRefund(it, origin)),
  };
  return {
    id,
    status,
    intent: sent.intent,
    purchase_units: sent.purchase_units.map((unit) => ({ ...unit, ...(payments && { payments }) })),
    links: [toLink('payer-action', `${origin}/checkoutnow?token=${id}`)],
  };
}
