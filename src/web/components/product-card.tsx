/** A product in a grid. Each page sets the buttons' labels and the length of the excerpt (HOME-3, CAT-2, SRCH-3). */
import type { Product } from '../../contract/product.ts';
import { excerpt, formatPrice } from '../format.ts';
import { stock } from '../messages/home.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Link } from '../ui/link.tsx';
import { addToCartWithToast } from './add-to-cart-with-toast.ts';
import { IMAGE_SIZES, ProductImage } from './product-image.tsx';
import { useImageTransitionStyle, useProductLink } from './product-link.ts';
import { StockLabel } from './stock-label.tsx';

interface ProductCardProps {
  product: Product;
  /** Characters of the description. */
  excerptLength: number;
  detailsLabel?: string;
  /** Without it there is no add button. */
  addLabel?: string;
  /** False: the button is shown but does nothing, as the specification describes (setting `quickAdd`). */
  canAdd?: boolean;
  /** Position in its list, from 0: the first ones load their images eagerly. */
  index?: number;
  /** CSS `sizes` of the image. */
  sizes?: string;
}

/** Small enough for two buttons side by side on the narrowest card. */
const cardButton = 'px-2! text-small! sm:px-3! lg:min-h-10';

/** The first row on a wide screen; the first two of them are also visible first on a phone. */
const EAGER_IMAGE_COUNT = 4;
const PRIORITY_IMAGE_COUNT = 2;

export function ProductCard(props: ProductCardProps) {
  const { product, excerptLength, detailsLabel, addLabel, canAdd = true, index = EAGER_IMAGE_COUNT, sizes = IMAGE_SIZES.card } = props;
  const link = useProductLink(product);
  const imageStyle = useImageTransitionStyle(product);
  const isOutOfStock = product.quantity <= 0;
  return (
    <article className="group flex flex-col" data-product={product.slug}>
      <Link {...link} tabIndex={-1} aria-hidden="true" style={imageStyle} className="block overflow-hidden rounded-card">
        <ProductImage
          image={product.image}
          alt=""
          sizes={sizes}
          isEager={index < EAGER_IMAGE_COUNT}
          isPriority={index < PRIORITY_IMAGE_COUNT}
          className="transition-transform duration-300 group-hover:scale-[1.025]"
        />
      </Link>
      <h3 className="mt-3 text-base leading-snug font-[600] tracking-[-0.01em]">
        <Link {...link} dir="auto" className="line-clamp-2 min-h-6 hover:text-accent">
          {product.name}
        </Link>
      </h3>
      <p dir="auto" className="mt-0.5 text-small text-soft">
        {excerpt(product.description, excerptLength)}
      </p>
      <div className="mt-1 mb-3 flex flex-wrap items-baseline justify-between gap-x-2">
        <p className="tabular-nums font-[600]">{formatPrice(product.price)}</p>
        <StockLabel quantity={product.quantity} isLowStockOnly />
      </div>
      <div className="mt-auto flex flex-wrap gap-1.5 sm:gap-2">
        {detailsLabel && (
          <LinkButton
            {...link}
            variant="secondary"
            className={classNames(cardButton, 'max-sm:grow')}
            aria-label={`${detailsLabel}: ${product.name}`}
          >
            {detailsLabel}
          </LinkButton>
        )}
        {addLabel && (
          <Button
            className={classNames(cardButton, 'grow')}
            disabled={isOutOfStock}
            aria-label={isOutOfStock ? `${stock.outOfStock}: ${product.name}` : `${addLabel}: ${product.name}`}
            onClick={canAdd ? () => addToCartWithToast(product) : undefined}
          >
            {isOutOfStock ? stock.outOfStock : addLabel}
          </Button>
        )}
      </div>
    </article>
  );
}

/** Two columns on a phone, up to four on a wide screen. */
export const productGrid = 'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 sm:gap-x-5 lg:grid-cols-4';
