/**
 * What the shop tells its admins: its figures and its letters. Apart from shop.ts, which every page needs: what is here, and
 * the orders that it speaks of, doesn't come to people who only look.
 */
import * as Type from 'typebox';
import { Id, Pagination, PaginationQuery } from './common.ts';
import { endpoint } from './endpoint.ts';
import { Order } from './order.ts';

const Statistic = Type.Object({
  /** The last 30 days; money in US dollars. */
  now: Type.Number(),
  /** The 30 days before those. */
  before: Type.Number(),
});

export const DashboardStats = Type.Object({
  revenue: Statistic,
  orders: Statistic,
  averageOrder: Statistic,
  newShoppers: Statistic,
  /** The last 30 days, oldest first; `day` as YYYY-MM-DD in UTC, revenue in US dollars. */
  days: Type.Array(Type.Object({ day: Type.String(), revenue: Type.Number(), orders: Type.Integer() })),
  latestOrders: Type.Array(
    Type.Object({ ...Type.Omit(Order, ['lines', 'timeline', 'refunded', 'carrier', 'tracking']).properties, shopper: Type.String() }),
  ),
  runningLow: Type.Array(
    Type.Object({ _id: Type.String(), name: Type.String(), slug: Type.String(), image: Type.String(), quantity: Type.Integer() }),
  ),
});
export type DashboardStats = Type.Static<typeof DashboardStats>;

export const readDashboardStats = endpoint({
  method: 'GET',
  path: '/api/v1/shop/figures',
  access: 'admin',
  summary: 'How the shop does: the last 30 days beside the 30 before.',
  reply: Type.Object({ success: Type.Boolean(), figures: DashboardStats }),
});

/** A letter that the shop wrote to somebody. */
export const Email = Type.Object({
  _id: Id,
  kind: Type.String(),
  recipient: Type.String(),
  subject: Type.String(),
  /** The plain text; its HTML says the same. */
  text: Type.String(),
  /** failed: it was tried so often that it was given up. */
  state: Type.Union([Type.Literal('waiting'), Type.Literal('sent'), Type.Literal('failed')]),
  createdAt: Type.String(),
  sentAt: Type.Union([Type.String(), Type.Null()]),
  tries: Type.Integer(),
  /** Why the last try failed. */
  fault: Type.Union([Type.String(), Type.Null()]),
});
export type Email = Type.Static<typeof Email>;

export const listEmails = endpoint({
  method: 'GET',
  path: '/api/v1/shop/mails',
  access: 'admin',
  summary: 'The letters that the shop wrote, newest first.',
  query: Type.Object(PaginationQuery),
  reply: Type.Object({ success: Type.Boolean(), mails: Type.Array(Email), ...Pagination }),
});
