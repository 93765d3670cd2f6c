/** The discount codes of the shop, as an admin manages them. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, dollars, Id, Pagination, PaginationQuery, Version } from './fields.ts';
import { CODE_SCOPE_MAX, CODE_USES_MAX, NEW_CODE_MAX_LENGTH } from './limits.ts';

const CODES_PATH = '/api/v1/discount/admin/codes';

/** What a discount code does: take off a percentage or an amount, or ship for nothing. */
export const DISCOUNT_KINDS = ['percent', 'amount', 'free_shipping'] as const;

const NullableTime = Type.Union([Type.String({ format: 'date-time', pattern: '^20\\d\\d-' }), Type.Null()]);
const Uses = Type.Union([Type.Integer({ minimum: 1, maximum: CODE_USES_MAX }), Type.Null()]);
const Scope = Type.Array(Id, { maxItems: CODE_SCOPE_MAX, uniqueItems: true });

/** All of a code but its name. */
export const DiscountCodeInput = Type.Object({
  kind: Type.Enum(DISCOUNT_KINDS),
  /** Per cent or money, as the kind says; null for free shipping. */
  value: Type.Union([dollars({ exclusiveMinimum: 0, maximum: 1_000_000 }), Type.Null()]),
  /** ISO 8601; null: from now on, without an end. */
  startsAt: NullableTime,
  endsAt: NullableTime,
  /** What the products have to cost before the discount. */
  minimum: dollars({ minimum: 0, maximum: 1_000_000 }),
  /** Both empty: for every product. */
  categories: Scope,
  products: Scope,
  /** In all, and for one customer; null: as often as they like. */
  maxUses: Uses,
  maxUsesPerCustomer: Uses,
});
export type DiscountCodeInput = Type.Static<typeof DiscountCodeInput>;

export const DiscountCode = Type.Object({
  _id: Id,
  code: Type.String(),
  ...DiscountCodeInput.properties,
  /** Names of those of its products that are still there. */
  productNames: Type.Array(Type.Object({ _id: Id, name: Type.String() })),
  /** By orders that are paid or wait for their payment. */
  uses: Type.Integer(),
  /** What it is now, by the server's clock. */
  state: Type.Union([Type.Literal('planned'), Type.Literal('active'), Type.Literal('used_up'), Type.Literal('ended')]),
  createdAt: Type.String(),
  version: Version,
});
export type DiscountCode = Type.Static<typeof DiscountCode>;

const CodeReply = Type.Object({ success: Type.Boolean(), message: Type.String(), code: DiscountCode });

export const listDiscountCodesSchemas = {
  summary: 'The discount codes, newest first.',
  query: Type.Object(PaginationQuery),
  reply: Type.Object({ success: Type.Boolean(), codes: Type.Array(DiscountCode), ...Pagination }),
} satisfies EndpointSchemas;

export const listDiscountCodes: Endpoint<typeof listDiscountCodesSchemas, 'read-only'> = {
  method: 'GET',
  path: CODES_PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const exportDiscountCodesSchemas = {
  summary:
    'All discount codes as CSV, as an import reads them again: products by their slugs, categories by their paths. No cell begins a formula.',
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportDiscountCodes: Endpoint<typeof exportDiscountCodesSchemas, 'read-only'> = {
  method: 'GET',
  path: `${CODES_PATH}.csv`,
  access: 'read-only',
  scopes: ['read'],
  isDownload: true,
};

export const createDiscountCodeSchemas = {
  summary:
    'Make a discount code: letters of any script, digits, - and _, whatever their case. One that is there: 409. One of 100 per cent: 403 reauthentication_required where the login, or the last call of auth/reauthenticate, is more than fifteen minutes ago.',
  body: Type.Object({
    code: Type.String({ minLength: 1, maxLength: NEW_CODE_MAX_LENGTH, pattern: '\\S' }),
    ...DiscountCodeInput.properties,
  }),
  refusals: ['code_taken', 'reauthentication_required', 'reauthentication_by_code_required'],
  reply: CodeReply,
} satisfies EndpointSchemas;

export const createDiscountCode: Endpoint<typeof createDiscountCodeSchemas, 'staff'> = {
  method: 'POST',
  path: CODES_PATH,
  access: 'staff',
  scopes: [],
};

export const updateDiscountCodeSchemas = {
  summary:
    'Change a discount code; orders keep what they took off. An old `version`: 409 with what is there now. To one of 100 per cent: 403 reauthentication_required as when it is made.',
  params: Type.Object({ id: Id }),
  body: Type.Object({ ...DiscountCodeInput.properties, version: Type.Optional(Version) }),
  refusals: ['code_not_found', 'code_taken', 'reauthentication_required', 'reauthentication_by_code_required'],
  reply: CodeReply,
} satisfies EndpointSchemas;

export const updateDiscountCode: Endpoint<typeof updateDiscountCodeSchemas, 'staff'> = {
  method: 'PUT',
  path: `${CODES_PATH}/{id}`,
  access: 'staff',
  scopes: [],
};

export const endDiscountCodeSchemas = {
  summary: 'End a discount code now. Twice is the same as once.',
  params: Type.Object({ id: Id }),
  refusals: ['code_not_found'],
  reply: CodeReply,
} satisfies EndpointSchemas;

export const endDiscountCode: Endpoint<typeof endDiscountCodeSchemas, 'staff'> = {
  method: 'POST',
  path: `${CODES_PATH}/{id}/end`,
  access: 'staff',
  scopes: [],
};
