/** Converts the port's checkouts to orders of PayPal's API, and what PayPal says of an order to the port's reports. */
import { cutText, isRecord } from '../../../../contract/values.ts';
import type { Checkout, SessionReport } from '../provider.ts';
import { canPaypalTake, fromPaypalMoney, toPaypalMoney } from './paypal-amounts.ts';

/** The most that PayPal takes. */
const MAX_NAME_LENGTH = 127;
const MAX_ITEMS = 100;
const MAX_ADDRESS_LINE = 300;
const MAX_PERSON_LENGTH = 300;

/** Where PayPal sends a customer who has approved: there the money is taken (orders/payments/payment-return.ts). */
export const RETURN_PATH = '/payment/return';

/** Counted in code units, whichever way PayPal counts them. */
function cutName(name: string): string {
  const cut = cutText(name, MAX_NAME_LENGTH);
  return cut.length <= MAX_NAME_LENGTH ? cut : cutText(name, 2 * MAX_NAME_LENGTH - cut.length);
}

const sum = (amounts: number[]) => amounts.reduce((total, cents) => total + cents, 0);

/**
 * The parts of the sum and the items, as PayPal shows them. Empty where PayPal couldn't write one of them: the total alone counts. A free product is left
 * out.
 */
function toParts({ lines, charges = [], currency, totalCents }: Checkout) {
  const items = lines.filter(({ priceCents }) => priceCents > 0);
  const itemCents = sum(items.map(({ priceCents, quantity }) => priceCents * quantity));
  const ofKind = (kind: string) => sum(charges.filter((it) => it.kind === kind).map(({ amountCents }) => amountCents));
  const parts = {
    item_total: itemCents,
    shipping: ofKind('shipping'),
    handling: ofKind('fee'),
    tax_total: ofKind('tax'),
    discount: sum(lines.map(({ discountCents = 0 }) => discountCents)),
  };
  const { item_total, shipping, handling, tax_total, discount } = parts;
  const isExact = item_total + shipping + handling + tax_total - discount === totalCents;
  const all = [...Object.values(parts), ...items.map(({ priceCents }) => priceCents)];
  if (!isExact || !all.every((cents) => canPaypalTake(cents, currency))) return { breakdown: undefined, items: undefined };
  return {
    breakdown: Object.fromEntries(Object.entries(parts).map(([name, cents]) => [name, toPaypalMoney(cents, currency)])),
    items:
      items.length > MAX_ITEMS
        ? undefined
        : items.map(({ name, priceCents, quantity }) => ({
            name: cutName(name),
            quantity: String(quantity),
            unit_amount: toPaypalMoney(priceCents, currency),
          })),
  };
}

/** PayPal protects a seller only if the order goes to the address that PayPal knows. */
function toShipping({ recipient, street, postcode, city, region, country }: NonNullable<Checkout['shipTo']>) {
  const [line1 = '', ...furtherLines] = street.split('\n');
  return {
    name: { full_name: cutText(recipient, MAX_PERSON_LENGTH) },
    address: {
      address_line_1: cutText(line1, MAX_ADDRESS_LINE),
      ...(furtherLines.length && { address_line_2: cutText(furtherLines.join(', '), MAX_ADDRESS_LINE) }),
      admin_area_2: city,
      ...(region && { admin_area_1: region }),
      ...(postcode && { postal_code: postcode }),
      country_code: country.toUpperCase(),
    },
  };
}

/** `hasAddress`: PayPal refuses some that the shop takes; then it is made without. */
export function toOrderBody(checkout: Checkout, hasAddress: boolean): object {
  const { orderId, currency, totalCents, cancelUrl, origin, shipTo } = checkout;
  const { breakdown, items } = toParts(checkout);
  const shipping = hasAddress && shipTo ? toShipping(shipTo) : undefined;
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: orderId,
        amount: { ...toPaypalMoney(totalCents, currency), ...(breakdown && { breakdown }) },
        ...(items?.length && { items }),
        ...(shipping && { shipping }),
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          user_action: 'PAY_NOW',
          shipping_preference: shipping ? 'SET_PROVIDED_ADDRESS' : 'NO_SHIPPING',
          return_url: `${origin}${RETURN_PATH}?order=${orderId}`,
          cancel_url: cancelUrl,
        },
      },
    },
  };
}

/** Null: PayPal has told none. */
export function findApproveUrl({ links }: Record<string, unknown>): string | null {
  const found = (rel: string) => (Array.isArray(links) ? links.find((it) => isRecord(it) && it.rel === rel) : null);
  const link: unknown = found('payer-action') ?? found('approve');
  return isRecord(link) && typeof link.href === 'string' ? link.href : null;
}

export interface PaypalCapture {
  id: string;
  status: string;
  amountCents: number;
  currency: string;
}

/** Null: it isn't one. */
export function readCapture(value: unknown): PaypalCapture | null {
  const money = isRecord(value) ? fromPaypalMoney(value.amount) : null;
  if (!isRecord(value) || !money || typeof value.id !== 'string' || typeof value.status !== 'string') return null;
  return { id: value.id, status: value.status, ...money };
}

const listPayments = ({ purchase_units: units }: Record<string, unknown>): Record<string, unknown> => {
  const [unit]: unknown[] = Array.isArray(units) ? units : [];
  return isRecord(unit) && isRecord(unit.payments) ? unit.payments : {};
};

/** The payment of an order, of which there is one at most; null: nothing was taken. */
export function findCapture(order: Record<string, unknown>): PaypalCapture | null {
  const { captures } = listPayments(order);
  return Array.isArray(captures) ? readCapture(captures[0]) : null;
}

export function listRefunds(order: Record<string, unknown>): Record<string, unknown>[] {
  const { refunds } = listPayments(order);
  return Array.isArray(refunds) ? refunds.filter(isRecord) : [];
}

/** Of a payment: a bank's money takes days, and may not come. What was refunded was paid. */
export function toPaymentState(status: string): 'paid' | 'processing' | 'expired' {
  if (['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status)) return 'paid';
  return status === 'PENDING' ? 'processing' : 'expired';
}

export const toCaptureReport = (
  { id: sessionId, orderId }: { id: string; orderId: string },
  { id, status, amountCents, currency }: PaypalCapture,
): SessionReport => ({ state: toPaymentState(status), sessionId, orderId, amountCents, currency, paymentId: id });
