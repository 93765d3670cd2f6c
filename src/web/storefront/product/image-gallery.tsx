/**
 * A product's images: one at a time in a track that scrolls from one to the next, with thumbnails, arrows and a swipe. Without a script
 * the track scrolls all the same, and a thumbnail leads to its image.
 */
import { type CSSProperties, type KeyboardEvent, useRef } from 'react';
import type { DetailedProduct } from '../../../contract/product.ts';
import { classNames } from '../../kit/class-names.ts';
import { ChevronIcon } from '../../kit/icons.tsx';
import { productPage as words } from '../../shared/messages/storefront.ts';
import { GalleryThumbnails } from './gallery-thumbnails.tsx';
import { useSlides } from './use-slides.ts';
import { ZoomableImage } from './zoomable-image.tsx';

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
    // An image that is opened at full size is panned by the same keys.
    if ((event.target as Element).closest('dialog') || !handleKey(event)) return;
    event.preventDefault();
  };

  /** The button that opened the dialog goes with its image, so the focus moves to that of the image that is shown now. */
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

/** On touch screens one swipes: there the buttons would only cover the image. The arrow keys do the same as they do. */
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
