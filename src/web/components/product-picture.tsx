import { IMAGE_WIDTHS } from '../../contract/product.ts';
import { Picture } from '../ui/picture.tsx';

interface ProductPictureProps {
  /** A product's `image`: `…-640.webp`. */
  image: string;
  alt: string;
  /** How wide it is shown, as CSS `sizes`. */
  sizes: string;
  isEager?: boolean;
  isFirst?: boolean;
  onFail?: () => void;
  className?: string;
}

/** The first width is what a page is wide at most; beyond it nothing grows. */
export const SIZES = {
  /** A card in a row of four that takes the whole page. */
  card: '(min-width: 73.5rem) 269px, (min-width: 64rem) calc((100vw - 100px) / 4), (min-width: 40rem) calc((100vw - 80px) / 3), calc((100vw - 56px) / 2)',
  /** The same beside the filters. */
  cardBesideFilters:
    '(min-width: 73.5rem) 200px, (min-width: 64rem) calc((100vw - 376px) / 4), (min-width: 40rem) calc((100vw - 80px) / 3), calc((100vw - 56px) / 2)',
  /** The one that a product's page is about. */
  product:
    '(min-width: 73.5rem) 557px, (min-width: 64rem) calc((100vw - 104px) * 0.52), (min-width: 52rem) calc((100vw - 72px) / 2), calc(100vw - 40px)',
  chip: '48px',
} as const;

/** Pixels; the least file is nearly three times as wide. */
const THUMB_MOST = 56;

const ENDING = /-\d+\.webp$/;

/** The same picture at the width that is asked for, if it is one of the shop's own. */
export function atWidth(image: string, width: number): string {
  return image.replace(ENDING, `-${width}.webp`);
}

export function ProductPicture({ image, alt, sizes, isEager = false, isFirst = false, onFail, className }: ProductPictureProps) {
  const isOurs = image.startsWith('/uploads/') && ENDING.test(image);
  // So small that the least file is sharp on every screen: there is nothing to choose from.
  const isThumb = isOurs && /^\d+px$/.test(sizes) && Number.parseInt(sizes, 10) <= THUMB_MOST;
  return (
    <Picture
      key={image}
      src={isThumb ? atWidth(image, IMAGE_WIDTHS[0]) : image}
      {...(isOurs && !isThumb && { srcSet: IMAGE_WIDTHS.map((width) => `${atWidth(image, width)} ${width}w`).join(', '), sizes })}
      alt={alt}
      size={640}
      isEager={isEager}
      isFirst={isFirst}
      {...(onFail && { onFail })}
      {...(className && { className })}
    />
  );
}
