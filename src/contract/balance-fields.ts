/** Gift cards and store credit: what a balance is, and what an order, a cart and a line say of it. */
import * as Type from 'typebox';
import { Day, EmailAddress, Id } from './fields.ts';
import { GIFT_MESSAGE_MAX_LENGTH, GIFT_NAME_MAX_LENGTH } from './limits.ts';

/** A gift card belongs to whoever has its code, store credit to a customer. */
export const BALANCE_KINDS = ['gift_card', 'store_credit'] as const;

/**
 * issue: it is made. adjust: the team adds or takes. hold: a checkout waits for the rest. release: it ended unpaid. spend: what was held paid an order.
 * refund: given back by a refund. revoke: what it was bought for was refunded. restore: that refund failed.
 */
export const BALANCE_ENTRY_KINDS = ['issue', 'adjust', 'hold', 'release', 'spend', 'refund', 'revoke', 'restore'] as const;
export type BalanceEntryKind = (typeof BALANCE_ENTRY_KINDS)[number];

/** What a product is sold as, if it isn't what is shipped or downloaded. */
export const SOLD_AS = ['gift_card'] as const;
export type SoldAs = (typeof SOLD_AS)[number];

/** How many gift cards one order can be paid with. */
export const GIFT_CARDS_PER_ORDER = 5;

/** Without what is mistaken for something else: 0 and O, 1, I and L. */
export const GIFT_CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
export const GIFT_CODE_LENGTH = 16;

/** As it is compared: in capitals, without the spaces and dashes between its groups. */
export const normalizeGiftCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]+/gu, '')
    .toUpperCase();

export const isGiftCode = (code: string): boolean =>
  code.length === GIFT_CODE_LENGTH && [...code].every((character) => GIFT_CODE_ALPHABET.includes(character));

/** In groups of four. */
export const formatGiftCode = (code: string): string => code.replace(/.{4}(?=.)/g, '$& ');

/** How a gift card is named where its code must not be. */
export const hideGiftCode = (lastFour: string): string => `•••• ${lastFour}`;

/** As it was typed. */
export const TypedGiftCode = Type.String({ minLength: 1, maxLength: 100 });

/** What a customer pays with before the way to pay is asked for the rest. */
export const BalanceChoices = {
  /** Codes of gift cards as they were typed. */
  giftCards: Type.Optional(Type.Array(TypedGiftCode, { maxItems: GIFT_CARDS_PER_ORDER })),
  /** Use the store credit of the caller's account. */
  storeCredit: Type.Optional(Type.Boolean()),
};

/** To whom a gift card goes that is bought. All of it is the buyer's to leave out: then it goes to the buyer, once the order is paid. */
export const GiftRecipient = Type.Object({
  email: Type.Optional(EmailAddress),
  name: Type.Optional(Type.String({ maxLength: GIFT_NAME_MAX_LENGTH })),
  /** From whom it is; absent: the buyer's name isn't told. */
  from: Type.Optional(Type.String({ maxLength: GIFT_NAME_MAX_LENGTH })),
  message: Type.Optional(Type.String({ maxLength: GIFT_MESSAGE_MAX_LENGTH })),
  /** The day on which it is sent, by the shop's calendar; absent, or in the past: once the order is paid. */
  sendOn: Type.Optional(Day),
});
export type GiftRecipient = Type.Static<typeof GiftRecipient>;

/** What of an order or a cart a balance pays. */
export const BalancePart = Type.Object({
  kind: Type.Enum(BALANCE_KINDS),
  /** The end of a gift card's code. */
  lastFour: Type.Optional(Type.String()),
  amount: Type.Number(),
});
export type BalancePart = Type.Static<typeof BalancePart>;

/** What of an order was paid by balances; the rest is paid in its way to pay. */
export const OrderBalance = Type.Object({
  amount: Type.Number(),
  /** Total less that. */
  due: Type.Number(),
  /** Absent in lists. */
  parts: Type.Optional(Type.Array(BalancePart)),
});

/** Of a cart: `left` is what stays on the balance. */
const CartBalancePart = Type.Object({ ...BalancePart.properties, left: Type.Number() });

export const CartBalance = Type.Object({
  /** In the order in which they pay. */
  parts: Type.Array(CartBalancePart),
  /** Positions of codes that pay nothing: not known, without a balance, expired, of another currency, or there twice. */
  refused: Type.Array(Type.Integer()),
  /** The caller's store credit, whether it is used or not; absent: none. */
  storeCredit: Type.Optional(Type.Number()),
  /** What is left to pay. */
  due: Type.Number(),
});
export type CartBalance = Type.Static<typeof CartBalance>;

/** One entry of a balance's history, as its customer sees it. */
export const BalanceEntry = Type.Object({
  at: Type.String(),
  kind: Type.Enum(BALANCE_ENTRY_KINDS),
  /** What it added to the balance, or took. */
  amount: Type.Number(),
  order: Type.Optional(Id),
  orderNumber: Type.Optional(Type.Integer()),
});
export type BalanceEntry = Type.Static<typeof BalanceEntry>;
