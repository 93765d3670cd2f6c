import { formatPrice } from '../../format.ts';
import { common, nav } from '../../messages.ts';
import { rememberedProduct } from '../../state/ahead.ts';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ProductLayout, ProductName } from '../product-layout.tsx';
import { ProductPicture, SIZES } from '../product-picture.tsx';
import { StockNote } from '../stock-note.tsx';
import { Trail } from '../trail.tsx';
import { useShop } from '../use-shop.ts';
import { Unnamed } from './coming-list.tsx';

/** A product on its way: whatever the card told of it, and the shape of the rest. */
export function ComingProduct({ slug }: { slug: string }) {
  const product = rememberedProduct(slug);
  const category = useShop().categories.find((it) => it._id === product?.category);
  return (
    <div className="page pt-4">
      <ProductLayout
        trail={
          <Trail
            steps={[
              { name: nav.home, to: '/' },
              ...(category ? [{ name: category.name, to: `/category/${category.slug}` }] : []),
              ...(product ? [{ name: product.name }] : []),
            ]}
          />
        }
        picture={
          product ? (
            <ProductPicture image={product.image} alt="" sizes={SIZES.product} isFirst />
          ) : (
            <Skeleton className="aspect-square w-full" />
          )
        }
      >
        {product ? (
          <>
            <ProductName name={product.name} />
            <p className="figures mt-3 text-head font-[620] tracking-[-0.02em]">{formatPrice(product.price)}</p>
            <StockNote quantity={product.quantity} className="mt-2" />
          </>
        ) : (
          <h1 className="text-display">
            <Unnamed />
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
