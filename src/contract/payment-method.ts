/** The ways to pay among which customers choose: the connected payment provider, and those whose money comes by hand. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { dollars, EmailAddress, Id, Version } from './fields.ts';
import { ADDRESS_PART_MAX_LENGTH, RECENT_LOGIN_MINUTES, TERRITORIES_MAX } from './limits.ts';

/**
 * online: whoever is connected takes the money (Stripe, or the demo). paypal: PayPal does, if it is connected. The others are paid by hand: bank_transfer to the account below, cash_on_delivery
 * to the carrier, invoice after the delivery by chosen customers, in_shop at the counter.
 */
export const PAYMENT_METHOD_KINDS = ['online', 'bank_transfer', 'cash_on_delivery', 'invoice', 'in_shop', 'paypal'] as const;
export type PaymentMethodKind = (typeof PAYMENT_METHOD_KINDS)[number];

/** Paid on the page of somebody who is connected: there is one of each at most. */
export const PAGE_KINDS: readonly string[] = ['online', 'paypal'] satisfies PaymentMethodKind[];

/** Their orders are sent before anybody pays. */
export const SENT_UNPAID_KINDS: readonly string[] = ['cash_on_delivery', 'invoice'] satisfies PaymentMethodKind[];

/** How many methods there may be, and how many customers may pay on invoice. */
export const PAYMENT_METHODS_MAX = 20;
export const INVOICE_CUSTOMERS_MAX = 500;
const METHOD_RATES_MAX = 500;
export const PAYMENT_TEXT_MAX_LENGTH = 500;
export const HOLD_DAYS_MAX = 365;
export const DEFAULT_HOLD_DAYS = 14;
export const DEFAULT_DAYS_TO_PAY = 14;

const Kind = Type.Enum(PAYMENT_METHOD_KINDS);
const Label = Type.String({ minLength: 1, maxLength: ADDRESS_PART_MAX_LENGTH, pattern: '\\S' });
const Text = Type.String({ maxLength: PAYMENT_TEXT_MAX_LENGTH });
const Limit = Type.Union([dollars({ minimum: 0, maximum: 100_000_000 }), Type.Null()]);

/** Where a bank transfer goes. With an IBAN and orders in euro, pages show a code that banking apps read. */
export const BankAccount = Type.Object({
  holder: Type.String({ maxLength: 70 }),
  /** With or without spaces; its check digits are verified. Empty: the number is in `details`. */
  iban: Type.String({ maxLength: 50 }),
  bic: Type.String({ maxLength: 20 }),
  /** Whatever else a transfer needs: the bank's name, a sort code, an account number. */
  details: Text,
});
export type BankAccount = Type.Static<typeof BankAccount>;

const PaymentMethod = Type.Object({
  /** Id of an existing method; absent for a new one. */
  _id: Type.Optional(Id),
  kind: Kind,
  name: Label,
  /** Below its name in the checkout. */
  description: Type.Optional(Text),
  isOn: Type.Boolean(),
  /** ISO 3166 of the countries whose customers may choose it; absent or empty: all. */
  countries: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), { maxItems: TERRITORIES_MAX })),
  /** From and up to which total it is offered, without its fee; null: any. */
  minimum: Type.Optional(Limit),
  maximum: Type.Optional(Limit),
  /** The ids of the shipping rates with which it is offered; absent or empty: all, and with orders that aren't shipped. */
  shippingRates: Type.Optional(Type.Array(Id, { maxItems: METHOD_RATES_MAX })),
  /** What the customer is told on the order's page and by email. */
  instructions: Type.Optional(Text),
  /** For how many days an unpaid order keeps its stock, after which it ends; 14 unless said. */
  holdDays: Type.Optional(Type.Integer({ minimum: 1, maximum: HOLD_DAYS_MAX })),
  /** Of cash on delivery: a part of the order's total, taxed as shipping is. */
  fee: Type.Optional(dollars({ minimum: 0, maximum: 100_000 })),
  /** Of a bank transfer. */
  account: Type.Optional(BankAccount),
  /** Of an invoice: in how many days it is to be paid. */
  daysToPay: Type.Optional(Type.Integer({ minimum: 1, maximum: HOLD_DAYS_MAX })),
  /** Of an invoice: the emails of the accounts that may choose it. Nobody else is offered it. */
  customers: Type.Optional(Type.Array(EmailAddress, { maxItems: INVOICE_CUSTOMERS_MAX })),
});
export type PaymentMethodInput = Type.Static<typeof PaymentMethod>;

/** Of an order: the way to pay as it was when the order was placed. */
export const ChosenMethod = Type.Object({
  _id: Id,
  kind: Kind,
  name: Type.String(),
  instructions: Type.String(),
  holdDays: Type.Integer(),
  daysToPay: Type.Integer(),
  account: Type.Optional(BankAccount),
});
export type ChosenMethod = Type.Static<typeof ChosenMethod>;

/** How an order is paid by hand, with what its customer has to know for as long as that is awaited. */
export const OrderMethod = Type.Object({
  _id: Id,
  kind: Kind,
  name: Type.String(),
  isAwaited: Type.Boolean(),
  instructions: Type.Optional(Type.String()),
  account: Type.Optional(BankAccount),
  /** What a transfer's text has to say. */
  reference: Type.Optional(Type.String()),
  /** When an invoice is to be paid. */
  dueAt: Type.Optional(Type.String()),
  /** What has come so far of an order that is paid in parts; absent: nothing. */
  received: Type.Optional(Type.Number()),
  /** A code that banking apps read, as SVG; only of a single order in euro. */
  code: Type.Optional(Type.String()),
});
export type OrderMethod = Type.Static<typeof OrderMethod>;

/** In the order in which the checkout shows them. */
export const PaymentMethods = Type.Array(PaymentMethod, { maxItems: PAYMENT_METHODS_MAX });

const Reply = Type.Object({
  success: Type.Boolean(),
  methods: PaymentMethods,
  /** Who takes payments online; null: nobody is connected, and the method isn't offered. */
  provider: Type.Union([Type.String(), Type.Null()]),
  /** PayPal is connected. */
  hasPaypal: Type.Optional(Type.Boolean()),
  version: Version,
});

export const readPaymentMethodsSchemas = {
  summary: 'The ways to pay, in the order of the checkout. Those that are connected are always among them.',
  reply: Reply,
} satisfies EndpointSchemas;

export const readPaymentMethods: Endpoint<typeof readPaymentMethodsSchemas, 'owner'> = {
  method: 'GET',
  path: '/api/v1/pricing/admin/payment-methods',
  access: 'owner',
  scopes: [],
};

export const updatePaymentMethodsSchemas = {
  summary:
    'Replace the ways to pay. An account number that is none, an unknown shipping rate or customer, a minimum above the maximum: 400. An old `version`: 409 with what is there now.',
  body: Type.Object({ methods: PaymentMethods, version: Type.Optional(Version) }),
  reply: Reply,
} satisfies EndpointSchemas;

export const updatePaymentMethods: Endpoint<typeof updatePaymentMethodsSchemas, 'owner'> = {
  method: 'PUT',
  path: '/api/v1/pricing/admin/payment-methods',
  access: 'owner',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
  invalidates: ['settings'],
};
