/** An image upload: choose, drop or paste a file; it is checked and previewed before it is sent. */
import { type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { classNames } from '../../kit/class-names.ts';
import { ImageIcon } from '../../kit/icons.tsx';
import { ProductImage } from '../../shared/products/product-image.tsx';
import { productForm as words } from './messages.ts';
import { describeLoss, IMAGE_ACCEPT, validateImageFile } from './use-image-list.ts';

interface ImageFieldProps {
  label: string;
  hint: string;
  isRequired?: boolean;
  /** The server's error about the uploaded image. */
  error?: string | undefined;
  /** URL of the current image, kept if no new one is chosen. */
  currentImage?: string | undefined;
  /** Shows this image instead of the chosen one: the first image of a list that can be reordered. */
  preview?: { url: string; isFile: boolean } | undefined;
  /** Called with the chosen file; null: it was removed. */
  onFile?: (file: File | null) => void;
  /** Called with the files that were chosen or dropped together with the first. */
  onMoreFiles?: (files: File[]) => void;
}

export function ImageField({ label, hint, isRequired = false, error, currentImage, preview, onFile, onMoreFiles }: ImageFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ url: string; name: string } | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  /** What of the chosen file won't be shown. */
  const [loss, setLoss] = useState<string | null>(null);
  const latestFile = useRef<File | null>(null);
  const [isDragOver, setIsDragOver] = useState(false);

  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen]);

  const rejectFile = (reason: string | null) => {
    if (input.current) input.current.value = '';
    latestFile.current = null;
    setChosen(null);
    setLoss(null);
    setFileError(reason);
    onFile?.(null);
  };

  const handleFile = (file: File | undefined) => {
    const reason = file ? validateImageFile(file) : null;
    if (!file || reason) return rejectFile(reason);
    setFileError(null);
    setChosen({ url: URL.createObjectURL(file), name: file.name });
    setLoss(null);
    latestFile.current = file;
    void describeLoss(file).then((text) => latestFile.current === file && setLoss(text));
    onFile?.(file);
  };

  /** Puts a dropped or pasted file into the file input, as if it had been chosen there. */
  const setInputFile = (file: File) => {
    const list = new DataTransfer();
    list.items.add(file);
    if (input.current) input.current.files = list.files;
    handleFile(file);
  };

  const pasteFile = useEffectEvent(setInputFile);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0];
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      pasteFile(file);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    const [file, ...more] = event.dataTransfer.files;
    if (file) setInputFile(file);
    if (more.length) onMoreFiles?.(more);
  };

  /** The input keeps only the first of several files, which is the one that the form requires. */
  const onChange = (files: File[]) => {
    const [file, ...more] = files;
    if (!file || !more.length) return handleFile(file);
    setInputFile(file);
    onMoreFiles?.(more);
  };

  const shown = preview ?? (chosen ? { url: chosen.url, isFile: true } : { url: currentImage, isFile: false });
  const message = fileError ?? error;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the file input inside
    <div
      onDrop={onDrop}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDragOver(true);
      }}
      onDragLeave={() => setIsDragOver(false)}
      className={classNames(
        'relative grid grid-cols-[6rem_minmax(0,1fr)] content-center gap-x-4 gap-y-2 rounded-card border border-dashed p-4 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-x-5',
        isDragOver ? 'border-accent bg-accent-ground' : 'border-edge',
      )}
    >
      <input
        ref={input}
        id={id}
        type="file"
        name="image"
        accept={IMAGE_ACCEPT}
        required={isRequired}
        multiple={onMoreFiles !== undefined}
        aria-invalid={message ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={(event) => onChange([...(event.target.files ?? [])])}
        className="peer absolute bottom-4 left-4 size-px opacity-0"
      />
      {/* One label around image and button: a click on either opens the file dialog. */}
      <label htmlFor={id} className="contents peer-focus-visible:[&>span:last-child]:outline-2">
        <span className="row-span-2 aspect-square cursor-pointer overflow-hidden rounded-control bg-line/50">
          {shown.isFile ? (
            <img src={shown.url} alt="" onError={() => rejectFile(words.imageInvalid)} className="size-full object-contain" />
          ) : (
            <CurrentImage image={shown.url} />
          )}
        </span>
        <span className="inline-flex min-h-10 cursor-pointer items-center self-end justify-self-start rounded-control border border-line bg-raised px-4 font-[560] outline-offset-2 outline-accent hover:border-edge">
          {label}
        </span>
      </label>
      <div>
        <p id={`${id}-hint`} className="text-small text-soft">
          {chosen?.name ?? hint}
        </p>
        <p role="status" className="mt-1 text-small text-caution empty:hidden">
          {loss}
        </p>
        <p id={`${id}-error`} aria-live="polite" className="mt-1 text-small text-danger empty:hidden">
          {message}
        </p>
      </div>
    </div>
  );
}

function CurrentImage({ image }: { image: string | undefined }) {
  if (image) return <ProductImage image={image} alt="" sizes="128px" className="aspect-square object-contain" />;
  return (
    <span className="flex size-full items-center justify-center text-soft">
      <ImageIcon size={32} />
    </span>
  );
}
