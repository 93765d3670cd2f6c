import { useNavigate, useSearchParams } from 'react-router';
import { readWaiting, type Waiting } from '../../../contract/email.ts';
import { type DashboardStats, exportDashboardStats, readDashboardStats } from '../../../contract/reports.ts';
import { toDay } from '../../../contract/time-zone.ts';
import { api } from '../../api.ts';
import { classNames } from '../../kit/class-names.ts';
import { Skeleton, SkeletonText } from '../../kit/loading.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, PanelSkeleton, Repeat } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatCount, formatDay, formatPrice } from '../../shared/format.ts';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { useShop } from '../../shared/shop-data.ts';
import { useSession } from '../../state/session.ts';
import { adminFrame, adminNav } from '../layout/messages.ts';
import { listTasks, TaskList } from '../layout/tasks.tsx';
import {
  buildPeriodUrl,
  type OverviewPeriod as Chosen,
  type OverviewPeriod as ChosenPeriod,
  PeriodField,
  readOverviewPeriod,
  toPeriodQuery,
} from '../parts/period-field.tsx';
import { RevenueByDay } from './chart.tsx';
import { overview } from './messages.ts';
import { BestProducts, LatestOrders, LowStock } from './overview-lists.tsx';
import { LastBackup, SetupList, SetupWarnings } from './setup-list.tsx';

interface StatCardProps {
  label: string;
  stat: DashboardStats['revenue'];
  format: (value: number) => string;
  /** How many days both periods have. */
  days: number;
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });

/** Changes below half a percent count as none. */
function describeChange({ now, before }: DashboardStats['revenue'], days: number): { text: string; className: string } {
  const previous = overview.previous(days);
  if (before === 0 && now > 0) return { text: overview.noPreviousData(previous), className: 'text-soft' };
  const change = before === 0 ? '0%' : percent.format((now - before) / before);
  if (change === '0%') return { text: overview.unchanged(previous), className: 'text-soft' };
  return { text: overview.change(change.replace('-', '−'), previous), className: now > before ? 'text-good' : 'text-caution' };
}

function StatCard({ label, stat, format, days }: StatCardProps) {
  const { text, className } = describeChange(stat, days);
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-raised p-4 sm:p-5">
      <dt className="text-small text-soft">{label}</dt>
      <dd className="tabular-nums text-title font-[640] tracking-[-0.03em] sm:text-head">{format(stat.now)}</dd>
      <dd className={classNames('text-small', className)}>{text}</dd>
    </div>
  );
}

/** The period of the overview's statistics, which is in the URL, and the export of its days. */
interface OverviewPeriodProps {
  chosen: Chosen;
  /** The days of the statistics that are shown. */
  period: DashboardStats['period'];
}

function OverviewPeriod({ chosen, period }: OverviewPeriodProps) {
  const navigate = useNavigate();
  const { timeZone } = useShop().settings.shop;
  const open = (next: Chosen) => void navigate(buildPeriodUrl(next), { preventScrollReset: true });
  const isSoFar = period.from <= toDay(new Date(), timeZone) && period.to >= toDay(new Date(), timeZone);
  return (
    <div className="mt-2 flex flex-wrap items-end gap-3">
      <PeriodField
        // The fields for chosen days start with those that are shown.
        period={chosen.days === null ? chosen : period}
        days={chosen.days}
        selectDays={(days) => open({ days, from: '', to: '' })}
        apply={(next) => open({ ...next, days: null })}
      />
      <DownloadButton fileName={overview.fileName} load={() => api(exportDashboardStats, { query: toPeriodQuery(chosen) })}>
        {overview.export}
      </DownloadButton>
      <p className="tabular-nums min-h-11 content-center text-small text-soft">
        {overview.period(formatDay(period.from), formatDay(period.to), timeZone)}
        {isSoFar && `, ${overview.soFar}`}
      </p>
    </div>
  );
}

/** Empty if nothing waits. */
function ToDo({ waiting }: { waiting: Waiting }) {
  const tasks = listTasks(waiting);
  if (!tasks.length) return null;
  return (
    <Panel title={adminFrame.toDo}>
      <TaskList tasks={tasks} />
    </Panel>
  );
}

export const meta = createTitleMeta(adminNav.home);

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
      <DashboardHeader title={adminNav.home} lead={overview.greeting(user?.name ?? '')} />
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
        <StatCard label={overview.revenue} stat={stats.revenue} format={formatPrice} days={days} />
        <StatCard label={overview.orders} stat={stats.orders} format={formatCount} days={days} />
        <StatCard label={overview.averageOrder} stat={stats.averageOrder} format={formatPrice} days={days} />
        <StatCard label={overview.newCustomers} stat={stats.newShoppers} format={formatCount} days={days} />
      </dl>
      <RevenueByDay days={stats.days} />
      <div className={panelGrid}>
        <div className="flex min-w-0 flex-col gap-4">
          <LatestOrders orders={stats.latestOrders} />
          {/* Loads a moment later; as the last part, it moves nothing. */}
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
