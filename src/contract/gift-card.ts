/** Gift cards: what whoever has a code learns of one, and what the team does with them. */
import * as Type from 'typebox';
import { BalanceEntry, TypedGiftCode } from './balance-fields.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, Day, dollars, EmailAddress, Id, Nullable, Pagination, PaginationQuery } from './fields.ts';
import { GIFT_MESSAGE_MAX_LENGTH, GIFT_NAME_MAX_LENGTH, REASON_MAX_LENGTH, RECENT_LOGIN_MINUTES, SEARCH_MAX_LENGTH } from './limits.ts';

const CARDS_PATH = '/api/v1/gift-card/admin/cards';

/** active: it can pay. spent: nothing is left. disabled: the team has blocked it. expired: its time is over. */
export const GIFT_CARD_STATES = ['active', 'spent', 'disabled', 'expired'] as const;
const GiftCardState = Type.Enum(GIFT_CARD_STATES);

const GIFT_AMOUNT_MAX = 100_000;
const Amount = dollars({ exclusiveMinimum: 0, maximum: GIFT_AMOUNT_MAX });
/** Added, or taken where it is below 0. */
export const Change = dollars({ minimum: -GIFT_AMOUNT_MAX, maximum: GIFT_AMOUNT_MAX });
export const BalanceReason = Type.String({ minLength: 1, maxLength: REASON_MAX_LENGTH, pattern: '\\S' });
/** Of the form that is sent: the same key changes a balance once. */
export const RequestKey = Type.Optional(Id);
const Receiver = {
  recipientEmail: Type.Optional(Type.Union([Type.Literal(''), EmailAddress])),
  recipientName: Type.Optional(Type.String({ maxLength: GIFT_NAME_MAX_LENGTH })),
  senderName: Type.Optional(Type.String({ maxLength: GIFT_NAME_MAX_LENGTH })),
  message: Type.Optional(Type.String({ maxLength: GIFT_MESSAGE_MAX_LENGTH })),
};

/** As the team sees it: never with its code, which a call of its own shows. */
export const GiftCard = Type.Object({
  _id: Id,
  lastFour: Type.String(),
  /** ISO 4217, upper case. */
  currency: Type.String(),
  initial: Type.Number(),
  balance: Type.Number(),
  /** What open checkouts hold of it, besides the balance. */
  held: Type.Number(),
  state: GiftCardState,
  expiresAt: Nullable(Type.String()),
  recipientEmail: Type.String(),
  recipientName: Type.String(),
  senderName: Type.String(),
  message: Type.String(),
  /** When its email is to be sent, and when it was; null: it isn't, or wasn't. */
  sendAt: Nullable(Type.String()),
  sentAt: Nullable(Type.String()),
  /** The order that bought it; null: it was issued by hand, for this reason. */
  order: Nullable(Type.Object({ _id: Id, number: Nullable(Type.Integer()) })),
  reason: Type.String(),
  createdAt: Type.String(),
});
export type GiftCard = Type.Static<typeof GiftCard>;

/** One of its history, as the team sees it. */
export const AdminEntry = Type.Object({
  ...BalanceEntry.properties,
  /** What it added to what checkouts hold. */
  held: Type.Number(),
  reason: Type.String(),
  by: Type.String(),
});
export type AdminBalanceEntry = Type.Static<typeof AdminEntry>;

const CardReply = Type.Object({ success: Type.Boolean(), message: Type.String(), card: GiftCard });
const REFUSALS = ['gift_card_not_found', 'insufficient_balance'] as const;
const params = Type.Object({ id: Id });

export const checkGiftCardSchemas = {
  summary: 'The balance of a gift card, by its code. Wrong, empty, disabled and expired ones have one answer: 404. Too many guesses: 429.',
  body: Type.Object({ code: TypedGiftCode }),
  refusals: ['gift_card_not_found', 'too_many_attempts'],
  reply: Type.Object({
    success: Type.Boolean(),
    card: Type.Object({
      lastFour: Type.String(),
      balance: Type.Number(),
      currency: Type.String(),
      expiresAt: Nullable(Type.String()),
    }),
  }),
} satisfies EndpointSchemas;

export const checkGiftCard: Endpoint<typeof checkGiftCardSchemas, 'public'> = {
  method: 'POST',
  path: '/api/v1/gift-card/check',
  access: 'public',
};

export const listGiftCardsSchemas = {
  summary:
    "Gift cards, the newest first. `keyword`: the last four characters, an order's number, or a part of the recipient's name or email.",
  query: Type.Object({
    ...PaginationQuery,
    keyword: Type.Optional(Type.String({ maxLength: SEARCH_MAX_LENGTH })),
    state: Type.Optional(GiftCardState),
    order: Type.Optional(Id),
  }),
  reply: Type.Object({ success: Type.Boolean(), cards: Type.Array(GiftCard), ...Pagination }),
} satisfies EndpointSchemas;

export const listGiftCards: Endpoint<typeof listGiftCardsSchemas, 'read-only'> = {
  method: 'GET',
  path: CARDS_PATH,
  access: 'read-only',
  scopes: ['read', 'orders'],
};

export const exportGiftCardsSchemas = {
  summary: 'All gift cards as CSV, without their codes. No cell begins a formula.',
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportGiftCards: Endpoint<typeof exportGiftCardsSchemas, 'read-only'> = {
  method: 'GET',
  path: `${CARDS_PATH}.csv`,
  access: 'read-only',
  scopes: ['read', 'orders'],
  isDownload: true,
};

export const readGiftCardSchemas = {
  summary: 'A gift card with its history, the newest entry first.',
  params,
  refusals: ['gift_card_not_found'],
  reply: Type.Object({ success: Type.Boolean(), card: GiftCard, entries: Type.Array(AdminEntry) }),
} satisfies EndpointSchemas;

export const readGiftCard: Endpoint<typeof readGiftCardSchemas, 'read-only'> = {
  method: 'GET',
  path: `${CARDS_PATH}/{id}`,
  access: 'read-only',
  scopes: ['read', 'orders'],
};

export const issueGiftCardSchemas = {
  summary:
    'Issue a gift card by hand; with `recipientEmail` it is sent there, on the day `sendOn` or at once. The answer has its code, which no list shows.',
  body: Type.Object({
    amount: Amount,
    reason: BalanceReason,
    /** The last day on which it can be spent, by the shop's calendar; absent: it never ends. */
    expiresOn: Type.Optional(Day),
    ...Receiver,
    sendOn: Type.Optional(Day),
    key: RequestKey,
  }),
  refusals: ['gift_card_issued'],
  reply: Type.Object({ ...CardReply.properties, code: Type.String() }),
} satisfies EndpointSchemas;

export const issueGiftCard: Endpoint<typeof issueGiftCardSchemas, 'staff'> = {
  method: 'POST',
  path: CARDS_PATH,
  access: 'staff',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const showGiftCardCodeSchemas = {
  summary: 'The code of a gift card. The activity log says who saw it.',
  params,
  refusals: ['gift_card_not_found'],
  reply: Type.Object({ success: Type.Boolean(), code: Type.String() }),
} satisfies EndpointSchemas;

export const showGiftCardCode: Endpoint<typeof showGiftCardCodeSchemas, 'staff'> = {
  method: 'POST',
  path: `${CARDS_PATH}/{id}/code`,
  access: 'staff',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const changeGiftCardSchemas = {
  summary: 'Disable a gift card or enable it again, and set or clear its last day. What is absent stays.',
  params,
  body: Type.Object({ isDisabled: Type.Optional(Type.Boolean()), expiresOn: Type.Optional(Nullable(Day)) }),
  refusals: ['gift_card_not_found'],
  reply: CardReply,
} satisfies EndpointSchemas;

export const changeGiftCard: Endpoint<typeof changeGiftCardSchemas, 'staff'> = {
  method: 'PUT',
  path: `${CARDS_PATH}/{id}`,
  access: 'staff',
  scopes: [],
};

export const adjustGiftCardSchemas = {
  summary: 'Add to the balance of a gift card, or take from it. More than it has: 409.',
  params,
  body: Type.Object({ amount: Change, reason: BalanceReason, key: RequestKey }),
  refusals: REFUSALS,
  reply: CardReply,
} satisfies EndpointSchemas;

export const adjustGiftCard: Endpoint<typeof adjustGiftCardSchemas, 'staff'> = {
  method: 'POST',
  path: `${CARDS_PATH}/{id}/adjust`,
  access: 'staff',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};

export const sendGiftCardSchemas = {
  summary: 'Send a gift card by email once more, to its recipient or to another address, which it has from then on.',
  params,
  body: Type.Object({ email: Type.Optional(EmailAddress) }),
  refusals: ['gift_card_not_found'],
  reply: CardReply,
} satisfies EndpointSchemas;

export const sendGiftCard: Endpoint<typeof sendGiftCardSchemas, 'staff'> = {
  method: 'POST',
  path: `${CARDS_PATH}/{id}/send`,
  access: 'staff',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: [],
};
