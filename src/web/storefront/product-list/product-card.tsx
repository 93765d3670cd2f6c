/** A product in a grid. Each page sets the buttons' labels and the length of the excerpt (HOME-3, CAT-2, SRCH-3). */
import { type CSSProperties, useEffect, useRef } from 'react';
import { useViewTransitionState } from 'react-router';
import type { Product } from '../../../contract/product.ts';
import { PREFETCH_HOVER_MS } from '../../constants.ts';
import { usePrefersReducedMotion } from '../../kit/browser-hooks.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { Link, type LinkProps } from '../../kit/link.tsx';
import { excerpt } from '../../shared/format.ts';
import { stock, product as words } from '../../shared/messages/home.ts';
import { Price, StockLabel } from '../../shared/products/price.tsx';
import { IMAGE_SIZES, ProductImage } from '../../shared/products/product-image.tsx';
import { prefetchProduct, setPlaceholderProduct } from '../../state/prefetch.ts';
import { addToCartWithToast } from '../cart/add-to-cart-with-toast.ts';

/** What all links to a product share: prefetching on hover, and the view transition of its image. */
const productUrl = (product: Product) => `/product/${product.slug}`;

/** Props for a link. Prefetches the product when the pointer or the focus rests on it. */
export function useProductLink(product: Product): Omit<LinkProps, 'className'> {
  const prefersReducedMotion = usePrefersReducedMotion();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancelPrefetch = () => clearTimeout(timer.current);
  const schedulePrefetch = () => {
    cancelPrefetch();
    timer.current = setTimeout(() => prefetchProduct(product), PREFETCH_HOVER_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    to: productUrl(product),
    viewTransition: !prefersReducedMotion,
    onPointerEnter: schedulePrefetch,
    onPointerLeave: cancelPrefetch,
    onFocus: schedulePrefetch,
    onBlur: cancelPrefetch,
    onClick: () => {
      cancelPrefetch();
      setPlaceholderProduct(product);
    },
  };
}

/** Gives the image the same view-transition name on both pages, only while navigating between them. */
export function useImageTransitionStyle(product: Product): CSSProperties | undefined {
  const isTransitioning = useViewTransitionState(productUrl(product));
  return isTransitioning ? { viewTransitionName: `image-${product._id}` } : undefined;
}

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

/** The first row on a wide screen; the first two of them are also visible first on a phone. */
const EAGER_IMAGE_COUNT = 4;
const PRIORITY_IMAGE_COUNT = 2;

export function ProductCard(props: ProductCardProps) {
  const { product, excerptLength, detailsLabel, addLabel, canAdd = true, index = EAGER_IMAGE_COUNT, sizes = IMAGE_SIZES.card } = props;
  const link = useProductLink(product);
  const imageStyle = useImageTransitionStyle(product);
  const isOutOfStock = product.quantity <= 0;
  return (
    <article className="product-card" data-product={product.slug}>
      <Link {...link} tabIndex={-1} aria-hidden="true" style={imageStyle}>
        <ProductImage
          image={product.image}
          alt=""
          sizes={sizes}
          isEager={index < EAGER_IMAGE_COUNT}
          isPriority={index < PRIORITY_IMAGE_COUNT}
        />
      </Link>
      <h3>
        <Link {...link} dir="auto">
          {product.name}
        </Link>
      </h3>
      <p dir="auto">{excerpt(product.description, excerptLength)}</p>
      <div className="price-row">
        <p className="tabular-nums">
          <Price product={product} />
        </p>
        <StockLabel product={product} isLowStockOnly />
      </div>
      <div className="card-buttons">
        {detailsLabel && (
          <LinkButton {...link} variant="secondary" aria-label={`${detailsLabel}: ${product.name}`}>
            {detailsLabel}
          </LinkButton>
        )}
        {addLabel && product.hasOptions && !isOutOfStock && (
          <LinkButton {...link} aria-label={`${words.choose}: ${product.name}`}>
            {words.choose}
          </LinkButton>
        )}
        {addLabel && (!product.hasOptions || isOutOfStock) && (
          <Button
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
