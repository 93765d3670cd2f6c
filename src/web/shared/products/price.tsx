/** A product's price and stock. */
import type { Product } from '../../../contract/product.ts';
import { classNames } from '../../kit/class-names.ts';
import { formatPrice } from '../format.ts';
import { stock, product as words } from '../messages/home.ts';
import { useShop } from '../shop-data.ts';

/** Stock in words. Cards set `isLowStockOnly`, since most products are in stock. */
export function StockLabel({
  quantity,
  isLowStockOnly = false,
  className,
}: {
  quantity: number;
  isLowStockOnly?: boolean;
  className?: string;
}) {
  const { lowStockThreshold } = useShop().settings.shop;
  if (quantity <= 0) return <p className={classNames('text-small text-soft', className)}>{stock.outOfStock}</p>;
  if (quantity <= lowStockThreshold) return <p className={classNames('text-small text-caution', className)}>{stock.lowStock(quantity)}</p>;
  if (isLowStockOnly) return null;
  return <p className={classNames('text-small text-good', className)}>{stock.inStock}</p>;
}

/** Carts stored by earlier versions have no price before the sale. */
type Priced = Pick<Product, 'price' | 'isPriceFrom'> & { compareAtPrice?: number | null | undefined };

/** Only the price, with "From" if it is the lowest of several. */
export function PriceAmount({ product: { price, isPriceFrom } }: { product: Priced }) {
  return (
    <>
      {isPriceFrom && `${words.priceFrom} `}
      {formatPrice(price)}
    </>
  );
}

/** In a sale, a space and the struck-through price before it. */
export function PriceBefore({ product: { price, compareAtPrice } }: { product: Priced }) {
  if (!compareAtPrice || compareAtPrice <= price) return null;
  return (
    <>
      {' '}
      <s className="price-before">
        <span className="sr-only">{words.priceBefore} </span>
        {formatPrice(compareAtPrice)}
      </s>
    </>
  );
}

/** The price and, in a sale, the price before it and the saving. */
export function Price({ product }: { product: Priced }) {
  const { price, compareAtPrice } = product;
  // Rounded down, so that it never promises more than the saving.
  const percent = compareAtPrice ? Math.floor((1 - price / compareAtPrice) * 100) : 0;
  return (
    <>
      <PriceAmount product={product} />
      <PriceBefore product={product} />
      {percent > 0 && (
        <>
          {' '}
          <span className="saving">{words.save(percent)}</span>
        </>
      )}
    </>
  );
}
