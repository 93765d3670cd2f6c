import type { DashboardStats } from '../../../contract/reports.ts';
import { Link } from '../../kit/link.tsx';
import { Panel } from '../../kit/panel.tsx';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { overview as words } from '../messages.ts';

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
