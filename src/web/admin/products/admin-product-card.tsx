/** A product card for admins, with Edit and Delete. */
import type { Product } from '../../../contract/product.ts';
import { EXCERPT_LENGTH } from '../../constants.ts';
import { LinkButton } from '../../kit/button.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { Badge } from '../../kit/status.tsx';
import { Repeat } from '../../shared/dashboard-layout/async-content.tsx';
import { excerpt } from '../../shared/format.ts';
import { Price, StockLabel } from '../../shared/products/price.tsx';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { products as words } from '../messages.ts';
import { ActionButton } from '../parts/action-button.tsx';

export const productGrid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 lg:grid-cols-4';

const cardClass = 'flex flex-col overflow-hidden rounded-card border border-line bg-raised transition-colors hover:border-edge/60';

export function ProductCard({ product, onDelete }: { product: Product; onDelete: () => void }) {
  return (
    <article className={cardClass}>
      <ProductImage image={product.image} alt="" sizes="(min-width: 64rem) 270px, (min-width: 40rem) 30vw, 45vw" />
      <div className="flex grow flex-col p-3.5">
        <h2 dir="auto" title={product.name} className="line-clamp-2 text-left text-base leading-snug font-[600] tracking-[-0.01em]">
          {product.name}
        </h2>
        {product.status !== 'active' && (
          <p className="mt-1">
            <Badge tone={product.status === 'draft' ? 'caution' : 'quiet'}>{words.statuses[product.status]}</Badge>
          </p>
        )}
        <p dir="auto" className="mt-0.5 text-left text-small text-soft">
          {excerpt(product.description, EXCERPT_LENGTH.admin)}
        </p>
        <div className="mt-1 mb-3 flex flex-wrap items-baseline justify-between gap-x-2">
          <p className="tabular-nums font-[600]">
            <Price product={product} />
          </p>
          <StockLabel quantity={product.quantity} isLowStockOnly />
        </div>
        <div className="mt-auto flex flex-wrap gap-2">
          <LinkButton
            to={`/dashboard/admin/update-product/${product.slug}`}
            variant="secondary"
            size="small"
            className="grow"
            aria-label={`${words.edit} ${product.name}`}
          >
            {words.edit}
          </LinkButton>
          <ActionButton
            variant="danger-quiet"
            size="small"
            className="grow"
            aria-label={`${words.delete} ${product.name}`}
            onClick={onDelete}
          >
            {words.delete}
          </ActionButton>
        </div>
      </div>
    </article>
  );
}

export function ProductCardsSkeleton({ count }: { count: number }) {
  return (
    <div className={productGrid}>
      <Repeat times={count}>
        <div className={cardClass}>
          <Skeleton className="aspect-product rounded-none" />
          <div className="flex h-37 flex-col gap-2.5 p-3.5">
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-3.5 w-3/5" />
            <Skeleton className="mt-auto h-9 rounded-control" />
          </div>
        </div>
      </Repeat>
    </div>
  );
}
