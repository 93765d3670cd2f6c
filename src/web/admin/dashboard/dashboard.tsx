import { useSearchParams } from 'react-router';
import { readWaiting, type Waiting } from '../../../contract/notifications.ts';
import { type DashboardStats, readDashboardStats } from '../../../contract/reports.ts';
import { Skeleton, SkeletonText } from '../../kit/loading.tsx';
import { AsyncContent, PanelSkeleton, Repeat } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatCount, formatPrice } from '../../shared/format.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { useSession } from '../../state/session.ts';
import { adminNav, overview as words } from '../messages.ts';
import { buildPeriodUrl, type OverviewPeriod as ChosenPeriod, readOverviewPeriod, toPeriodQuery } from '../parts/period-field.tsx';
import { BestProducts } from './best-products.tsx';
import { LatestOrders } from './latest-orders.tsx';
import { LowStock } from './low-stock.tsx';
import { OverviewPeriod } from './overview-period.tsx';
import { RevenueByDay } from './revenue-by-day.tsx';
import { LastBackup, SetupList, SetupWarnings } from './setup-list.tsx';
import { StatCard } from './stat-card.tsx';
import { ToDo } from './to-do.tsx';

export const meta = createTitleMeta(adminNav.overview);

const statGrid = 'grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4';
const panelGrid = 'grid items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]';

export default function AdminDashboardPage() {
  const user = useSession()?.user;
  const chosen = readOverviewPeriod(useSearchParams()[0]);
  const query = toPeriodQuery(chosen);
  const loaded = useLoad(`dashboard stats ${buildPeriodUrl(chosen)}`, async (it, signal) => {
    const [{ figures }, { waiting }] = await Promise.all([it(readDashboardStats, { query, signal }), it(readWaiting, { signal })]);
    return { figures, waiting };
  });
  return (
    <>
      <DashboardHeader title={adminNav.overview} lead={words.greeting(user?.name ?? '')} />
      <AsyncContent state={loaded} skeleton={<OverviewSkeleton />}>
        {({ figures, waiting }) => <Overview stats={figures} waiting={waiting} chosen={chosen} />}
      </AsyncContent>
    </>
  );
}

function Overview({ stats, waiting, chosen }: { stats: DashboardStats; waiting: Waiting; chosen: ChosenPeriod }) {
  const days = stats.days.length;
  return (
    <div className="flex flex-col gap-4">
      <SetupWarnings warnings={stats.warnings} />
      <SetupList steps={stats.setup} />
      <ToDo waiting={waiting} />
      <OverviewPeriod chosen={chosen} period={stats.period} />
      <dl className={statGrid}>
        <StatCard label={words.revenue} stat={stats.revenue} format={formatPrice} days={days} />
        <StatCard label={words.orders} stat={stats.orders} format={formatCount} days={days} />
        <StatCard label={words.averageOrder} stat={stats.averageOrder} format={formatPrice} days={days} />
        <StatCard label={words.newCustomers} stat={stats.newShoppers} format={formatCount} days={days} />
      </dl>
      <RevenueByDay days={stats.days} />
      <div className={panelGrid}>
        <div className="flex min-w-0 flex-col gap-4">
          <LatestOrders orders={stats.latestOrders} />
          {/* It comes a moment later: last, it moves nothing. */}
          <BestProducts chosen={chosen} />
        </div>
        <LowStock products={stats.runningLow} />
      </div>
      <LastBackup backup={stats.backup} />
    </div>
  );
}

function OverviewSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <div className={statGrid}>
        <Repeat times={4}>
          <PanelSkeleton className="h-29">
            <Skeleton className="h-3.5 w-2/3" />
            <Skeleton className="mt-3 h-6 w-1/2" />
          </PanelSkeleton>
        </Repeat>
      </div>
      <PanelSkeleton className="h-95">
        <Skeleton className="h-4.5 w-32" />
        <Skeleton className="mt-5 h-56 rounded-control opacity-60" />
      </PanelSkeleton>
      <div className={panelGrid}>
        <Repeat times={2}>
          <PanelSkeleton className="h-80">
            <Skeleton className="h-4.5 w-32" />
            <SkeletonText lines={6} className="mt-6 space-y-6" />
          </PanelSkeleton>
        </Repeat>
      </div>
    </div>
  );
}
