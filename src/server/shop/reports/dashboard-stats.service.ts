/** The dashboard's statistics: of a period, and of equally many days before it. Days begin at midnight in the shop's time zone. */
import { REPORT_PRODUCTS_MAX } from '../../../contract/limits.ts';
import { toDollars } from '../../../contract/money.ts';
import type { BestProduct, DashboardStats } from '../../../contract/reports.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { writeCsvRow } from '../../platform/http/csv.ts';
import { imageUrl } from '../content/media/image-url.ts';
import { readBackupState } from '../integrity/backup/backup-state.repository.ts';
import { isBackupLate } from '../integrity/backup/backup-state.ts';
import { isRestoredCopy } from '../integrity/backup/restored-copy.repository.ts';
import { hasUnmet } from '../law/law-settings.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import * as repository from './dashboard-stats.repository.ts';
import { listAverageCosts, listBestProducts, type ProductSales } from './dashboard-stats.repository.ts';
import { listPeriodDays, type Period, type PeriodQuery, previousPeriod, resolvePeriod } from './report-period.ts';
import { readDashboardSettings } from './setup-steps.service.ts';

/** The products that sold best in a period. Days begin at midnight in the shop's time zone. */
const BEST_PRODUCTS = 10;

/** Refunded pieces are none: what is left cost as much as a piece did on average. */
function toMargin({ pieces, cents }: ProductSales, average: number | undefined): Pick<BestProduct, 'cost' | 'margin'> {
  if (average === undefined) return {};
  const costCents = Math.round(average * pieces);
  return { cost: toDollars(costCents), ...(cents > 0 && { margin: Math.round(((cents - costCents) * 1000) / cents) / 10 }) };
}

async function readSales(db: Database, query: PeriodQuery, now: Date, limit: number) {
  const { timeZone, currency } = await readShopDetails(db);
  const period = resolvePeriod(query, now, timeZone);
  const sold = await listBestProducts(db, period, limit);
  const costs = await listAverageCosts(
    db,
    sold.flatMap(({ id }) => id ?? []),
    period,
    timeZone,
  );
  return { period, currency, sold: sold.map((it) => ({ ...it, ...toMargin(it, costs.get(it.id ?? '')) })) };
}

type Earned = ProductSales & Pick<BestProduct, 'cost' | 'margin'>;

const toBestProduct = ({ id, name, slug, imageId, pieces, cents, cost, margin }: Earned): BestProduct => ({
  product: id === null ? null : { _id: id, name: name ?? '', slug: slug ?? '', image: imageUrl(imageId ?? '') },
  pieces,
  sales: toDollars(cents),
  ...(cost !== undefined && { cost }),
  ...(margin !== undefined && { margin }),
});

/** Throws `invalid_request` for an invalid period. */
export async function loadBestProducts(
  { readFromReplica, now }: Context,
  query: PeriodQuery,
): Promise<{ period: Period; products: BestProduct[] }> {
  const { period, sold } = await readFromReplica((db) => readSales(db, query, now(), BEST_PRODUCTS));
  return { period, products: sold.map(toBestProduct) };
}

const PRODUCT_COLUMNS = ['product', 'slug', 'items_sold', 'net_sales', 'currency', 'cost', 'margin_percent'];

/** A CSV row for each product. Throws the same errors as `loadBestProducts`, before the first row. */
export async function exportProductStats({ readFromReplica, now }: Context, query: PeriodQuery): Promise<AsyncIterable<string>> {
  const { sold, currency } = await readFromReplica((db) => readSales(db, query, now(), REPORT_PRODUCTS_MAX));
  const rows = sold.map(({ name, slug, pieces, cents, cost, margin }) =>
    writeCsvRow([name ?? '(deleted products)', slug ?? '', pieces, toDollars(cents), currency, cost ?? '', margin ?? '']),
  );
  return (async function* () {
    yield writeCsvRow(PRODUCT_COLUMNS) + rows.join('');
  })();
}

const LATEST_ORDERS = 5;
const MAX_LOW_STOCK = 5;

type Days = repository.DayStats[];

/** Days on which nothing happened get zeros. Statements run one after the other, because a transaction has a single connection. */
async function readPeriods(db: Database, query: PeriodQuery, now: Date) {
  const { timeZone, currency, lowStockThreshold } = await readShopDetails(db);
  const period = resolvePeriod(query, now, timeZone);
  const previous = previousPeriod(period);
  const stats = await repository.listDayStats(db, previous.from, period.to);
  const byDay = new Map(stats.map((it) => [it.day, it]));
  const fill = (days: string[]): Days => days.map((day) => byDay.get(day) ?? { day, cents: 0, orders: 0, customers: 0 });
  return { period, previous, currency, lowStockThreshold, days: fill(listPeriodDays(period)), daysBefore: fill(listPeriodDays(previous)) };
}

const averageOf = (cents: number, orders: number) => (orders ? toDollars(Math.round(cents / orders)) : 0);

function sumDays(days: Days) {
  const sum = (key: 'cents' | 'orders' | 'customers') => days.reduce((total, it) => total + it[key], 0);
  const [cents, orders] = [sum('cents'), sum('orders')];
  return { revenue: toDollars(cents), orders, averageOrder: averageOf(cents, orders), customers: sum('customers') };
}

type Context = Pick<Deps, 'readFromReplica' | 'now'>;

/** Throws `invalid_request` for an invalid period. */
export async function loadDashboardStats(
  { readFromReplica, now, setupWarnings }: Context & Pick<Deps, 'setupWarnings'>,
  query: PeriodQuery,
): Promise<DashboardStats> {
  const { period, previous, days, daysBefore, latestOrders, runningLow, setup, lawChecks, backup, isCopy } = await readFromReplica(
    async (db) => {
      const periods = await readPeriods(db, query, now());
      return {
        ...periods,
        latestOrders: await repository.listLatestOrders(db, LATEST_ORDERS),
        backup: await readBackupState(db),
        isCopy: await isRestoredCopy(db),
        runningLow: await repository.listLowStock(db, periods.lowStockThreshold, MAX_LOW_STOCK),
        ...(await readDashboardSettings(db)),
      };
    },
  );
  const [current, before] = [sumDays(days), sumDays(daysBefore)];
  const isLate = backup !== null && isBackupLate(backup, now().getTime());
  return {
    setup,
    warnings: [
      ...setupWarnings,
      ...(isLate ? (['backups_late'] as const) : []),
      ...(isCopy ? (['restored_copy'] as const) : []),
      ...(hasUnmet(lawChecks) ? (['law_unmet'] as const) : []),
    ],
    backup: backup && {
      lastGoodAt: backup.goodAt ? new Date(backup.goodAt).toISOString() : null,
      isLate,
    },
    revenue: { now: current.revenue, before: before.revenue },
    orders: { now: current.orders, before: before.orders },
    averageOrder: { now: current.averageOrder, before: before.averageOrder },
    newShoppers: { now: current.customers, before: before.customers },
    period,
    previous,
    days: days.map(({ day, cents, orders, customers }) => ({ day, revenue: toDollars(cents), orders, newShoppers: customers })),
    latestOrders,
    runningLow,
  };
}

const COLUMNS = ['day', 'orders', 'revenue', 'average_order', 'new_customers', 'currency'];

/** A CSV row for each day. Throws the same errors as `loadDashboardStats`, before the first row. */
export async function exportDashboardStats({ readFromReplica, now }: Context, query: PeriodQuery): Promise<AsyncIterable<string>> {
  const { days, currency } = await readFromReplica((db) => readPeriods(db, query, now()));
  const rows = days.map(({ day, orders, cents, customers }) =>
    writeCsvRow([day, orders, toDollars(cents), averageOf(cents, orders), customers, currency]),
  );
  return (async function* () {
    yield writeCsvRow(COLUMNS) + rows.join('');
  })();
}
