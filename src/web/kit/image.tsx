/** An image that reserves its square before it loads, is shown whole in it, and leaves a placeholder if it can't be loaded. */
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { ImageIcon } from './icons.tsx';

interface ImageWithFallbackProps {
  src: string;
  srcSet?: string | undefined;
  sizes?: string | undefined;
  alt: string;
  /** Width and height in pixels; the browser reserves the space. */
  size: number;
  /** Loads at once instead of lazily, for images that are visible from the start. */
  isEager?: boolean;
  /** Loads before all others, for the most visible image. */
  isPriority?: boolean;
  onError?: () => void;
  className?: string;
}

export function ImageWithFallback({
  src,
  srcSet,
  sizes,
  alt,
  size,
  isEager = false,
  isPriority = false,
  onError,
  className,
}: ImageWithFallbackProps) {
  const [hasFailed, setHasFailed] = useState(!src);
  const image = useRef<HTMLImageElement>(null);

  // It may have failed before hydration, when nobody listened for the error.
  useEffect(() => {
    const it = image.current;
    if (it?.complete && it.naturalWidth === 0) setHasFailed(true);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, with the current callback
  useEffect(() => {
    if (hasFailed) onError?.();
  }, [hasFailed]);

  const box = classNames('image', className);
  if (hasFailed) {
    return (
      <span
        {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        className={classNames(box, 'flex items-center justify-center text-soft')}
      >
        <ImageIcon size={32} />
      </span>
    );
  }
  return (
    <img
      ref={image}
      src={src}
      srcSet={srcSet}
      sizes={sizes}
      alt={alt}
      width={size}
      height={size}
      loading={isEager || isPriority ? 'eager' : 'lazy'}
      // React preloads all eager images except those of low priority; the first ones would then compete with all others.
      fetchPriority={isPriority ? 'high' : isEager ? 'low' : undefined}
      onError={() => setHasFailed(true)}
      className={box}
    />
  );
}
