import { type MouseEvent, type RefObject, useEffect } from 'react';
import { IMAGE_WIDTHS } from '../../../contract/limits.ts';
import type { DetailedProduct } from '../../../contract/product.ts';
import { productPage as words } from '../../shared/messages/storefront.ts';
import { IMAGE_SIZES, imageUrlForWidth, ProductImage } from '../../shared/products/product-image.tsx';

const LARGEST_WIDTH = Math.max(...IMAGE_WIDTHS);

interface GalleryThumbnailsProps {
  images: DetailedProduct['images'];
  current: number;
  show: (index: number) => void;
  list: RefObject<HTMLUListElement | null>;
}

/** Links to the images, which work without a script; with one they show the image above. */
export function GalleryThumbnails({ images, current, show, list }: GalleryThumbnailsProps) {
  // Arrow keys on a thumbnail take the focus along.
  useEffect(() => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    if (links.some((it) => it === document.activeElement)) links[current]?.focus({ preventScroll: true });
  }, [current, list]);

  const onClick = (event: MouseEvent, index: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(index);
  };

  return (
    <ul ref={list} className="mt-3.5 flex flex-wrap gap-3">
      {images.map(({ url, alt }, index) => (
        <li key={url}>
          <a
            href={imageUrlForWidth(url, LARGEST_WIDTH)}
            aria-current={index === current ? 'true' : undefined}
            aria-label={words.showImage(index + 1, alt)}
            onClick={(event) => onClick(event, index)}
            className="block w-14 overflow-hidden rounded-control outline-offset-2 outline-ink focus-visible:outline-2 focus-visible:outline-accent aria-[current=true]:outline-2"
          >
            <ProductImage image={url} alt="" sizes={IMAGE_SIZES.galleryThumbnail} />
          </a>
        </li>
      ))}
    </ul>
  );
}
