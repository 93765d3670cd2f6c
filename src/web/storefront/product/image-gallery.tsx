/**
 * A product's images: one at a time in a track that scrolls from one to the next, with thumbnails, arrows and a swipe. Without a script
 * the track scrolls all the same, and a thumbnail leads to its image.
 */
import { type CSSProperties, type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { IMAGE_WIDTHS } from '../../../contract/limits.ts';
import type { DetailedProduct } from '../../../contract/product.ts';
import { usePrefersReducedMotion } from '../../kit/browser-hooks.ts';
import { classNames } from '../../kit/class-names.ts';
import { ChevronIcon } from '../../kit/icons.tsx';
import { productPage as words } from '../../shared/messages/storefront.ts';
import { IMAGE_SIZES, imageUrlForWidth, ProductImage } from '../../shared/products/product-image.tsx';
import { ZoomableImage } from './zoomable-image.tsx';

const LARGEST_WIDTH = Math.max(...IMAGE_WIDTHS);

interface GalleryThumbnailsProps {
  images: DetailedProduct['images'];
  current: number;
  show: (index: number) => void;
  list: RefObject<HTMLUListElement | null>;
}

/** Links to the images, which work without a script; with one they show the image above. */
export function GalleryThumbnails({ images, current, show, list }: GalleryThumbnailsProps) {
  // Arrow keys on a thumbnail move the focus too.
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

/** Which slide of a horizontally scrolling track is shown, and how to show another. Swiping is the browser's own scrolling. */

const STEPS: Record<string, (current: number, last: number) => number> = {
  ArrowLeft: (current) => current - 1,
  ArrowRight: (current) => current + 1,
  Home: () => 0,
  End: (_current, last) => last,
};

export function useSlides(track: RefObject<HTMLElement | null>, count: number) {
  const [current, setCurrent] = useState(0);
  /** Where a chosen slide is scrolled to: those on the way aren't shown as the current one. */
  const target = useRef<number | null>(null);
  const prefersReducedMotion = usePrefersReducedMotion();

  const show = (index: number) => {
    const next = Math.min(Math.max(index, 0), count - 1);
    const element = track.current;
    if (!element || next === current) return;
    target.current = next;
    setCurrent(next);
    element.scrollTo({ left: next * element.clientWidth, behavior: prefersReducedMotion ? 'instant' : 'smooth' });
  };

  return {
    current,
    show,
    onScroll: () => {
      const element = track.current;
      if (!element?.clientWidth) return;
      const position = element.scrollLeft / element.clientWidth;
      const nearest = Math.round(position);
      const isSettled = Math.abs(position - nearest) < 0.02;
      if (target.current === nearest && isSettled) target.current = null;
      if (target.current === null) setCurrent(Math.min(nearest, count - 1));
    },
    /** A finger or wheel takes over from a chosen slide. */
    onTakeOver: () => {
      target.current = null;
    },
    /** Returns whether the key was one that leads to another slide. */
    handleKey: ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
      const step = STEPS[key];
      if (!step || altKey || ctrlKey || metaKey) return false;
      show(step(current, count - 1));
      return true;
    },
  };
}

interface ImageGalleryProps {
  images: DetailedProduct['images'];
  /** Style of the frame around the image. */
  style?: CSSProperties | undefined;
}

export function ImageGallery({ images, style }: ImageGalleryProps) {
  const track = useRef<HTMLUListElement>(null);
  const thumbnails = useRef<HTMLUListElement>(null);
  const { current, show, onScroll, onTakeOver, handleKey } = useSlides(track, images.length);
  if (images.length === 1 && images[0]) {
    return (
      <div style={style} className="relative overflow-hidden rounded-image">
        <ZoomableImage images={images} index={0} isFirst isCurrent />
      </div>
    );
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // An image at full size is moved by the same keys.
    if ((event.target as Element).closest('dialog') || !handleKey(event)) return;
    event.preventDefault();
  };

  /** The button that opened the dialog is out of view if another image is shown now; the focus moves to that image's button. */
  const showAndFocus = (index: number) => {
    show(index);
    setTimeout(() => track.current?.children[index]?.querySelector('button')?.focus({ preventScroll: true }));
  };

  return (
    <section aria-label={words.gallery} onKeyDown={onKeyDown}>
      <div style={style} className="group/gallery relative overflow-hidden rounded-image">
        <ul
          ref={track}
          onScroll={onScroll}
          onPointerDown={onTakeOver}
          onWheel={onTakeOver}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
        >
          {images.map((image, index) => (
            <li key={image.url} id={`image-${index + 1}`} className="relative w-full shrink-0 snap-center snap-always">
              <ZoomableImage images={images} index={index} isFirst={index === 0} isCurrent={index === current} onLeave={showAndFocus} />
            </li>
          ))}
        </ul>
        <StepButton label={words.previousImage} isHidden={current === 0} onClick={() => show(current - 1)} className="left-3 rotate-90" />
        <StepButton
          label={words.nextImage}
          isHidden={current === images.length - 1}
          onClick={() => show(current + 1)}
          className="right-3 -rotate-90"
        />
        <p
          aria-live="polite"
          className="tabular-nums pointer-events-none absolute bottom-4 left-4 rounded-full bg-raised/85 px-3 py-1 text-small text-soft noscript:hidden"
        >
          <span aria-hidden="true">{words.imagePosition(current + 1, images.length)}</span>
          <span className="sr-only">{words.imageAnnouncement(current + 1, images.length)}</span>
        </p>
      </div>
      <GalleryThumbnails images={images} current={current} show={show} list={thumbnails} />
    </section>
  );
}

interface StepButtonProps {
  label: string;
  isHidden: boolean;
  onClick: () => void;
  className: string;
}

/** Hidden on touch screens, where people swipe and buttons would only cover the image. The arrow keys do the same. */
function StepButton({ label, isHidden, onClick, className }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      tabIndex={-1}
      disabled={isHidden}
      onClick={onClick}
      className={classNames(
        'absolute top-1/2 -mt-5 flex size-10 items-center justify-center rounded-full bg-raised/85 text-soft opacity-0 transition-opacity duration-150 group-focus-within/gallery:opacity-100 group-hover/gallery:opacity-100 hover:text-ink disabled:invisible noscript:hidden pointer-coarse:hidden',
        className,
      )}
    >
      <ChevronIcon size={18} />
    </button>
  );
}
