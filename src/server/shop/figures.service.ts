/** How the shop does: thirty days, today the last of them, beside the thirty before. Days begin at midnight UTC. */
import type { DashboardStats } from '../../contract/report.ts';
import type { Deps } from '../deps.ts';
import * as repository from './shop.repository.ts';

const DAY = 86_400_000;
const SPAN = 30;
const LATEST_ORDERS = 5;
const RUNNING_LOW = { quantity: 5, limit: 5 };

/** YYYY-MM-DD in UTC */
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function listDays(start: number, sales: ReadonlyMap<string, repository.DaySales>): repository.DaySales[] {
  return Array.from({ length: SPAN }, (_, index) => {
    const day = dayOf(start + index * DAY);
    return sales.get(day) ?? { day, cents: 0, orders: 0 };
  });
}

function sumOf(days: repository.DaySales[]) {
  const cents = days.reduce((sum, it) => sum + it.cents, 0);
  const orders = days.reduce((sum, it) => sum + it.orders, 0);
  return { revenue: cents / 100, orders, averageOrder: orders ? Math.round(cents / orders) / 100 : 0 };
}

export async function readFigures({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<DashboardStats> {
  const today = Math.floor(now().getTime() / DAY) * DAY;
  const since = today - (SPAN - 1) * DAY;
  const before = since - SPAN * DAY;
  const [sales, newShoppers, latestOrders, runningLow] = await Promise.all([
    repository.listSales(db, new Date(before)),
    repository.countNewShoppers(db, new Date(before), new Date(since)),
    repository.listLatestOrders(db, LATEST_ORDERS),
    repository.listRunningLow(db, RUNNING_LOW.quantity, RUNNING_LOW.limit),
  ]);
  const byDay = new Map(sales.map((it) => [it.day, it]));
  const days = listDays(since, byDay);
  const [sum, earlier] = [sumOf(days), sumOf(listDays(before, byDay))];
  return {
    revenue: { now: sum.revenue, before: earlier.revenue },
    orders: { now: sum.orders, before: earlier.orders },
    averageOrder: { now: sum.averageOrder, before: earlier.averageOrder },
    newShoppers,
    days: days.map(({ day, cents, orders }) => ({ day, revenue: cents / 100, orders })),
    latestOrders,
    runningLow,
  };
}
