/** A product's price and stock. */
import type { Product } from '../../../contract/product.ts';
import type { StockPolicy } from '../../../contract/stock-policy.ts';
import { classNames } from '../../kit/class-names.ts';
import { formatPrice } from '../format.ts';
import { stock, product as words } from '../messages/home.ts';
import { useShop } from '../shop-data.ts';

interface StockLabelProps {
  product: Pick<Product, 'quantity'> & { stock?: StockPolicy | undefined };
  /** Of as many pieces as are wanted; without it, of one. */
  promise?: string | undefined;
  isLowStockOnly?: boolean;
  className?: string;
}

type DescribedStock = Omit<StockLabelProps, 'className'>;

/** The words and their colour; null: nothing is said. */
function describeStock({ product: { quantity, stock: policy }, promise, isLowStockOnly }: DescribedStock, threshold: number) {
  if (quantity <= 0) return [stock.outOfStock, 'text-soft'];
  const later = promise ?? (policy?.ready ? null : policy?.promise);
  if (later) return [later, 'text-soft'];
  if (policy && !policy.ready) return null;
  if (!policy && quantity <= threshold) return [stock.lowStock(quantity), 'text-caution'];
  return isLowStockOnly ? null : [stock.inStock, 'text-good'];
}

/** Stock in words, or what is promised of it. Cards set `isLowStockOnly`, since most products are in stock. */
export function StockLabel({ className, ...described }: StockLabelProps) {
  const found = describeStock(described, useShop().settings.shop.lowStockThreshold);
  return found && <p className={classNames('text-small', found[1], className)}>{found[0]}</p>;
}

/** Carts stored by earlier versions have no price before the sale. */
export type Priced = Pick<Product, 'price' | 'isPriceFrom' | 'unitPrice' | 'lowestPrice'> &
  Partial<Pick<Product, 'shipping'>> & { compareAtPrice?: number | null | undefined };

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
