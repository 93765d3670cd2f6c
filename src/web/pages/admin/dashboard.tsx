import { type DashboardStats, readDashboardStats } from '../../../contract/report.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { Loading } from '../../components/area/loading.tsx';
import { PanelShape, Repeat } from '../../components/area/shapes.tsx';
import { formatPrice } from '../../format.ts';
import { adminArea, overview as words } from '../../messages.admin.ts';
import { spec } from '../../messages.ts';
import { useSession } from '../../state/session.ts';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { useLoad } from '../../use-load.ts';
import { FigureCard } from './overview/figure-card.tsx';
import { LatestOrders } from './overview/latest-orders.tsx';
import { RevenueByDay } from './overview/revenue-by-day.tsx';
import { RunningLow } from './overview/running-low.tsx';

export const meta = () => [{ title: `${adminArea.overview} – ${spec.title}` }];

const four = 'grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4';
const two = 'grid items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]';

export default function AdminDashboardPage() {
  const user = useSession()?.user;
  const loaded = useLoad('figures', (it, signal) => it(readDashboardStats, { signal }));
  return (
    <>
      <AreaHead title={adminArea.overview} lead={words.hello(user?.name ?? '')} />
      <Loading of={loaded} shape={<OverviewShape />}>
        {({ figures }) => <Overview figures={figures} />}
      </Loading>
    </>
  );
}

function Overview({ figures }: { figures: DashboardStats }) {
  return (
    <div className="flex flex-col gap-4">
      <dl className={four}>
        <FigureCard label={words.revenue} figure={figures.revenue} format={formatPrice} />
        <FigureCard label={words.orders} figure={figures.orders} format={String} />
        <FigureCard label={words.averageOrder} figure={figures.averageOrder} format={formatPrice} />
        <FigureCard label={words.newShoppers} figure={figures.newShoppers} format={String} />
      </dl>
      <RevenueByDay days={figures.days} />
      <div className={two}>
        <LatestOrders orders={figures.latestOrders} />
        <RunningLow products={figures.runningLow} />
      </div>
    </div>
  );
}

function OverviewShape() {
  return (
    <div className="flex flex-col gap-4">
      <div className={four}>
        <Repeat times={4}>
          <PanelShape className="h-29">
            <Skeleton className="h-3.5 w-2/3" />
            <Skeleton className="mt-3 h-6 w-1/2" />
          </PanelShape>
        </Repeat>
      </div>
      <PanelShape className="h-95">
        <Skeleton className="h-4.5 w-32" />
        <Skeleton className="mt-5 h-56 rounded-control opacity-60" />
      </PanelShape>
      <div className={two}>
        <Repeat times={2}>
          <PanelShape className="h-80">
            <Skeleton className="h-4.5 w-32" />
            <SkeletonText lines={6} className="mt-6 space-y-6" />
          </PanelShape>
        </Repeat>
      </div>
    </div>
  );
}
