import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { Order } from './order-fields.ts';

const Statistic = Type.Object({
  /** The last 30 days; money in US dollars. */
  now: Type.Number(),
  /** The 30 days before those. */
  before: Type.Number(),
});

export const SetupWarning = Type.Union([
  /** The demo is on: its logins and test cards are public. */
  Type.Literal('demo'),
  /** Nothing can be paid: no provider is set up. */
  Type.Literal('no_payments'),
  /** Payments are tests: no money moves. */
  Type.Literal('test_payments'),
  /** There is no mail server: e-mails are saved to files. */
  Type.Literal('emails_to_files'),
]);
export type SetupWarning = Type.Static<typeof SetupWarning>;

export const DashboardStats = Type.Object({
  /** What stands between this shop and real customers. */
  warnings: Type.Array(SetupWarning),
  revenue: Statistic,
  orders: Statistic,
  averageOrder: Statistic,
  newShoppers: Statistic,
  /** The last 30 days, oldest first; `day` as YYYY-MM-DD in UTC, revenue in US dollars. */
  days: Type.Array(Type.Object({ day: Type.String(), revenue: Type.Number(), orders: Type.Integer() })),
  latestOrders: Type.Array(
    Type.Object({
      ...Type.Pick(Order, ['_id', 'number', 'status', 'total', 'address', 'createdAt', 'paidAt']).properties,
      shopper: Type.String(),
    }),
  ),
  runningLow: Type.Array(
    Type.Object({ _id: Type.String(), name: Type.String(), slug: Type.String(), image: Type.String(), quantity: Type.Integer() }),
  ),
});
export type DashboardStats = Type.Static<typeof DashboardStats>;

export const readDashboardStats = {
  summary: 'How the shop does: the last 30 days beside the 30 before.',
  reply: Type.Object({ success: Type.Boolean(), figures: DashboardStats }),
} satisfies EndpointSchemas;
