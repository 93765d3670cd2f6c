/** Shapes and fields that more than one noun uses. */
import * as Type from 'typebox';
import { MAX_PAGE_SIZE, PASSWORD_MAX, PASSWORD_MIN } from './limits.ts';
import { toCents, toDollars } from './money.ts';

/** A part of an address between its dots. What nobody sees (a zero-width space, a soft hyphen) would make another address that looks the same. */
const PART = '[^\\s@.\\p{Cc}\\p{Default_Ignorable_Code_Point}]+';
const PARTS = `${PART}(\\.${PART})*`;

/** Loose otherwise: only the mail server can say what is valid. Spaces around it are trimmed. */
export const EmailAddress = Type.String({ maxLength: 254, pattern: `^\\s*${PARTS}@${PART}\\.${PARTS}\\s*$` });

/** A password that is being set. A login accepts any text. */
export const NewPassword = Type.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX });

export const Address = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });

/**
 * Phone numbers as people write them anywhere: five digits or more in any script, with the usual characters between them, and an extension.
 * Full-width characters, any kind of dash, and what comes along invisibly when a number is copied are what they look like.
 */
const PHONE = /^[\s+().,/·\p{Pd}\u2212]*(?:\p{Nd}[\s+().,/·\p{Pd}\u2212]*){5,}(?:(?:x|ext|extn|extension|#)[\s.:=]*\p{Nd}{1,8}\s*)?$/iu;
const toPlainPhone = (phone: string): string => phone.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '');

const PhoneText = Type.String({
  description: 'Five digits or more, with +-().,/ and spaces, and an extension (x12, ext. 12)',
  minLength: 1,
  maxLength: 40,
  pattern: '\\S',
});
export const Phone = Type.Refine(
  PhoneText,
  (phone) => PHONE.test(toPlainPhone(phone)),
  () => 'invalid_phone',
);

/** What mail programs turn into a link: with a protocol, www, or a domain's end. J.Smith is a name. */
const WEB_ADDRESS = /:\/\/|[Ww]{3}\.|[\p{L}\p{N}]\.(?:\p{Ll}{2}|\p{Lu}{2})/u;

/** A text that the shop emails to somebody who may not have typed it: nobody may send them a link in the shop's name. */
export const withoutLinks = <T extends Type.TString>(schema: T) =>
  Type.Refine(
    schema,
    (text) => !WEB_ADDRESS.test(text),
    () => 'web_address',
  );

/** This or null. */
export const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

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

/** The reply of a download of a PDF. */
export const PdfFile = Type.Unsafe<AsyncIterable<Uint8Array>>({ type: 'string', format: 'binary', contentMediaType: 'application/pdf' });

export const SuccessResponse = Type.Object({ success: Type.Boolean(), message: Type.String() });
