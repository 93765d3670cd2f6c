/** What an order is: its statuses, lines, payments, notes, requests and disputes, for customers and for the team. */
import * as Type from 'typebox';
import { StoredAddress } from './address.ts';
import { GiftRecipient, OrderBalance } from './balance-fields.ts';
import { LinePart } from './bundle.ts';
import { OrderWords } from './checkout-fields.ts';
import { Billing } from './company.ts';
import { ShownFields } from './custom-field-values.ts';
import { Delay } from './delay-fields.ts';
import { Day, Id, Version } from './fields.ts';
import { ChargeLine } from './local-fees.ts';
import { OrderMethod } from './payment-method.ts';
import { LinePromise } from './stock-policy.ts';
import { TaxPart } from './tax.ts';
import { WITHDRAWAL_EXCEPTIONS, Withdrawable, Withdrawal } from './withdrawal-fields.ts';

/**
 * An order's number as people read it, such as `#1001`. Emails have it in texts that merchants may change
 * (`src/server/shop/messages/emails/templates/default-words.ts`).
 */
export const formatOrderNumber = (number: number | string | null): string => `#${number}`;

/**
 * pending: stock is held, payment awaited. paid: the provider said so, signed or asked. shipped, delivered: on its way, there.
 * cancelled, expired: not paid, the stock is back. refunded: all of the money went back. review: paid, but a person must look
 * (a wrong amount, or the stock was gone by then).
 */
export const ORDER_STATUSES = ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'expired', 'refunded', 'review'] as const;

/** No money ever came. Without a number it is a checkout, which becomes an order when it is paid; one that is paid by hand is an order at once. */
export const UNPAID_STATUSES = ['pending', 'cancelled', 'expired'] as const satisfies readonly (typeof ORDER_STATUSES)[number][];

/** Paid, whatever happened to the order later. */
export const PAID_STATUSES = [
  'paid',
  'shipped',
  'delivered',
  'refunded',
  'review',
] as const satisfies readonly (typeof ORDER_STATUSES)[number][];

export const isPaidStatus = (status: string | undefined): boolean => PAID_STATUSES.some((it) => it === status);

/** What a customer may ask of a paid order, and what became of it. */
export const REQUEST_KINDS = ['cancel', 'return'] as const;
export const REQUEST_STATUSES = ['open', 'approved', 'declined'] as const;

/** processing: the money is on its way, which takes days. failed: it didn't arrive. */
export const PAYMENT_STATES = ['processing', 'paid', 'failed'] as const;

export const NOTE_AUDIENCES = ['team', 'customer'] as const;

/** A dispute that the shop can still win. */
export const OPEN_DISPUTE_STATUSES = ['needs_response', 'under_review'] as const;

/**
 * needs_response: the provider waits for the shop's evidence. under_review: the bank decides. won, lost: it has decided. closed: it ended
 * without a decision, as an inquiry that came to nothing.
 */
export const DISPUTE_STATUSES = [...OPEN_DISPUTE_STATUSES, 'won', 'lost', 'closed'] as const;

/**
 * What lists can be filtered by; `to_ship` are paid orders that nothing speaks against (no open request or dispute), `to_pay` those that wait for a payment
 * by hand, `unpaid` are all checkouts, `processing` those whose money is on its way, `requested` orders with an open request, `withdrawn` those with a
 * withdrawal that isn't refunded, `late` paid ones that aren't sent by their day, or have to be refunded for that, `disputed` those with an open dispute, `test` owners' test orders. Without a filter a list has the orders alone.
 */
export const ORDER_FILTERS = [
  ...ORDER_STATUSES,
  ...(['to_ship', 'to_pay', 'unpaid', 'processing', 'requested', 'withdrawn', 'late', 'disputed', 'test'] as const),
] as const;

export const OrderStatus = Type.Enum(ORDER_STATUSES);
export type OrderStatus = Type.Static<typeof OrderStatus>;

export const OrderFilter = Type.Enum(ORDER_FILTERS);
export type OrderFilter = Type.Static<typeof OrderFilter>;

export const OrderLine = Type.Object({
  /** Null once the product is deleted. */
  product: Type.Union([Id, Type.Null()]),
  /** Which variant was bought, if the product has options. */
  variant: Type.Optional(Id),
  slug: Type.String(),
  name: Type.String(),
  /** What was chosen, as people read it: `Size: 42, Colour: Red`. */
  options: Type.Optional(Type.String()),
  /** Of the variant, or else of its product, as bought; absent: there was none. */
  sku: Type.Optional(Type.String()),
  /** For one, as bought */
  price: Type.Number(),
  quantity: Type.Integer(),
  isShipped: Type.Optional(Type.Literal(false)),
  /** What was promised of pieces that weren't in stock; absent: nothing. */
  promise: Type.Optional(LinePromise),
  /** Of a bundle: its parts as they were, with how many of each one bundle holds. */
  parts: Type.Optional(Type.Array(LinePart)),
  image: Type.String(),
  /** Its part of the order's discount and tax, of all its pieces together. */
  discount: Type.Number(),
  tax: Type.Number(),
  /** Per cent; absent in a shop without tax rates. */
  taxRate: Type.Optional(Type.Number()),
  /** Absent: the standard one. */
  taxClass: Type.Optional(Type.String()),
  /** How many of the pieces were refunded, by a refund of single lines; absent: none. */
  refunded: Type.Optional(Type.Integer()),
  /** Of a shipped order: how many of the pieces can still be returned; absent: all. */
  returnable: Type.Optional(Type.Integer()),
  /** It sells gift cards, one for each piece. */
  isGiftCard: Type.Optional(Type.Literal(true)),
  /** Of gift cards: to whom they go; absent: to the buyer, at once. */
  recipient: Type.Optional(GiftRecipient),
  /** Why its customer can't withdraw from it, as it was when it was bought; absent: they can. */
  withdrawalException: Type.Optional(Type.Enum(WITHDRAWAL_EXCEPTIONS)),
  /** How old who gets it has to be, in years; absent: anybody may. */
  minimumAge: Type.Optional(Type.Integer()),
});
export type OrderLine = Type.Static<typeof OrderLine>;

export const RequestKind = Type.Enum(REQUEST_KINDS);

export const RequestedLine = Type.Object({
  /** Which of the order's lines, from 0. */
  line: Type.Integer({ minimum: 0, maximum: 1000 }),
  quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
});

/** A customer's request about a paid order: to cancel it, or to return something. */
export const OrderRequest = Type.Object({
  _id: Id,
  kind: RequestKind,
  reason: Type.String(),
  lines: Type.Array(RequestedLine),
  status: Type.Enum(REQUEST_STATUSES),
  /** What the shop says to one that it declined. */
  answer: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.String(),
  decidedAt: Type.Union([Type.String(), Type.Null()]),
});
export type OrderRequest = Type.Static<typeof OrderRequest>;

/** The first and the last day on which an order should arrive, YYYY-MM-DD, by the shop's calendar. */
const EstimatedDelivery = Type.Object({ from: Day, to: Day });
export type EstimatedDelivery = Type.Static<typeof EstimatedDelivery>;

export const Order = Type.Object({
  _id: Id,
  /** The number that people use, counted up from 1001, and from 900000001 for test orders. Null: a checkout that was never paid. */
  number: Type.Union([Type.Integer(), Type.Null()]),
  status: OrderStatus,
  /** An owner's test order: no stock, no money, in no statistics. Absent: a real one. */
  isTest: Type.Optional(Type.Boolean()),
  /** Nothing of it is shipped, so it may have no address; it has files or licence keys, which calls of their own answer. */
  needsShipping: Type.Optional(Type.Literal(false)),
  hasDownloads: Type.Optional(Type.Literal(true)),
  /** The way to pay that was chosen; absent: the payment page of whoever is connected. */
  paymentMethod: Type.Optional(OrderMethod),
  /** It has an invoice, which calls of its own answer; and texts of the day on which it was made, which its confirmation had attached. */
  hasDocuments: Type.Optional(Type.Literal(true)),
  hasTexts: Type.Optional(Type.Literal(true)),
  /** ISO 4217, in which it was made; all its sums are in it. */
  currency: Type.String(),
  /** Subtotal − discount + shipping + fee + charges, and tax where prices don't include it. */
  total: Type.Number(),
  /** What of the total gift cards and store credit pay; absent: nothing. */
  balance: Type.Optional(OrderBalance),
  /** Before any discount. */
  subtotal: Type.Number(),
  discount: Type.Number(),
  /** The discount code that was used. */
  code: Type.Union([Type.String(), Type.Null()]),
  shipping: Type.Number(),
  /** The rate that was chosen; null where there was nothing to choose. */
  shippingName: Type.Union([Type.String(), Type.Null()]),
  /** What the chosen way to pay costs; absent: nothing. */
  fee: Type.Optional(Type.Number()),
  /** Local fees, which aren't taxed, as a part of the total; absent: none. */
  charges: Type.Optional(Type.Array(ChargeLine)),
  /**
   * When it should arrive, as the checkout said, or as its customer was told since. Null: the rate has no days, or the money is on its way, from whose arrival the days are
   * counted.
   */
  estimatedDelivery: Type.Union([EstimatedDelivery, Type.Null()]),
  tax: Type.Number(),
  /** Per cent; 0 where there is none, or several. */
  taxRate: Type.Number(),
  /** The tax by rate, the highest first, before refunds; absent in a shop without tax rates, and of an earlier version. */
  taxes: Type.Optional(Type.Array(TaxPart)),
  taxIncluded: Type.Boolean(),
  /** The payment provider calculates the tax: 0 until it is paid, and without a rate. */
  taxAutomatic: Type.Boolean(),
  /** Where it goes, as it is printed: in lines, by the rules of its country. */
  address: Type.String(),
  /** The same in fields, by which shipping and tax were computed. Null: it was given as one text. */
  shipTo: Type.Union([StoredAddress, Type.Null()]),
  /** The company that bought it, and where its invoice goes; absent: nothing was said of it. */
  billing: Type.Optional(Billing),
  /** ISO 8601 */
  createdAt: Type.String(),
  paidAt: Type.Union([Type.String(), Type.Null()]),
  /** Until when its stock is held and it can be paid; null where it doesn't wait for a payment. */
  payableUntil: Type.Union([Type.String(), Type.Null()]),
  /** If it was paid by a method that takes days, such as a bank debit: since when the money is on its way. */
  processingSince: Type.Union([Type.String(), Type.Null()]),
  /** The sum of all refunds so far. */
  refunded: Type.Number(),
  /** Who carries it, once it is shipped. */
  carrier: Type.Union([Type.String(), Type.Null()]),
  tracking: Type.Union([Type.String(), Type.Null()]),
  /** The statuses it went through, oldest first. */
  timeline: Type.Array(Type.Object({ status: OrderStatus, at: Type.String() })),
  lines: Type.Array(OrderLine),
  /** The latest; null: there is none. */
  request: Type.Union([OrderRequest, Type.Null()]),
  /** The days that were set anew, since it runs late; the oldest first. Absent: none. */
  delays: Type.Optional(Type.Array(Delay)),
  /** What its customer has withdrawn from; the oldest first. Absent: nothing. */
  withdrawals: Type.Optional(Type.Array(Withdrawal)),
  /** To its customer: the link on which a delay is answered. Absent: there is nothing to answer. */
  answerable: Type.Optional(Type.Object({ delay: Id, signature: Type.String() })),
  /** To its customer: how to withdraw from it. Absent: the shop hasn't the function, or nothing was paid. */
  withdrawable: Type.Optional(Withdrawable),
  /** What the shop wrote to the customer; the oldest first. */
  messages: Type.Array(Type.Object({ at: Type.String(), text: Type.String() })),
  ...OrderWords,
  /** Of the merchant's fields of orders: of a customer those that they see, of the team all. */
  ...ShownFields,
});
export type Order = Type.Static<typeof Order>;

/** One change of an order. */
export const OrderChange = Type.Object({
  at: Type.String(),
  /** The name of a person, or what else did it: the payment provider, the clock. */
  by: Type.String(),
  /** Null: it was made. Equal to `to`: its status stayed, as after a refund of a part. */
  from: Type.Union([OrderStatus, Type.Null()]),
  to: OrderStatus,
  why: Type.String(),
});
export type OrderChange = Type.Static<typeof OrderChange>;

export const OrderNote = Type.Object({
  at: Type.String(),
  /** The name of who wrote it. */
  by: Type.String(),
  audience: Type.Enum(NOTE_AUDIENCES),
  text: Type.String(),
});
export type OrderNote = Type.Static<typeof OrderNote>;

/** A payment that the customer's bank asks back. */
export const Dispute = Type.Object({
  at: Type.String(),
  amount: Type.Number(),
  reason: Type.String(),
  status: Type.Enum(DISPUTE_STATUSES),
  /** Until when the shop may answer; null: not known. */
  respondBy: Type.Union([Type.String(), Type.Null()]),
  /** The amount is taken from the shop's account now. */
  withdrawn: Type.Boolean(),
  closedAt: Type.Union([Type.String(), Type.Null()]),
});
export type Dispute = Type.Static<typeof Dispute>;

/** A payment that the provider reported, in its own currency. */
export const OrderPayment = Type.Object({
  _id: Id,
  provider: Type.String(),
  /** The provider's id of its session, and of the payment itself; null: not known yet. */
  session: Type.String(),
  payment: Type.Union([Type.String(), Type.Null()]),
  amount: Type.Number(),
  currency: Type.String(),
  state: Type.Enum(PAYMENT_STATES),
  /** A second payment of the order, to be refunded by itself. */
  extra: Type.Boolean(),
  refunded: Type.Number(),
  at: Type.String(),
});
export type OrderPayment = Type.Static<typeof OrderPayment>;

/** An order as an admin sees it. */
export const AdminOrder = Type.Object({
  ...Order.properties,
  /** `_id` is null for a guest, who has no account. */
  buyer: Type.Object({ _id: Type.Union([Id, Type.Null()]), name: Type.String(), email: Type.String() }),
  /** held: its items are reserved. sold: they are deducted from the stock. none: neither. */
  stock: Type.Union([Type.Literal('none'), Type.Literal('held'), Type.Literal('sold')]),
  provider: Type.String(),
  /** By which day it has to be sent to arrive as promised; absent: nothing was promised. */
  dueOn: Type.Optional(Day),
  /** The part of shipping, with its tax, that refunds of single lines gave back. */
  shippingRefunded: Type.Number(),
  /** Refunds that the provider had accepted and that didn't reach the customer; the oldest first. `reason`: the provider's word. */
  failedRefunds: Type.Array(Type.Object({ at: Type.String(), amount: Type.Number(), reason: Type.String() })),
  /** The oldest first. */
  disputes: Type.Array(Dispute),
  /** What was really paid; the oldest first. Empty for an order that cost nothing. */
  payments: Type.Array(OrderPayment),
  history: Type.Array(OrderChange),
  /** What was written of it, for the team or to the customer; the oldest first. */
  notes: Type.Array(OrderNote),
  version: Version,
});
export type AdminOrder = Type.Static<typeof AdminOrder>;
