/** What was sold below zero and is owed to customers: what a merchant has to buy or make. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, Id } from './fields.ts';

const PROCUREMENT_PATH = '/api/v1/order/admin/to-procure';

/** A variant, or a product without options, of which more is owed than is there. */
const OwedItem = Type.Object({
  product: Id,
  variant: Type.Optional(Id),
  slug: Type.String(),
  name: Type.String(),
  /** What was chosen: `Size: 42, Colour: Red`. */
  options: Type.Optional(Type.String()),
  sku: Type.Optional(Type.String()),
  /** By the ledger; below zero. Checkouts that wait for their payment hold some of it, which isn't owed yet. */
  onHand: Type.Integer(),
  /** Of paid orders that aren't shipped. */
  owed: Type.Integer(),
  /** The first fifty that wait for it, the oldest first. What comes in goes to the oldest orders, so those that got the last of the stock wait first. */
  orders: Type.Array(
    Type.Object({
      _id: Id,
      number: Type.Integer(),
      pieces: Type.Integer(),
      placedAt: Type.String({ format: 'date-time' }),
      /** What was promised when it was bought. Absent: nothing. */
      promise: Type.Optional(Type.String()),
      /** The name of the bundle through which it was bought. Absent: it was bought itself. */
      bundle: Type.Optional(Type.String()),
    }),
  ),
});
export type OwedItem = Type.Static<typeof OwedItem>;

export const listToProcureSchemas = {
  summary:
    'What was sold below zero: how many pieces of each variant are owed, to which orders, promised when; the most owed first, 200 at most.',
  reply: Type.Object({
    success: Type.Boolean(),
    items: Type.Array(OwedItem),
    /** Number of variants of which something is owed. */
    total: Type.Integer(),
    pieces: Type.Integer(),
  }),
} satisfies EndpointSchemas;

export const listToProcure: Endpoint<typeof listToProcureSchemas, 'read-only'> = {
  method: 'GET',
  path: PROCUREMENT_PATH,
  access: 'read-only',
  scopes: ['read', 'orders'],
};

export const exportToProcureSchemas = {
  summary: 'The same as CSV, a row for each order that waits. No cell begins a formula.',
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportToProcure: Endpoint<typeof exportToProcureSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PROCUREMENT_PATH}.csv`,
  access: 'read-only',
  scopes: ['read', 'orders'],
  isDownload: true,
};
