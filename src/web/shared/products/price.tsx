/** A product's price and stock. */
import type { Product } from '../../../contract/product.ts';
import type { StockPolicy } from '../../../contract/stock-policy.ts';
import { classNames } from '../../kit/class-names.ts';
import { Link } from '../../kit/link.tsx';
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
type Priced = Pick<Product, 'price' | 'isPriceFrom' | 'unitPrice' | 'lowestPrice'> &
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

/**
 * In a sale, a space and the struck-through price before it. Where the shop shows the lowest price of the 30 days before a sale, the saving counts from
 * that, and without one that is above the price no sale is announced.
 */
export function PriceBefore({ product: { price, compareAtPrice, lowestPrice }, hasSaving }: { product: Priced; hasSaving?: boolean }) {
  const lowest = useShop().settings.priceNotes?.lowest;
  const from = lowest ? lowestPrice : compareAtPrice;
  if (!compareAtPrice || !from || from <= price) return null;
  // Rounded down, so that it never promises more than the saving: 40 instead of 50 would be 19.999… per cent otherwise.
  const percent = Math.floor(100 - (100 * price) / from + 1e-9);
  return (
    <>
      {' '}
      <s className="price-before">
        <span className="sr-only">{words.priceBefore} </span>
        {formatPrice(compareAtPrice)}
      </s>
      {hasSaving && percent > 0 && (
        <>
          {' '}
          <span className="saving">{words.save(percent)}</span>
        </>
      )}
      {lowest && (
        <small className="price-note">
          {lowest} {formatPrice(from)}
        </small>
      )}
    </>
  );
}

/** Per kg, l, m or piece, where it is known. */
export const UnitPrice = ({ product: { unitPrice } }: { product: Pick<Product, 'unitPrice'> }) =>
  unitPrice && (
    <small className="price-note">
      {formatPrice(unitPrice.price)} / {unitPrice.per}
    </small>
  );

/** Below a price: what it is per unit and, where the shop says so, whether tax and shipping are in it. */
export function PriceNotes({ product }: { product: Priced }) {
  const note = useShop().settings.priceNotes?.[product.shipping ? 'shipped' : 'unshipped'];
  return (
    <>
      <UnitPrice product={product} />
      {note && (
        <small className="price-note">
          {note.text}{' '}
          {note.page && (
            <Link to={note.page} className="underline">
              {note.link}
            </Link>
          )}
        </small>
      )}
    </>
  );
}

/** The price and, in a sale, the price before it and the saving. */
export const Price = ({ product }: { product: Priced }) => (
  <>
    <PriceAmount product={product} />
    <PriceBefore product={product} hasSaving />
    <PriceNotes product={product} />
  </>
);
