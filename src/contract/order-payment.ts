/** Payments by hand, as the team books them: of one order, or from a bank statement. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Day, dollars, Id, Nullable, Version } from './fields.ts';
import { AdminOrderReply, ORDERS_PATH } from './order-admin.ts';

export const PAYMENT_NOTE_MAX_LENGTH = 300;
/** Lines of a bank statement: a month of a large shop. More is refused, and can be given in parts. */
export const STATEMENT_LINES_MAX = 5000;
export const STATEMENT_BYTES_MAX = 4_000_000;
/** The same as base64. */
const STATEMENT_LENGTH_MAX = 5_400_000;
const STATEMENT_BODY_MAX = 6_000_000;

const Amount = dollars({ exclusiveMinimum: 0, maximum: 100_000_000 });
const Currency = Type.String({ pattern: '^[A-Za-z]{3}$' });
const Note = Type.String({ maxLength: PAYMENT_NOTE_MAX_LENGTH });

export const bookPaymentSchemas = {
  summary:
    'Book what came by hand for an order: in full, or in part. More than is left, another currency, an order that has ended, a `key` that is booked: 409, and nothing is booked. An order of the payment provider: 409.',
  params: Type.Object({ id: Id }),
  body: Type.Object({
    amount: Amount,
    /** ISO 4217; absent: the order's. */
    currency: Type.Optional(Currency),
    /** The day on which it came; absent: today. */
    receivedOn: Type.Optional(Day),
    note: Type.Optional(Note),
    /** The same key is booked once, for programs that may send it twice. */
    key: Type.Optional(Type.String({ minLength: 8, maxLength: 100 })),
    /** Books what is too much, or came for an order that is paid or has ended, as a payment of its own, to be paid back. */
    booksSurplus: Type.Optional(Type.Boolean()),
    /** Takes up an order again that has ended, if all of it came. Its stock is reserved anew; without enough of it the order is on hold. */
    reopens: Type.Optional(Type.Boolean()),
    version: Type.Optional(Version),
  }),
  refusals: ['order_not_found', 'wrong_order_status', 'payment_mismatch'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const bookPayment: Endpoint<typeof bookPaymentSchemas, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/payments`,
  access: 'staff',
  scopes: ['orders'],
  invalidates: ['stock'],
};

/**
 * fits: its order, and all that is left to pay. less, more: its order, but another sum. paid, ended: its order is. other_currency: its order is in
 * another. provider: its order is paid by the payment provider. booked: this line was booked before. outgoing: money that left. unknown: it names no order.
 */
export const STATEMENT_LINE_STATES = [
  'fits',
  'less',
  'more',
  'paid',
  'ended',
  'other_currency',
  'provider',
  'booked',
  'outgoing',
  'unknown',
] as const;
export type StatementLineState = (typeof STATEMENT_LINE_STATES)[number];

const StatementLine = Type.Object({
  /** By which it is booked once, however often the statement is read. */
  key: Type.String(),
  date: Nullable(Day),
  amount: Type.Number(),
  currency: Type.String(),
  payer: Type.String(),
  text: Type.String(),
  state: Type.Enum(STATEMENT_LINE_STATES),
  /** The order that it names, with what is left of it to pay. */
  order: Nullable(Type.Object({ _id: Id, number: Type.Integer(), total: Type.Number(), left: Type.Number(), currency: Type.String() })),
});
export type StatementLine = Type.Static<typeof StatementLine>;

export const readStatementSchemas = {
  summary:
    'What a bank statement says, line by line, with the order that each names, by its reference or number and sum. Nothing is booked. CSV or CAMT.053, in UTF-8, UTF-16 or Windows-1252; no statement, or too many lines: 400.',
  bodyLimit: STATEMENT_BODY_MAX,
  body: Type.Object({
    /** The file's bytes as base64, so that its encoding can be told. */
    file: Type.String({ minLength: 1, maxLength: STATEMENT_LENGTH_MAX, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
  }),
  reply: Type.Object({
    success: Type.Boolean(),
    format: Type.Union([Type.Literal('camt'), Type.Literal('csv')]),
    encoding: Type.String(),
    lines: Type.Array(StatementLine),
    /** Lines that couldn't be read, by their number in the file. */
    unread: Type.Array(Type.Integer()),
  }),
} satisfies EndpointSchemas;

export const readStatement: Endpoint<typeof readStatementSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/order/admin/statement',
  access: 'staff',
  scopes: ['orders'],
};

export const bookStatementSchemas = {
  summary:
    'Book lines of a bank statement, each for the order that was shown. A line that is booked, or no longer fits, changes nothing, and says why.',
  bodyLimit: STATEMENT_BODY_MAX,
  body: Type.Object({
    lines: Type.Array(
      Type.Object({
        key: Type.String({ minLength: 8, maxLength: 100 }),
        order: Id,
        amount: Amount,
        currency: Currency,
        date: Type.Optional(Nullable(Day)),
        note: Type.Optional(Note),
      }),
      { minItems: 1, maxItems: STATEMENT_LINES_MAX },
    ),
  }),
  reply: Type.Object({
    success: Type.Boolean(),
    results: Type.Array(
      Type.Object({ key: Type.String(), order: Id, error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })) }),
    ),
  }),
} satisfies EndpointSchemas;

export const bookStatement: Endpoint<typeof bookStatementSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/order/admin/statement/book',
  access: 'staff',
  scopes: ['orders'],
  invalidates: ['stock'],
};
