import { Skeleton, SkeletonText } from '../../../kit/skeleton.tsx';
import { Spinner } from '../../../kit/spinner.tsx';
import { getPlaceholderProduct } from '../../../state/prefetch.ts';
import { useShop } from '../../hooks/use-shop.ts';
import { common } from '../../messages/common.ts';
import { nav } from '../../messages/navigation.ts';
import { Breadcrumbs } from '../../products/breadcrumbs.tsx';
import { Price } from '../../products/price.tsx';
import { IMAGE_SIZES, ProductImage } from '../../products/product-image.tsx';
import { ProductLayout, ProductName } from '../../products/product-layout.tsx';
import { StockLabel } from '../../products/stock-label.tsx';
import { HeadingSkeleton } from './product-list-skeleton.tsx';

/** A product page's skeleton, filled with what the clicked card knows of the product. */
export function ProductPageSkeleton({ slug }: { slug: string }) {
  const product = getPlaceholderProduct(slug);
  const category = useShop().categories.find((it) => it._id === product?.category);
  return (
    <div className="page pt-4">
      <ProductLayout
        breadcrumbs={
          <Breadcrumbs
            items={[
              { name: nav.home, to: '/' },
              ...(category ? [{ name: category.name, to: `/category/${category.slug}` }] : []),
              ...(product ? [{ name: product.name }] : []),
            ]}
          />
        }
        image={
          <div className="overflow-hidden rounded-image">
            {product ? (
              <ProductImage image={product.image} alt="" sizes={IMAGE_SIZES.product} isPriority />
            ) : (
              <Skeleton className="aspect-product w-full" />
            )}
          </div>
        }
      >
        {product ? (
          <>
            <ProductName name={product.name} />
            <p className="tabular-nums mt-3 text-head font-[620] tracking-[-0.02em]">
              <Price product={product} />
            </p>
            <StockLabel quantity={product.quantity} className="mt-2" />
          </>
        ) : (
          <h1 className="text-display">
            <HeadingSkeleton />
          </h1>
        )}
        <div className="relative mt-6">
          <Skeleton className="h-12 rounded-control!" />
          <div className="absolute inset-0 flex items-center justify-center">
            <Spinner label={common.loading} />
          </div>
        </div>
        <SkeletonText lines={5} className="mt-8 border-t border-line pt-6" />
      </ProductLayout>
    </div>
  );
}
