/** All images of a product: their order, by dragging or by buttons, and what each shows in words. */
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { IMAGE_ALT_MAX_LENGTH, PRODUCT_IMAGES_MAX } from '../../../contract/limits.ts';
import { products as words } from '../../messages/admin.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ImageListItem } from './image-list-item.tsx';
import type { ImageList } from './use-image-list.ts';

/** Not a field of the form: an input that is there for a moment opens the dialog. */
function chooseFiles(onFiles: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = 'image/*';
  input.onchange = () => onFiles([...(input.files ?? [])]);
  input.click();
}

export function ImageListField({ images }: { images: ImageList }) {
  const { items, add, move, remove, describe, reject } = images;
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [isFileOver, setIsFileOver] = useState(false);
  const [moved, setMoved] = useState<{ key: string; button: 'up' | 'down' } | null>(null);
  const movedTo = items.findIndex(({ key }) => key === moved?.key);

  // A row that changes places may lose the focus.
  useEffect(() => {
    const row = moved && list.current?.children[movedTo];
    if (!row) return;
    const buttons = [row.querySelector<HTMLButtonElement>(`[data-move="${moved.button}"]`), ...row.querySelectorAll('button')];
    buttons.find((it) => it && !it.disabled)?.focus();
  }, [moved, movedTo]);

  const step = (key: string, to: number, button: 'up' | 'down') => {
    move(key, to);
    setMoved({ key, button });
  };
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
      <ol ref={list} className="grid gap-3">
        {items.map((item, index) => (
          <ImageListItem
            key={item.key}
            item={item}
            index={index}
            count={items.length}
            isDragged={dragged === item.key}
            onStep={(to, button) => step(item.key, to, button)}
            onRemove={() => remove(item.key)}
            onDescribe={(alt) => describe(item.key, alt)}
            onInvalid={() => reject(item.key)}
            onDrag={(isStart) => setDragged(isStart ? item.key : null)}
            onDragEnter={() => dragged && dragged !== item.key && move(dragged, index)}
            maxLength={IMAGE_ALT_MAX_LENGTH}
          />
        ))}
      </ol>
      <p className="mt-2 text-small text-soft">{words.imageAltHint}</p>
      <p aria-live="polite" className="sr-only">
        {moved && movedTo >= 0 && words.imageMoved(movedTo + 1, items.length)}
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
      <p role="alert" className="mt-2 text-small text-danger empty:hidden">
        {images.error}
      </p>
    </fieldset>
  );
}
