import { useState } from 'react';
import { IMAGE_WIDTHS } from '../../../contract/limits.ts';
import type { DetailedProduct } from '../../../contract/product.ts';
import { SearchPlusIcon } from '../../kit/icons.tsx';
import { ZoomDialog } from '../../kit/zoom/zoom-dialog.tsx';
import { common } from '../../shared/messages/common.ts';
import { productPage } from '../../shared/messages/storefront.ts';
import { IMAGE_SIZES, imageUrlForWidth, ProductImage } from '../../shared/products/product-image.tsx';

const LARGEST_WIDTH = Math.max(...IMAGE_WIDTHS);

interface ZoomableImageProps {
  images: DetailedProduct['images'];
  /** Its position among the images. */
  index: number;
  /** Loads before all others. */
  isFirst?: boolean;
  /** Whether it is the image in view. */
  isCurrent: boolean;
  /** Called when the dialog closes, with the position of the image seen last. */
  onLeave?: (last: number) => void;
}

/** One of a product's images; a click opens it full screen. */
export function ZoomableImage({ images, index, isFirst = false, isCurrent, onLeave }: ZoomableImageProps) {
  const { url = '', alt = '' } = images[index] ?? {};
  const [isOpen, setIsOpen] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  return (
    <>
      <ProductImage image={url} alt={alt} sizes={IMAGE_SIZES.product} isPriority={isFirst} onError={() => setIsMissing(true)} />
      {isCurrent && !isMissing && (
        <button
          type="button"
          aria-label={productPage.openZoom}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
          className="group/zoom absolute inset-0 cursor-zoom-in rounded-image -outline-offset-4 noscript:hidden"
        >
          <span className="absolute right-4 bottom-4 flex size-10 items-center justify-center rounded-full bg-raised/85 text-soft transition-colors duration-150 group-hover/zoom:text-ink">
            <SearchPlusIcon size={18} />
          </span>
        </button>
      )}
      {isOpen && (
        <ZoomDialog
          title={productPage.image}
          hint={productPage.zoomHint}
          images={images.map((it) => ({ src: imageUrlForWidth(it.url, LARGEST_WIDTH), alt: it.alt }))}
          first={index}
          size={LARGEST_WIDTH}
          close={(last) => {
            setIsOpen(false);
            if (last !== index) onLeave?.(last);
          }}
          labels={{
            close: common.close,
            zoomIn: productPage.zoomIn,
            zoomOut: productPage.zoomOut,
            previous: productPage.previousImage,
            next: productPage.nextImage,
            position: productPage.imagePosition,
          }}
        />
      )}
    </>
  );
}
