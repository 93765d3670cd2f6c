import { useState } from 'react';
import { IMAGE_WIDTHS, type Product } from '../../../../contract/product.ts';
import { atWidth, ProductPicture, SIZES } from '../../../components/product-picture.tsx';
import { detail } from '../../../messages.browse.ts';
import { common } from '../../../messages.ts';
import { SearchPlusIcon } from '../../../ui/icons.tsx';
import { ZoomDialog } from '../../../ui/zoom/zoom-dialog.tsx';

const LARGEST = Math.max(...IMAGE_WIDTHS);

/** The picture, which a press shows at its largest over the whole screen. */
export function LargePicture({ product: { image, name } }: { product: Product }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  return (
    <>
      <ProductPicture image={image} alt={name} sizes={SIZES.product} isFirst onFail={() => setIsMissing(true)} />
      {!isMissing && (
        <button
          type="button"
          aria-label={detail.enlarge}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
          className="group/zoom absolute inset-0 cursor-zoom-in rounded-picture -outline-offset-4 noscript:hidden"
        >
          <span className="absolute right-4 bottom-4 flex size-10 items-center justify-center rounded-full bg-raised/85 text-soft transition-colors duration-150 group-hover/zoom:text-ink">
            <SearchPlusIcon size={18} />
          </span>
        </button>
      )}
      {isOpen && (
        <ZoomDialog
          title={detail.picture}
          hint={detail.zoomHint}
          src={atWidth(image, LARGEST)}
          alt={name}
          size={LARGEST}
          close={() => setIsOpen(false)}
          labels={{ close: common.close, larger: detail.zoomIn, smaller: detail.zoomOut }}
        />
      )}
    </>
  );
}
