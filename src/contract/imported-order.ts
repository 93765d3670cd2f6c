/** Orders of the merchant's former shop: read, searched and exported, and nothing else. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, Id, Nullable, Pagination, PaginationQuery } from './fields.ts';
import { RECENT_LOGIN_MINUTES, USER_SEARCH_MAX_LENGTH } from './limits.ts';

const PATH = '/api/v1/imported-orders';

const Amount = Nullable(Type.Number());

export const ImportedOrder = Type.Object({
  _id: Id,
  /** As the former shop wrote it. */
  number: Type.String(),
  /** ISO 8601. */
  placedAt: Type.String(),
  /** In the words of the file. */
  status: Type.String(),
  name: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  shippingAddress: Type.String(),
  billingAddress: Type.String(),
  /** ISO 4217; it may be another than the shop's. */
  currency: Type.String(),
  lines: Type.Array(Type.Object({ name: Type.String(), sku: Type.String(), quantity: Type.Number(), price: Type.Number() })),
  /** Null: the file doesn't say. */
  subtotal: Amount,
  discount: Amount,
  shipping: Amount,
  tax: Amount,
  /** The tax is part of the prices, so it isn't added to the total. Absent: it is added, or the sums don't tell. */
  taxIncluded: Type.Optional(Type.Boolean()),
  total: Type.Number(),
  refunded: Type.Number(),
  code: Type.String(),
  shippingMethod: Type.String(),
  paymentMethod: Type.String(),
  note: Type.String(),
  tags: Type.Array(Type.String()),
});
export type ImportedOrder = Type.Static<typeof ImportedOrder>;

export const ImportedOrderFilter = Type.Object({
  keyword: Type.Optional(Type.String({ description: 'Part of a number, a name or an email', maxLength: USER_SEARCH_MAX_LENGTH })),
  /** Of this customer: an account, whose email counts, or a guest. */
  customer: Type.Optional(Id),
});
export type ImportedOrderFilter = Type.Static<typeof ImportedOrderFilter>;

export const listImportedOrdersSchemas = {
  summary: 'Orders that were imported from a former shop, newest first. Statistics, stock and payments know nothing of them.',
  query: Type.Object({ ...PaginationQuery, ...ImportedOrderFilter.properties }),
  reply: Type.Object({ success: Type.Boolean(), orders: Type.Array(ImportedOrder), ...Pagination }),
} satisfies EndpointSchemas;

export const listImportedOrders: Endpoint<typeof listImportedOrdersSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read', 'orders'],
};

export const readImportedOrderSchemas = {
  summary: 'One order that was imported from a former shop.',
  params: Type.Object({ id: Id }),
  refusals: ['order_not_found'],
  reply: Type.Object({ success: Type.Boolean(), order: ImportedOrder }),
} satisfies EndpointSchemas;

export const readImportedOrder: Endpoint<typeof readImportedOrderSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PATH}/{id}`,
  access: 'read-only',
  scopes: ['read', 'orders'],
};

export const exportImportedOrdersSchemas = {
  summary: 'Imported orders as CSV, as the list is filtered; an import reads it again. No cell begins a formula.',
  query: ImportedOrderFilter,
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportImportedOrders: Endpoint<typeof exportImportedOrdersSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PATH}.csv`,
  access: 'read-only',
  recentLogin: RECENT_LOGIN_MINUTES,
  scopes: ['read', 'orders'],
  isDownload: true,
};

export const listOwnImportedOrdersSchemas = {
  summary:
    "What the caller bought in the shop's former place, newest first: orders with their confirmed email. Of an account whose email isn't confirmed: none.",
  query: Type.Object(PaginationQuery),
  reply: Type.Object({ success: Type.Boolean(), orders: Type.Array(ImportedOrder), ...Pagination }),
} satisfies EndpointSchemas;

export const listOwnImportedOrders: Endpoint<typeof listOwnImportedOrdersSchemas, 'user'> = {
  method: 'GET',
  path: '/api/v1/account/imported-orders',
  access: 'user',
};
