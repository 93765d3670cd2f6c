/** Shapes that more than one noun uses. */
import * as Type from 'typebox';

export const PAGE_SIZE = 8;
export const MAX_PAGE_SIZE = 100;

/** A row's name for itself: a UUID. */
export const Id = Type.String({ format: 'uuid' });

/** US dollars with at most two decimals, on the wire and on screen only; inside it is an integer of cents. */
export const Dollars = Type.Number({ minimum: 0, maximum: 999_999.99, multipleOf: 0.01 });

export const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

export const PaginationQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE })),
};

export const Pagination = {
  total: Type.Integer(),
  page: Type.Integer(),
  limit: Type.Integer(),
};

export const SuccessResponse = Type.Object({ success: Type.Boolean(), message: Type.String() });
export type SuccessResponse = Type.Static<typeof SuccessResponse>;

/** What any refusal looks like; `issues` where single fields are at fault. */
export const ErrorResponse = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  issues: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
});
export type ErrorResponse = Type.Static<typeof ErrorResponse>;
export type Issue = NonNullable<ErrorResponse['issues']>[number];
