/** The dashboard's statistics. Apart from settings.ts, so that pages of the storefront don't load what only admins need. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, Day } from './fields.ts';
import { REPORT_DAYS_MAX, REPORT_PRODUCTS_MAX } from './limits.ts';
import { Order } from './order-fields.ts';

const PATH = '/api/v1/shop/figures';

const Statistic = Type.Object({
  /** In the period; money in the shop's currency. */
  now: Type.Number(),
  /** In as many days right before it. */
  before: Type.Number(),
});

/** Both days included. */
const Period = Type.Object({ from: Type.String(), to: Type.String() });

/** The last so many `days`, today among them; or `from` one day `to` another, which are days in the shop's time zone. */
const PeriodQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: REPORT_DAYS_MAX })),
  from: Type.Optional(Day),
  to: Type.Optional(Day),
});

export const SetupWarning = Type.Union([
  /** The demo is on: its logins and test cards are public. */
  Type.Literal('demo'),
  /** Nothing can be paid: no provider is set up. */
  Type.Literal('no_payments'),
  /** Payments are tests: no money moves. */
  Type.Literal('test_payments'),
  /** There is no mail server: emails are saved to files. */
  Type.Literal('emails_to_files'),
  /** A key or password that an owner saved can't be decrypted any more. */
  Type.Literal('keys_lost'),
  /** The shop makes no backups by itself. */
  Type.Literal('no_backups'),
  /** It makes some, and there has been no good one for too long. */
  Type.Literal('backups_late'),
  /** It was restored from a backup and may be a copy: nothing is sent, and no order expires. */
  Type.Literal('restored_copy'),
  /** The last look at the shop found a duty of the law that isn't met. */
  Type.Literal('law_unmet'),
]);
export type SetupWarning = Type.Static<typeof SetupWarning>;

/** Parts of setting up a shop, of which setup.ts has all, in steps. */
export const FORMER_SETUP_STEPS = [
  'name',
  'logo',
  'contact',
  'legal',
  'about',
  'contact_page',
  'policy',
  'product',
  'shipping',
  'tax',
  'notifications',
] as const;

export const DashboardStats = Type.Object({
  /** Each step is marked as done automatically. Empty: all are done, or the list was dismissed. */
  setup: Type.Array(Type.Object({ step: Type.Enum(FORMER_SETUP_STEPS), isDone: Type.Boolean() })),
  /** What stands between this shop and real customers. */
  warnings: Type.Array(SetupWarning),
  /** Backups that the shop makes on its own; null: it makes none. */
  backup: Type.Union([
    Type.Null(),
    Type.Object({
      /** Start time of the last backup that could be restored and whose data was consistent. */
      lastGoodAt: Type.Union([Type.String(), Type.Null()]),
      isLate: Type.Boolean(),
    }),
  ]),
  revenue: Statistic,
  orders: Statistic,
  averageOrder: Statistic,
  newShoppers: Statistic,
  /** Days in the shop's time zone, as YYYY-MM-DD. */
  period: Period,
  /** What it is compared with. */
  previous: Period,
  /** Each day of the period, oldest first. */
  days: Type.Array(Type.Object({ day: Type.String(), revenue: Type.Number(), orders: Type.Integer(), newShoppers: Type.Integer() })),
  latestOrders: Type.Array(
    Type.Object({
      ...Type.Pick(Order, ['_id', 'number', 'status', 'currency', 'total', 'address', 'createdAt', 'paidAt']).properties,
      shopper: Type.String(),
    }),
  ),
  runningLow: Type.Array(
    Type.Object({ _id: Type.String(), name: Type.String(), slug: Type.String(), image: Type.String(), quantity: Type.Integer() }),
  ),
});
export type DashboardStats = Type.Static<typeof DashboardStats>;

export const BestProduct = Type.Object({
  /** null: all products that have been deleted, summed up. */
  product: Type.Union([Type.Null(), Type.Object({ _id: Type.String(), name: Type.String(), slug: Type.String(), image: Type.String() })]),
  /** How many were sold in the period, less those that were refunded as items of an order. */
  pieces: Type.Integer(),
  /** What these cost after discounts, without shipping, and without tax unless prices include it. */
  sales: Type.Number(),
  /** What these cost the merchant, by the costs of their days; absent: one of them is unknown. */
  cost: Type.Optional(Type.Number()),
  /** What is left of the sales, in percent, with one decimal. */
  margin: Type.Optional(Type.Number()),
});
export type BestProduct = Type.Static<typeof BestProduct>;

export const readDashboardStatsSchemas = {
  summary: 'How the shop does in a period, the last 30 days if none is said, beside as many days before.',
  query: PeriodQuery,
  reply: Type.Object({ success: Type.Boolean(), figures: DashboardStats }),
} satisfies EndpointSchemas;

export const readDashboardStats: Endpoint<typeof readDashboardStatsSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const exportDashboardStatsSchemas = {
  summary: 'The statistics of each day of a period as CSV, oldest first.',
  query: PeriodQuery,
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportDashboardStats: Endpoint<typeof exportDashboardStatsSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PATH}.csv`,
  access: 'read-only',
  scopes: ['read'],
  isDownload: true,
};

export const listBestProductsSchemas = {
  summary: 'What sold best in a period, the last 30 days if none is said, by net sales.',
  query: PeriodQuery,
  reply: Type.Object({ success: Type.Boolean(), period: Period, products: Type.Array(BestProduct) }),
} satisfies EndpointSchemas;

export const listBestProducts: Endpoint<typeof listBestProductsSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PATH}/products`,
  access: 'read-only',
  scopes: ['read'],
};

export const exportProductStatsSchemas = {
  summary: `What each product sold in a period as CSV, the best first, at most ${REPORT_PRODUCTS_MAX} of them.`,
  query: PeriodQuery,
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportProductStats: Endpoint<typeof exportProductStatsSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PATH}/products.csv`,
  access: 'read-only',
  scopes: ['read'],
  isDownload: true,
};
