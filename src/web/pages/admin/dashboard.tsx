import { readFigures } from '../../../contract/shop.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { formatPrice } from '../../format.ts';
import { adminArea, overview as words } from '../../messages.admin.ts';
import { common, spec } from '../../messages.ts';
import { useSession } from '../../state/session.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useLoad } from '../../use-load.ts';
import { FigureCard } from './overview/figure-card.tsx';
import { LatestOrders } from './overview/latest-orders.tsx';
import { RevenueByDay } from './overview/revenue-by-day.tsx';
import { RunningLow } from './overview/running-low.tsx';

export const meta = () => [{ title: `${adminArea.overview} – ${spec.title}` }];

export default function AdminDashboardPage() {
  const user = useSession()?.user;
  return (
    <>
      <AreaHead title={adminArea.overview} lead={words.hello(user?.name ?? '')} />
      <Overview />
    </>
  );
}

function Overview() {
  const { data, error, reload } = useLoad('figures', (it, signal) => it(readFigures, { signal }));
  if (error) return <LoadFailed error={error} retry={() => void reload()} />;
  if (!data) return <Spinner label={common.loading} />;
  const { figures } = data;
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        <FigureCard label={words.revenue} figure={figures.revenue} format={formatPrice} />
        <FigureCard label={words.orders} figure={figures.orders} format={String} />
        <FigureCard label={words.averageOrder} figure={figures.averageOrder} format={formatPrice} />
        <FigureCard label={words.newShoppers} figure={figures.newShoppers} format={String} />
      </dl>
      <RevenueByDay days={figures.days} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <LatestOrders orders={figures.latestOrders} />
        <RunningLow products={figures.runningLow} />
      </div>
    </div>
  );
}
