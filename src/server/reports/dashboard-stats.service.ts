/** The dashboard's statistics: the last 30 days, today included, beside the 30 days before. Days begin at midnight UTC. */
import { toDollars } from '../../contract/money.ts';
import type { DashboardStats } from '../../contract/reports.ts';
import { DAY } from '../../contract/time.ts';
import type { Database } from '../database/connect.ts';
import type { Deps } from '../deps.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import * as repository from './dashboard-stats.repository.ts';

const PERIOD_DAYS = 30;
const LATEST_ORDERS = 5;
const MAX_LOW_STOCK = 5;

/** YYYY-MM-DD in UTC */
const formatDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Every day of a period, with zeros for those on which nothing happened. */
function listDays(start: number, stats: ReadonlyMap<string, repository.DayStats>): repository.DayStats[] {
  return Array.from({ length: PERIOD_DAYS }, (_, index) => {
    const day = formatDay(start + index * DAY);
    return stats.get(day) ?? { day, cents: 0, orders: 0, customers: 0 };
  });
}

function sumDays(days: repository.DayStats[]) {
  const sum = (key: 'cents' | 'orders' | 'customers') => days.reduce((total, it) => total + it[key], 0);
  const [cents, orders] = [sum('cents'), sum('orders')];
  const averageOrder = orders ? toDollars(Math.round(cents / orders)) : 0;
  return { revenue: toDollars(cents), orders, averageOrder, customers: sum('customers') };
}

/** One after the other: a transaction has one connection. */
const readStats = async (db: Database, since: string) => ({
  stats: await repository.listDayStats(db, since),
  latestOrders: await repository.listLatestOrders(db, LATEST_ORDERS),
  runningLow: await repository.listLowStock(db, (await readShopDetails(db)).lowStockThreshold, MAX_LOW_STOCK),
});

export async function loadDashboardStats(deps: Pick<Deps, 'readFromReplica' | 'now' | 'setupWarnings'>): Promise<DashboardStats> {
  const { readFromReplica, now, setupWarnings } = deps;
  const today = Math.floor(now().getTime() / DAY) * DAY;
  const currentStart = today - (PERIOD_DAYS - 1) * DAY;
  const previousStart = currentStart - PERIOD_DAYS * DAY;
  const { stats, latestOrders, runningLow } = await readFromReplica((db) => readStats(db, formatDay(previousStart)));
  const statsByDay = new Map(stats.map((it) => [it.day, it]));
  const days = listDays(currentStart, statsByDay);
  const [current, previous] = [sumDays(days), sumDays(listDays(previousStart, statsByDay))];
  return {
    warnings: [...setupWarnings],
    revenue: { now: current.revenue, before: previous.revenue },
    orders: { now: current.orders, before: previous.orders },
    averageOrder: { now: current.averageOrder, before: previous.averageOrder },
    newShoppers: { now: current.customers, before: previous.customers },
    days: days.map(({ day, cents, orders }) => ({ day, revenue: toDollars(cents), orders })),
    latestOrders,
    runningLow,
  };
}
