import { type BestProduct, type DashboardStats, exportProductStats, listBestProducts } from '../../../contract/reports.ts';
import { api } from '../../api.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Link } from '../../kit/link.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, Repeat } from '../../shared/dashboard-layout/async-content.tsx';
import { formatCount, formatPrice } from '../../shared/format.ts';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { OrderStatus } from '../../shared/orders/order-status.tsx';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { OrderLink } from '../orders/order-links.tsx';
import { buildPeriodUrl, type OverviewPeriod, toPeriodQuery } from '../parts/period-field.tsx';
import { overview as words } from './messages.ts';

export function LowStock({ products }: { products: DashboardStats['runningLow'] }) {
  return (
    <Panel title={words.lowStock}>
      {products.length === 0 && <p className="text-soft">{words.noLowStock}</p>}
      <ul>
        {products.map((product) => (
          <li key={product._id} className="flex items-center gap-3 border-b border-line py-2 last:border-b-0 last:pb-0">
            <span className="size-10 shrink-0 overflow-hidden rounded-control">
              <ProductImage image={product.image} alt="" sizes="40px" />
            </span>
            <Link to={`/dashboard/admin/update-product/${product.slug}`} className="min-w-0 grow py-1 hover:text-accent">
              <bdi className="line-clamp-2">{product.name}</bdi>
            </Link>
            <span className="tabular-nums text-small whitespace-nowrap text-caution">{words.stockLeft(product.quantity)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const ORDER_COLUMNS: Column<DashboardStats['latestOrders'][number]>[] = [
  { header: words.order, cell: (order) => <OrderLink order={order} /> },
  { header: words.customer, cell: (order) => <bdi className="line-clamp-2">{order.shopper}</bdi> },
  { header: words.status, cell: (order) => <OrderStatus {...order} /> },
  { header: words.total, isEndAligned: true, cell: (order) => formatPrice(order.total, order.currency) },
];

export function LatestOrders({ orders }: { orders: DashboardStats['latestOrders'] }) {
  return (
    <Panel
      title={words.latestOrders}
      action={
        orders.length > 0 && (
          <Link to="/dashboard/admin/orders" className="-my-1 inline-flex min-h-8 items-center text-accent hover:underline">
            {words.allOrders}
          </Link>
        )
      }
    >
      {orders.length ? (
        <DataTable
          caption={words.latestOrders}
          columns={ORDER_COLUMNS}
          rows={orders}
          getRowKey={(order) => order._id}
          narrowLayout="list"
          isInPanel
        />
      ) : (
        <p className="text-soft">{words.noOrders}</p>
      )}
    </Panel>
  );
}

/** What sold best in the overview's period. It loads by itself, since its period may hold many products. */
const PRODUCT_COLUMNS: Column<BestProduct>[] = [
  { header: words.product, cell: ({ product }) => <Product product={product} /> },
  { header: words.itemsSold, isEndAligned: true, cell: ({ pieces }) => formatCount(pieces) },
  { header: words.netSales, isEndAligned: true, cell: ({ sales }) => formatPrice(sales) },
];

const MARGIN: Column<BestProduct> = {
  header: words.margin,
  isEndAligned: true,
  cell: ({ margin }) => (margin === undefined ? '–' : `${margin}%`),
};

export function BestProducts({ chosen }: { chosen: OverviewPeriod }) {
  const query = toPeriodQuery(chosen);
  const loaded = useLoad(`best products ${buildPeriodUrl(chosen)}`, (it, signal) => it(listBestProducts, { query, signal }));
  return (
    <Panel
      title={words.bestProducts}
      action={
        <DownloadButton size="small" fileName={words.productsFileName} load={() => api(exportProductStats, { query })}>
          {words.exportProducts}
        </DownloadButton>
      }
    >
      <AsyncContent state={loaded} skeleton={<BestProductsSkeleton />}>
        {({ products }) =>
          products.length ? (
            <>
              <DataTable
                caption={words.bestProducts}
                columns={products.some(({ margin }) => margin !== undefined) ? [...PRODUCT_COLUMNS, MARGIN] : PRODUCT_COLUMNS}
                rows={products}
                getRowKey={({ product }) => product?._id ?? ''}
                narrowLayout="list"
                isInPanel
              />
              <p className="mt-3 text-small text-soft">{words.netSalesHint}</p>
            </>
          ) : (
            <p className="text-soft">{words.nothingSold}</p>
          )
        }
      </AsyncContent>
    </Panel>
  );
}

function Product({ product }: Pick<BestProduct, 'product'>) {
  if (!product) return <span className="text-soft">{words.deletedProducts}</span>;
  return (
    <span className="flex items-center gap-3">
      <span className="size-10 shrink-0 overflow-hidden rounded-control">
        <ProductImage image={product.image} alt="" sizes="40px" />
      </span>
      <Link to={`/dashboard/admin/update-product/${product.slug}`} className="min-w-0 py-1 hover:text-accent">
        <bdi className="line-clamp-2">{product.name}</bdi>
      </Link>
    </span>
  );
}

function BestProductsSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Repeat times={5}>
        <Skeleton className="h-10 w-full rounded-control" />
      </Repeat>
    </div>
  );
}
