/** All images of a product: their order, by dragging or buttons, and their alternative texts. */
import { type DragEvent, type PointerEvent, useId, useState } from 'react';
import { IMAGE_ALT_MAX_LENGTH, PRODUCT_IMAGES_MAX } from '../../../contract/limits.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { ChevronIcon, CloseIcon } from '../../kit/icons.tsx';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { useSortable } from '../parts/use-sortable.ts';
import { productForm as words } from './messages.ts';
import { type FormImage, IMAGE_ACCEPT, type ImageList } from './use-image-list.ts';

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
function ImageListItem(props: ImageListItemProps) {
  const { item, index, count, isDragged, maxLength, onStep, onRemove, onDescribe, onInvalid, onDragStart } = props;
  const position = index + 1;
  const isOneOfSeveral = count > 1;
  return (
    <li className={classNames('flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2', isDragged && 'opacity-50')}>
      {/* For those who ask whether anything was changed: shared/dashboard-layout/unsaved-changes.tsx. */}
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

/** Uses a temporary input, which isn't part of the form, to open the file dialog. */
function chooseFiles(onFiles: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = IMAGE_ACCEPT;
  input.onchange = () => onFiles([...(input.files ?? [])]);
  input.click();
}

export function ImageListField({ images }: { images: ImageList }) {
  const { items, add, move, remove, describe, reject } = images;
  const id = useId();
  const { list, listProps, draggedKey, movedTo, step, startDrag } = useSortable(
    items.map(({ key }) => key),
    move,
  );
  const [isFileOver, setIsFileOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  const dropFiles = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setIsFileOver(false);
    add([...event.dataTransfer.files]);
  };

  if (!items.length) return null;
  return (
    <fieldset
      onDrop={dropFiles}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsFileOver(true);
      }}
      onDragLeave={() => setIsFileOver(false)}
      className={classNames('min-w-0 rounded-card border p-4', isFileOver ? 'border-accent bg-accent-ground' : 'border-line')}
    >
      <legend className="px-1 text-small font-[560]">{items.length > 1 ? words.images : words.imageAlt}</legend>
      <ol ref={list} {...listProps} className="grid gap-3">
        {items.map((item, index) => (
          <ImageListItem
            key={item.key}
            item={item}
            index={index}
            count={items.length}
            isDragged={draggedKey === item.key}
            onStep={(to, button) => step(item.key, to, button)}
            onRemove={() => remove(item.key)}
            onDescribe={(alt) => describe(item.key, alt)}
            onInvalid={() => reject(item.key)}
            onDragStart={(event) => startDrag(event, item.key)}
            maxLength={IMAGE_ALT_MAX_LENGTH}
          />
        ))}
      </ol>
      <p className="mt-2 text-small text-soft">{words.imageAltHint}</p>
      <p aria-live="polite" className="sr-only">
        {movedTo >= 0 && words.imageMoved(movedTo + 1, items.length)}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          disabled={items.length >= PRODUCT_IMAGES_MAX}
          aria-describedby={`${id}-hint`}
          onClick={() => chooseFiles(add)}
        >
          {words.addImages}
        </Button>
        <p id={`${id}-hint`} className="min-w-0 flex-1 basis-60 text-small text-soft">
          {words.addImagesHint(PRODUCT_IMAGES_MAX)}
        </p>
      </div>
      <p role="status" className="mt-2 text-small text-caution empty:hidden">
        {images.loss}
      </p>
      <p role="alert" className="mt-2 text-small text-danger empty:hidden">
        {images.error}
      </p>
    </fieldset>
  );
}
