/**
 * Images full screen. Zoom by buttons, + and −, wheel, pinch or double-click; move by dragging or arrow keys. While an image isn't enlarged, arrow
 * keys, a swipe and the buttons at the sides show the next one.
 */
import { useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { Dialog } from '../dialog.tsx';
import { ChevronIcon, MinusIcon, PlusIcon } from '../icons.tsx';
import { MAX_SCALE, useZoom } from './use-zoom.ts';

interface ZoomDialogProps {
  title: string;
  hint: string;
  images: readonly { src: string; alt: string }[];
  /** The position of the image to show first. */
  first?: number;
  /** Width and height of the files in pixels. */
  size: number;
  /** `last`: the position of the image that was shown when the dialog closed. */
  close: (last: number) => void;
  labels: {
    close: string;
    zoomIn: string;
    zoomOut: string;
    previous: string;
    next: string;
    position: (position: number, count: number) => string;
  };
}

export function ZoomDialog({ title, hint, images, first = 0, size, close, labels }: ZoomDialogProps) {
  const area = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(first);
  const goOn = (by: 1 | -1) => {
    if (!images[shown + by]) return;
    reset();
    setShown(shown + by);
  };
  const { view, zoomIn, zoomOut, reset, handlers } = useZoom(area, goOn);
  const isLarge = view.scale > 1;
  const { src = '', alt = '' } = images[shown] ?? {};
  return (
    <Dialog
      title={title}
      variant="screen"
      close={() => close(shown)}
      closeLabel={labels.close}
      footer={
        <div className="flex items-center justify-center gap-2">
          <p className="mr-auto text-small text-soft max-sm:hidden">{hint}</p>
          {images.length > 1 && (
            <p aria-live="polite" className="text-small text-soft tabular-nums max-sm:mr-auto sm:mr-2">
              {labels.position(shown + 1, images.length)}
            </p>
          )}
          <Button variant="secondary" aria-label={labels.zoomOut} disabled={!isLarge} onClick={zoomOut}>
            <MinusIcon />
          </Button>
          <output aria-live="polite" className="tabular-nums w-14 text-center text-soft">
            {Math.round(view.scale * 100)} %
          </output>
          <Button variant="secondary" aria-label={labels.zoomIn} disabled={view.scale >= MAX_SCALE} onClick={zoomIn}>
            <PlusIcon />
          </Button>
        </div>
      }
    >
      <div className="relative -mx-6">
        <div
          ref={area}
          {...handlers}
          className={classNames(
            'flex h-[calc(100dvh-10.25rem)] touch-none items-center justify-center overflow-hidden select-none [container-type:size]',
            isLarge ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in',
          )}
        >
          <img
            key={src}
            src={src}
            alt={alt}
            width={size}
            height={size}
            draggable={false}
            style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
            className="size-[min(100cqw,100cqh)] max-w-none shrink-0 object-contain"
          />
        </div>
        {images.length > 1 && (
          <>
            {/* The first control gets the focus when the dialog opens; mostly that is the button to the next image. */}
            <SideButton label={labels.next} isLast={shown === images.length - 1} onClick={() => goOn(1)} className="right-4 -rotate-90" />
            <SideButton label={labels.previous} isLast={shown === 0} onClick={() => goOn(-1)} className="left-4 rotate-90" />
          </>
        )}
      </div>
    </Dialog>
  );
}

interface SideButtonProps {
  label: string;
  /** At the end: the button does nothing, but keeps the focus. */
  isLast: boolean;
  onClick: () => void;
  className: string;
}

function SideButton({ label, isLast, onClick, className }: SideButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isLast}
      onClick={onClick}
      className={classNames(
        'absolute top-1/2 -mt-5.5 flex size-11 items-center justify-center rounded-full border border-line bg-raised/90 text-ink hover:bg-raised aria-disabled:opacity-35',
        className,
      )}
    >
      <ChevronIcon size={18} />
    </button>
  );
}
