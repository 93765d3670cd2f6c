/** An image full screen. Zoom by buttons, + and −, wheel, pinch or double-click; move by dragging or arrow keys. */
import { useRef } from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { MinusIcon, PlusIcon } from '../control-icons.tsx';
import { Dialog } from '../dialog.tsx';
import { useZoom } from './use-zoom.ts';
import { MAX_SCALE } from './view.ts';

interface ZoomDialogProps {
  title: string;
  hint: string;
  src: string;
  alt: string;
  /** Width and height of the file in pixels. */
  size: number;
  close: () => void;
  labels: { close: string; zoomIn: string; zoomOut: string };
}

export function ZoomDialog({ title, hint, src, alt, size, close, labels }: ZoomDialogProps) {
  const area = useRef<HTMLDivElement>(null);
  const { view, zoomIn, zoomOut, handlers } = useZoom(area);
  const isLarge = view.scale > 1;
  return (
    <Dialog
      title={title}
      variant="screen"
      close={close}
      closeLabel={labels.close}
      footer={
        <div className="flex items-center justify-center gap-2">
          <p className="mr-auto text-small text-soft max-sm:hidden">{hint}</p>
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
      <div
        ref={area}
        {...handlers}
        className={classNames(
          '-mx-6 flex h-[calc(100dvh-10.25rem)] touch-none items-center justify-center overflow-hidden select-none [container-type:size]',
          isLarge ? 'cursor-grab active:cursor-grabbing' : 'cursor-zoom-in',
        )}
      >
        <img
          src={src}
          alt={alt}
          width={size}
          height={size}
          draggable={false}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          className="size-[min(100cqw,100cqh)] max-w-none shrink-0 object-contain"
        />
      </div>
    </Dialog>
  );
}
