/** Which ways to pay an order may choose. Pure, so that cart, checkout and tests decide alike. */
import {
  DEFAULT_DAYS_TO_PAY,
  DEFAULT_HOLD_DAYS,
  PAGE_KINDS,
  type PaymentMethodInput,
  type PaymentMethodKind,
} from '../../../contract/payment-method.ts';

/** A way to pay as orders need it; sums are in cents. */
export interface PaymentMethod {
  id: string;
  kind: PaymentMethodKind;
  name: string;
  description: string;
  countries: readonly string[];
  minimumCents: number | null;
  maximumCents: number | null;
  shippingRates: readonly string[];
  instructions: string;
  holdDays: number;
  feeCents: number;
  account: PaymentMethodInput['account'];
  daysToPay: number;
  /** The accounts that may choose it; null: everybody. */
  customerIds: readonly string[] | null;
}

export type StoredMethod = Omit<PaymentMethodInput, 'customers'> & { _id: string; customerIds?: string[] };

const toCents = (amount: number | null | undefined) => (typeof amount === 'number' ? Math.round(amount * 100) : null);

export const toPaymentMethod = (stored: StoredMethod): PaymentMethod => ({
  id: stored._id,
  kind: stored.kind,
  name: stored.name,
  description: stored.description ?? '',
  countries: stored.countries ?? [],
  minimumCents: toCents(stored.minimum),
  maximumCents: toCents(stored.maximum),
  shippingRates: stored.shippingRates ?? [],
  instructions: stored.instructions ?? '',
  holdDays: stored.holdDays ?? DEFAULT_HOLD_DAYS,
  feeCents: stored.kind === 'cash_on_delivery' ? (toCents(stored.fee) ?? 0) : 0,
  account: stored.kind === 'bank_transfer' ? stored.account : undefined,
  daysToPay: stored.daysToPay ?? DEFAULT_DAYS_TO_PAY,
  customerIds: stored.kind === 'invoice' ? (stored.customerIds ?? []) : null,
});

/** Whether people see its money come, and not a provider. */
export const isPaidByHand = (method: PaymentMethod | null): method is PaymentMethod => method !== null && !PAGE_KINDS.includes(method.kind);

interface PaidCart {
  country: string;
  /** Without the fee of a method. */
  totalCents: number;
  /** The chosen rate; null: nothing is shipped, or the shop has no zones. */
  shippingId: string | null;
  /** Who is logged in; null: a guest. */
  userId: string | null;
  /** The provider calculates the tax of each payment, so that nobody else can take one. */
  isTaxAutomatic: boolean;
  /** Whether PayPal takes exactly this total. */
  canPaypalTake: (totalCents: number) => boolean;
}

const isOffered = (method: PaymentMethod, { country, totalCents, shippingId, userId, isTaxAutomatic, canPaypalTake }: PaidCart): boolean =>
  (!method.countries.length || method.countries.includes(country)) &&
  (method.minimumCents === null || totalCents >= method.minimumCents) &&
  (method.maximumCents === null || totalCents <= method.maximumCents) &&
  (!method.shippingRates.length || (shippingId !== null && method.shippingRates.includes(shippingId))) &&
  (method.customerIds === null || (userId !== null && method.customerIds.includes(userId))) &&
  (!isTaxAutomatic || method.kind === 'online') &&
  (method.kind !== 'paypal' || canPaypalTake(totalCents));

export const listOffered = (methods: readonly PaymentMethod[], cart: PaidCart): PaymentMethod[] =>
  methods.filter((method) => isOffered(method, cart));
