/** A picture at the size it is shown; a calm ground where it can't be loaded. Its box is there before it comes. */
import { useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { ImageIcon } from './icons.tsx';

interface ImageWithFallbackProps {
  src: string;
  srcSet?: string;
  sizes?: string;
  alt: string;
  /** Pixels of the square, for the browser to keep its place. */
  size: number;
  /** In sight from the start: not left for later. */
  isEager?: boolean;
  /** The one that people see first: fetched before all others. */
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

  // It may have failed before the script was there to hear of it.
  useEffect(() => {
    const it = image.current;
    if (it?.complete && it.naturalWidth === 0) setHasFailed(true);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, to whoever listens then
  useEffect(() => {
    if (hasFailed) onError?.();
  }, [hasFailed]);

  const box = classNames('aspect-square w-full bg-line/50', className);
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
      {...(srcSet && { srcSet })}
      {...(sizes && { sizes })}
      alt={alt}
      width={size}
      height={size}
      loading={isEager || isPriority ? 'eager' : 'lazy'}
      // Low: React names no other picture in the head, where it would take the line from the first.
      fetchPriority={isPriority ? 'high' : 'low'}
      decoding="async"
      onError={() => setHasFailed(true)}
      className={classNames(box, 'object-cover')}
    />
  );
}
