import type { PointerEvent } from 'react';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { ChevronIcon, CloseIcon } from '../../kit/icons.tsx';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { products as words } from '../messages.ts';
import type { FormImage } from './use-image-list.ts';

interface ImageListItemProps {
  item: FormImage;
  index: number;
  count: number;
  isDragged: boolean;
  maxLength: number;
  onStep: (to: number, button: 'up' | 'down') => void;
  onRemove: () => void;
  onDescribe: (alt: string) => void;
  /** Called if the file can't be displayed as an image. */
  onInvalid: () => void;
  onDragStart: (event: PointerEvent) => void;
}

/** A single image is shown above already and has no order, so only its text is shown. */
export function ImageListItem(props: ImageListItemProps) {
  const { item, index, count, isDragged, maxLength, onStep, onRemove, onDescribe, onInvalid, onDragStart } = props;
  const position = index + 1;
  const isOneOfSeveral = count > 1;
  return (
    <li className={classNames('flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2', isDragged && 'opacity-50')}>
      {/* For those who ask whether anything was changed: state/unsaved-changes.ts. */}
      <input type="hidden" name={`images-${index}`} value={item.file ? `${item.file.name} ${item.file.size}` : item.url} />
      {isOneOfSeveral && (
        // Dragging is an alternative to the buttons beside it.
        <span
          data-drag-handle
          onPointerDown={onDragStart}
          className="block w-14 shrink-0 cursor-grab touch-none overflow-hidden rounded-control select-none active:cursor-grabbing"
        >
          {item.file ? (
            <img src={item.url} alt="" draggable={false} onError={onInvalid} className="aspect-square w-full bg-line/50 object-contain" />
          ) : (
            <span className="pointer-events-none block">
              <ProductImage image={item.url} alt="" sizes="56px" className="aspect-square object-contain" />
            </span>
          )}
        </span>
      )}
      <div className="min-w-0 flex-1 basis-40">
        <input
          name={`alt-${index}`}
          aria-label={words.imageAltOf(position)}
          value={item.alt}
          maxLength={maxLength}
          placeholder={words.imageAlt}
          autoComplete="off"
          onChange={(event) => onDescribe(event.target.value)}
          className="input"
        />
        {isOneOfSeveral && index === 0 && <p className="mt-1 text-small text-soft">{words.mainImage}</p>}
      </div>
      {isOneOfSeveral && (
        <div className="ml-auto flex gap-1">
          <Button
            variant="quiet"
            size="small"
            data-move="up"
            aria-label={words.moveImageUp(position)}
            disabled={index === 0}
            onClick={() => onStep(index - 1, 'up')}
          >
            <ChevronIcon className="rotate-180" />
          </Button>
          <Button
            variant="quiet"
            size="small"
            data-move="down"
            aria-label={words.moveImageDown(position)}
            disabled={index === count - 1}
            onClick={() => onStep(index + 1, 'down')}
          >
            <ChevronIcon />
          </Button>
          <Button variant="quiet" size="small" aria-label={words.removeImage(position)} onClick={onRemove}>
            <CloseIcon />
          </Button>
        </div>
      )}
    </li>
  );
}
