import { IMAGE_WIDTHS } from '../../contract/product.ts';
import { Picture } from '../ui/picture.tsx';

interface ProductPictureProps {
  /** A product's `image`: `…-640.webp`. */
  image: string;
  alt: string;
  /** How wide it is shown, as CSS `sizes`. */
  sizes: string;
  isEager?: boolean;
  className?: string;
}

const ENDING = /-\d+\.webp$/;

/** The same picture at the width that is asked for, if it is one of the shop's own. */
function atWidth(image: string, width: number): string {
  return image.replace(ENDING, `-${width}.webp`);
}

export function ProductPicture({ image, alt, sizes, isEager = false, className }: ProductPictureProps) {
  const isOurs = image.startsWith('/uploads/') && ENDING.test(image);
  return (
    <Picture
      key={image}
      src={image}
      {...(isOurs && { srcSet: IMAGE_WIDTHS.map((width) => `${atWidth(image, width)} ${width}w`).join(', '), sizes })}
      alt={alt}
      size={640}
      isEager={isEager}
      {...(className && { className })}
    />
  );
}
