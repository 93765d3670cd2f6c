/** Shapes that more than one noun uses. */
import * as Type from 'typebox';
import { ERROR_CODES, ISSUE_CODES } from '../error-codes.ts';
import { MAX_PAGE_SIZE } from '../limits.ts';
import { toCents, toDollars } from '../money.ts';

export const Id = Type.String({ format: 'uuid' });

/**
 * Money in the shop's currency, with two decimals at most. Checked in cents: by `multipleOf: 0.01`, floating point refuses most sums above a million.
 * The refinement's error is an issue code.
 */
export function dollars(bounds: Type.TNumberOptions) {
  const schema = Type.Number({ description: "In the shop's currency, with two decimals at most", ...bounds });
  return Type.Refine(
    schema,
    (amount) => toDollars(toCents(amount)) === amount,
    () => 'too_many_decimals',
  );
}

/** A price. Only on the wire: inside, money is an integer of cents. */
export const Dollars = dollars({ minimum: 0, maximum: 999_999.99 });

/** A day of the calendar. */
export const Day = Type.String({ format: 'date', pattern: '^[12]\\d\\d\\d-' });

/**
 * The version that an edit form was opened with. If the current one is newer, the call is refused with 409 `version_conflict` and nothing
 * is changed.
 */
export const Version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

export const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

/** No control characters, because it is used in email headers. */
export const SingleLine = (maxLength: number) => Type.String({ maxLength, pattern: '^[^\\p{Cc}\\p{Zl}\\p{Zp}]*$' });

export const PaginationQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
};

export const Pagination = {
  total: Type.Integer(),
  page: Type.Integer(),
  limit: Type.Integer(),
};

/** For long lists: `after` or `before` is the `_id` of the last or first entry shown, and requests the page next to it. */
export const KeysetQuery = { ...PaginationQuery, after: Type.Optional(Id), before: Type.Optional(Id) };

export const KeysetPagination = {
  ...Pagination,
  /** There are more than `total`. */
  isAbout: Type.Boolean(),
  /** Whether there is a page behind this one. */
  hasNext: Type.Boolean(),
};

/** The reply of a download: pieces of the file's text, which a handler makes as they are sent. */
export const CsvFile = Type.Unsafe<AsyncIterable<string>>({ type: 'string', contentMediaType: 'text/csv' });

export const SuccessResponse = Type.Object({ success: Type.Boolean(), message: Type.String() });

const Issue = Type.Object({
  /** The field, with dots between levels: `products.0._id`; of a checkout's products, the product's id. */
  path: Type.String(),
  code: Type.Enum(ISSUE_CODES),
  message: Type.String(),
  /** The number in the rule: the shortest length, the largest value, how many are left in stock. */
  limit: Type.Optional(Type.Number()),
  /** What would be right, as far as the rule has an example: a postcode of the country. */
  example: Type.Optional(Type.String()),
});
export type Issue = Type.Static<typeof Issue>;

const Challenge = Type.Object({ token: Type.String(), device: Type.String() });
export type Challenge = Type.Static<typeof Challenge>;

/** The body of every 4xx and 5xx. A client decides by `code`; `message` is for people, and may change. */
export const ErrorResponse = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  code: Type.Enum(ERROR_CODES),
  /** The invalid fields, if it is about fields. */
  issues: Type.Optional(Type.Array(Issue)),
  /** With a `version_conflict`: the current state, as the call that reads it returns it. */
  current: Type.Optional(Type.Unknown()),
  /** With a `second_factor_required`: the challenge that the second step of the login sends back. */
  challenge: Type.Optional(Challenge),
});
export type ErrorResponse = Type.Static<typeof ErrorResponse>;

/** The body of a refused auth check (`isAuthCheck` of an endpoint). */
export const AuthCheckErrorResponse = Type.Object({ ok: Type.Literal(false) });
