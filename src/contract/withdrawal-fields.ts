/** The right of withdrawal of consumers in the European Union and the United Kingdom: what customers state, and which products it excepts. */
import * as Type from 'typebox';
import { Day, Id } from './fields.ts';

/**
 * Why a product can't be given back: made to the customer's order, perishable, sealed for health or hygiene and opened, digital and begun with the
 * customer's consent. The last two end the right only with the delivery.
 */
export const WITHDRAWAL_EXCEPTIONS = ['made_to_measure', 'perishable', 'sealed', 'digital'] as const;
export type WithdrawalException = (typeof WITHDRAWAL_EXCEPTIONS)[number];

/** The shortest period that the law allows, and the longest that a shop can promise. */
export const WITHDRAWAL_DAYS = { min: 14, max: 365 } as const;

/** The address of its page under /pages/. */
export const WITHDRAWAL_SLUG = 'withdraw';
/** How the law wants the link to be named. */
export const WITHDRAWAL_TITLE = 'Withdraw from contract';

export const WithdrawnLine = Type.Object({
  /** Which of the order's lines, from 0. */
  line: Type.Integer({ minimum: 0, maximum: 1000 }),
  quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
});

/** A customer's statement: it counts from its time on, whatever the shop says. */
export const Withdrawal = Type.Object({
  _id: Id,
  /** Who stated it, as typed. */
  name: Type.String(),
  /** What of the order it is about; empty where `items` says it in words. */
  lines: Type.Array(WithdrawnLine),
  items: Type.Optional(Type.String()),
  /** It came after the end of the period: the shop decides. Absent: it binds the shop. */
  isLate: Type.Optional(Type.Literal(true)),
  /** `approved`: refunded. `declined`: only of a late one. */
  status: Type.Enum(['open', 'approved', 'declined'] as const),
  /** What the shop says to one that it declined. */
  answer: Type.Union([Type.String(), Type.Null()]),
  createdAt: Type.String(),
  decidedAt: Type.Union([Type.String(), Type.Null()]),
  /** The last day on which the law allows to refund it, by the shop's calendar. Absent: it is refunded, declined or late. */
  refundBy: Type.Optional(Day),
});
export type Withdrawal = Type.Static<typeof Withdrawal>;

/** How the order's customer withdraws from it. */
export const Withdrawable = Type.Object({
  /** Of the link to the form, which needs no login. */
  signature: Type.String(),
  /** The last day of the period; null: it hasn't begun, since not all is delivered. */
  until: Type.Union([Day, Type.Null()]),
});
