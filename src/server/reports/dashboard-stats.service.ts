/** The dashboard's statistics: the last 30 days, today included, beside the 30 days before. Days begin at midnight UTC. */
import { toDollars } from '../../contract/money.ts';
import type { DashboardStats } from '../../contract/reports.ts';
import { DAY } from '../../contract/time.ts';
import type { Deps } from '../deps.ts';
import * as repository from './dashboard-stats.repository.ts';

const PERIOD_DAYS = 30;
const LATEST_ORDERS = 5;
const LOW_STOCK = { quantity: 5, limit: 5 };

/** YYYY-MM-DD in UTC */
const formatDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Every day of a period, with zeros for those on which nothing was sold. */
function listDays(start: number, sales: ReadonlyMap<string, repository.DaySales>): repository.DaySales[] {
  return Array.from({ length: PERIOD_DAYS }, (_, index) => {
    const day = formatDay(start + index * DAY);
    return sales.get(day) ?? { day, cents: 0, orders: 0 };
  });
}

function sumSales(days: repository.DaySales[]) {
  const cents = days.reduce((sum, it) => sum + it.cents, 0);
  const orders = days.reduce((sum, it) => sum + it.orders, 0);
  return { revenue: toDollars(cents), orders, averageOrder: orders ? toDollars(Math.round(cents / orders)) : 0 };
}

export async function loadDashboardStats({ db, now, setupWarnings }: Pick<Deps, 'db' | 'now' | 'setupWarnings'>): Promise<DashboardStats> {
  const today = Math.floor(now().getTime() / DAY) * DAY;
  const currentStart = today - (PERIOD_DAYS - 1) * DAY;
  const previousStart = currentStart - PERIOD_DAYS * DAY;
  const [sales, newShoppers, latestOrders, runningLow] = await Promise.all([
    repository.listSales(db, new Date(previousStart)),
    repository.countNewCustomers(db, new Date(previousStart), new Date(currentStart)),
    repository.listLatestOrders(db, LATEST_ORDERS),
    repository.listLowStock(db, LOW_STOCK.quantity, LOW_STOCK.limit),
  ]);
  const salesByDay = new Map(sales.map((it) => [it.day, it]));
  const days = listDays(currentStart, salesByDay);
  const [current, previous] = [sumSales(days), sumSales(listDays(previousStart, salesByDay))];
  return {
    warnings: [...setupWarnings],
    revenue: { now: current.revenue, before: previous.revenue },
    orders: { now: current.orders, before: previous.orders },
    averageOrder: { now: current.averageOrder, before: previous.averageOrder },
    newShoppers,
    days: days.map(({ day, cents, orders }) => ({ day, revenue: toDollars(cents), orders })),
    latestOrders,
    runningLow,
  };
}
