/** Prices with what the law of many countries wants beside them, where the shop shows it: the lowest price before a sale, tax and shipping. */
import type { Product } from '../../../contract/product.ts';
import { Link } from '../../kit/link.tsx';
import { formatPrice } from '../format.ts';
import { product as words } from '../messages/home.ts';
import { useShop } from '../shop-data.ts';
import { PriceBefore as OwnPriceBefore, PriceAmount, type Priced } from './price.tsx';

/**
 * The price before a sale. Where the shop shows the lowest price of the 30 days before it, the saving counts from that, and without one that is above the
 * price no sale is announced.
 */
export function PriceBefore({ product, hasSaving }: { product: Priced; hasSaving?: boolean }) {
  const lowest = useShop().settings.priceNotes?.lowest;
  const { price, compareAtPrice } = product;
  const from = lowest ? product.lowestPrice : compareAtPrice;
  if (!from || from <= price) return null;
  // Rounded down, so that it never promises more than the saving.
  const percent = Math.floor((1 - price / from) * 100);
  return (
    <>
      <OwnPriceBefore product={product} />
      {hasSaving && percent > 0 && (
        <>
          {' '}
          <span className="saving">{words.save(percent)}</span>
        </>
      )}
      {lowest && (
        <small className="price-note">
          {lowest}: {formatPrice(from)}
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

/** Below a price: what it is per unit, whether tax is in it, and that shipping isn't. */
export function PriceNotes({ product }: { product: Priced }) {
  const { shipped, unshipped } = useShop().settings.priceNotes ?? {};
  const { text, link = '', page = '' } = (product.shipping ? shipped : unshipped && { ...unshipped, link: '', page: '' }) ?? {};
  return (
    <>
      <UnitPrice product={product} />
      {text && (
        <small className="price-note">
          {text} {page && <Link to={page}>{link}</Link>}
        </small>
      )}
    </>
  );
}

/** The price and, in a sale, the price before it and the saving. */
export function Price({ product }: { product: Priced }) {
  return (
    <>
      <PriceAmount product={product} />
      <PriceBefore product={product} hasSaving />
      <PriceNotes product={product} />
    </>
  );
}
